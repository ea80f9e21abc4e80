from django.apps import AppConfig


class Reporting(AppConfig):
    name = "reporting"

    def ready(self) -> None:
        """Register the labels of the reports' codes, and how staff's work at reports is found."""
        from reporting import labels, things  # noqa: F401
