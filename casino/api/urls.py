"""The addresses of the API."""

from django.urls import URLPattern

app_name = "api"
urlpatterns: list[URLPattern] = []
