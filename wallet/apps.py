from django.apps import AppConfig


class Wallet(AppConfig):
    name = "wallet"

    def ready(self) -> None:
        """Register the labels of the ledger's codes."""
        from wallet import labels  # noqa: F401
