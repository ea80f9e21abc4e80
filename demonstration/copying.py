"""Many rows at once, by PostgreSQL's binary COPY."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection


def copy_rows(table: str, columns: Mapping[str, str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Write rows whose fields are these columns in this order; the table's own rules hold for each of them.

    Args:
        columns: the type of each column by its name; binary COPY converts nothing.
    """
    with connection.cursor() as cursor:
        statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN (FORMAT binary)"
        with cursor.cursor.copy(statement) as copy:
            copy.set_types(list(columns.values()))
            write = copy.write_row
            for row in rows:
                write(row)
