"""What everybody may read: responsible play, terms, licence, how to complain."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
