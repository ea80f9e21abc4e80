from django.apps import AppConfig


class Casino(AppConfig):
    name = "casino"

    def ready(self) -> None:
        """Name the house's Celery application, so that tasks sent from any process find its broker."""
        from casino import celery  # noqa: F401
