from django.apps import AppConfig


class Casino(AppConfig):
    name = "casino"

    def ready(self) -> None:
        """Name the house's Celery application, so that tasks find their broker; note who comes and goes; grant."""
        from casino import celery, database, grants  # noqa: F401
        from casino.signing import second_factor, sessions

        database.connect()
        grants.connect()
        sessions.connect()
        second_factor.save_what_changes()
