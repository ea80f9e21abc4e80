from django.apps import AppConfig


class Players(AppConfig):
    name = "players"
