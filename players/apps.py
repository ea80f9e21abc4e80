from django.apps import AppConfig


class Players(AppConfig):
    name = "players"

    def ready(self) -> None:
        """Register the labels of the codes of people, and how the duties that wait for staff are found."""
        from players import labels  # noqa: F401
        from players.duties import things  # noqa: F401
