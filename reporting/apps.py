from django.apps import AppConfig


class Reporting(AppConfig):
    name = "reporting"
