from django.apps import AppConfig


class Players(AppConfig):
    name = "players"

    def ready(self) -> None:
        """Register the labels of the codes of people."""
        from players import labels  # noqa: F401
