"""Limits, breaks, the national list: what keeps play in bounds."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
