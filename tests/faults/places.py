"""Folders for throw-away servers, outside pytest's own, where another user than root can get to."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from django.db import connection

from kernel import database_address
from launcher import quarters


@contextlib.contextmanager
def throwaway() -> Iterator[Path]:
    """A folder for a server's data, gone afterwards."""
    base = Path(tempfile.mkdtemp(prefix="sabot-faults-"))
    base.chmod(0o711)  # a server started by root runs as another user and has to walk through
    try:
        yield base
    finally:
        quarters.discard(quarters.find(base), base)
        shutil.rmtree(base, ignore_errors=True)


def give_schema(url: str, base: Path) -> None:
    """Bring a new database, by its superuser's URL, to the schema of the test's, told which migrations made it."""
    programs = quarters.find(base).postgres / "bin"
    name = str(connection.settings_dict["NAME"])
    source = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    dump = [programs / "pg_dump", "--schema-only", "--dbname", source]
    rows = [programs / "pg_dump", "--data-only", "--table", "django_migrations", "--dbname", source]
    told = b"".join(subprocess.run(each, capture_output=True, check=True).stdout for each in (dump, rows))
    into = [programs / "psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", database_address.conninfo(url)]
    subprocess.run(into, input=told, stdout=subprocess.DEVNULL, check=True)
