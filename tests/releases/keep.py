"""Keeps a dump of a small house of this release, made on servers for the moment:

    .venv/bin/python -m tests.releases.keep

writes `tests/releases/VERSION.sql.xz`, where VERSION is that of pyproject.toml. Run it once when a release is cut, and
never again for that release: the dump is what such a house really had. Everybody in it is invented. Its keys are those
below, known to everyone, so that the tests can play its rounds again.
"""

import base64
import lzma
import os
import subprocess
import sys
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = Path(__file__).resolve().parent
KEYS: Final = {
    "SABOT_SHOE_KEY": base64.b64encode(bytes(range(32))).decode(),
    "SABOT_LOG_KEY": base64.b64encode(bytes(range(32, 64))).decode(),
    "SABOT_SECRET_KEY": "only-for-kept-dumps-" + "x" * 40,
    "SABOT_DEMO": "1",
    "SABOT_LOG": "warning",
}
MOST_BYTES: Final = 200_000


def keep() -> Path:
    """Make the house on servers for the moment, and write its dump."""
    from launcher import quarters, roles, servers
    from tests.faults.places import throwaway

    with (ROOT / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    with throwaway() as base:
        postgres, valkey = servers.start_postgres(base, durable=False), servers.start_valkey(base)
        try:
            ours = os.environ | KEYS | {"VALKEY_URL": valkey.url, "SABOT_DATA": str(base / "data")}
            ours["DJANGO_SETTINGS_MODULE"] = "casino.settings"
            for role, command in (
                (roles.OWNER, ["manage.py", "migrate", "--no-input", "-v", "0"]),
                (roles.APP, ["-m", "tests.releases.keep", "furnish"]),
                (roles.APP, ["manage.py", "verify_ledger"]),
            ):
                subprocess.run(
                    [sys.executable, *command], cwd=ROOT, env=ours | {"DATABASE_URL": postgres.urls[role]}, check=True
                )
            programs = quarters.find(base).postgres / "bin"
            dump = [programs / "pg_dump", "--dbname", postgres.urls[servers.USER]]
            text = subprocess.run(dump, capture_output=True, check=True).stdout
        finally:
            postgres.stop()
            valkey.stop()
    made = FOLDER / f"{version}.sql.xz"
    made.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
    assert made.stat().st_size < MOST_BYTES, f"{made.stat().st_size} bytes are too many: furnish less"
    return made


def furnish() -> None:
    """A table of money and one of play, two players, a day of rounds with every outcome, its report and its seal."""
    import django

    django.setup()
    from kernel.money import Currency
    from reporting.operations import log, make_due_reports
    from reporting.operations.chaining import extend_chain
    from reporting.operations.sealed_days import seal_due
    from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_E_BANCA, PONTO_WINS, TIE_WITH_PAIRS, Floor

    floor = Floor(now=datetime(2026, 11, 20, 12, tzinfo=UTC))
    money = floor.table(PONTO_E_BANCA, code="mesa-um")
    play = floor.table(MACAU, code="demo-um", currency=Currency.PLAY)
    ana, rui = floor.player("ana"), floor.player("rui", play_cents=500_00)
    for actor, table in ((ana, money), (rui, play)):
        floor.sit(actor, table)
    for cards in (PONTO_WINS, BANCA_WINS_WITH_5, TIE_WITH_PAIRS):
        for actor, table in ((ana, money), (rui, play)):
            floor.open_round(table, cards)
            floor.bet(actor, table, ponto=20_00, banca=10_00)
            floor.settle(table)
    floor.open_round(money, PONTO_WINS)
    floor.bet(ana, money, ponto=20_00)
    floor.void(money)
    extend_chain(now=floor.now)
    after = floor.now + timedelta(days=1)
    make_due_reports(now=after)
    seal_due(now=after)
    log.keep_log(now=after)
    floor.prove()


if __name__ == "__main__":
    if sys.argv[1:] == ["furnish"]:
        furnish()
    else:
        sys.stdout.write(f"{keep()}\n")
