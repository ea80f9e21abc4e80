from django.apps import AppConfig


class Reporting(AppConfig):
    name = "reporting"

    def ready(self) -> None:
        """Register the labels of the reports' codes."""
        from reporting import labels  # noqa: F401
