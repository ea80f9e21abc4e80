from django.apps import AppConfig


class Wallet(AppConfig):
    name = "wallet"
