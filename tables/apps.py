from django.apps import AppConfig
from psycopg.types.json import set_json_loads

from kernel.json_text import decode


class Tables(AppConfig):
    name = "tables"

    def ready(self) -> None:
        """Register the labels of the game and of the tables, and how staff's work at them is found; let the driver
        read our documents by our decoder.
        """
        from tables import labels, things  # noqa: F401

        set_json_loads(decode)
