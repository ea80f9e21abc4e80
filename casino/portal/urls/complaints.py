"""Complaints: making one, following it."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
