from django.apps import AppConfig


class Tables(AppConfig):
    name = "tables"

    def ready(self) -> None:
        """Register the labels of the game and of the tables."""
        from tables import labels  # noqa: F401
