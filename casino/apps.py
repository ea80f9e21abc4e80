from django.apps import AppConfig
from django.conf import settings


class Casino(AppConfig):
    name = "casino"

    def ready(self) -> None:
        """Name the house's Celery application, so that tasks find their broker; note who comes and goes; grant."""
        from casino import celery  # noqa: F401  (tasks asked for by any process go to the house's broker)
        from casino.access import grants
        from casino.adapters import registry  # noqa: F401  (its check of the adapters)
        from casino.signing import second_factor, sessions
        from casino.web import database, schema  # noqa: F401  (the check of the schema)

        if settings.TRACES:
            from casino.web import traces

            traces.begin(settings.TRACES)
        database.connect()
        grants.connect()
        sessions.connect()
        second_factor.save_what_changes()
