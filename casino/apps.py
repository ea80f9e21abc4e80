from django.apps import AppConfig


class Casino(AppConfig):
    name = "casino"
