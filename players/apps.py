from django.apps import AppConfig


class Players(AppConfig):
    name = "players"

    def ready(self) -> None:
        """Register the labels of roles and of kinds of limits."""
        from players import labels  # noqa: F401
