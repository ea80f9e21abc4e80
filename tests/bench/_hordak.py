"""django-hordak's ledger, for `bench_ledger`: `PYTHON _hordak.py URL`, by a Python that has it, in its own database.

Not among our own locked libraries: it is run as it is, by a Python of yours. It says its versions in a line; then each
line of its input is a number, and so many transfers of as many players are made in one transaction.
"""

import sys
from itertools import count
from urllib.parse import unquote, urlsplit

PLAYERS = 2_000


def main(url: str) -> None:
    """Make the accounts, then transfers as they are asked for."""
    import django
    from django.conf import settings

    place = urlsplit(url)
    settings.configure(
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": place.path.lstrip("/"),
                "USER": unquote(place.username or ""),
                "PASSWORD": unquote(place.password or ""),
                "HOST": unquote(place.hostname or ""),
                "PORT": str(place.port or ""),
                "CONN_MAX_AGE": None,
            }
        },
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "mptt", "djmoney", "hordak"],
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        DEFAULT_CURRENCY="EUR",
        CURRENCIES=["EUR"],
        SECRET_KEY="bench",
        USE_TZ=True,
    )
    django.setup()

    from importlib.metadata import version

    from django.core.management import call_command
    from django.db import transaction
    from hordak.models import Account
    from moneyed import Money

    call_command("migrate", verbosity=0)
    players = [
        Account.objects.create(name=f"player {place}", code=f"{place:04d}", type="LI", currencies=["EUR"])
        for place in range(1, PLAYERS + 1)
    ]
    house = Account.objects.create(name="round", code="9999", type="LI", currencies=["EUR"])
    versions = ", ".join(f"{name} {version(name)}" for name in ("django-hordak", "Django", "psycopg"))
    print(f"{versions}, Python {sys.version.split()[0]}", flush=True)
    stake, turn = Money(5, "EUR"), count()
    for line in sys.stdin:
        with transaction.atomic():
            for _ in range(int(line)):
                players[next(turn) * 13 % PLAYERS].transfer_to(house, stake)
        print("done", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
