"""The file of everything that the house holds about a person: gathered from every floor, zipped, kept for some days.

JSON for programs, CSV for people, a text that explains. Its pieces lie in rows while it may be fetched, so that any
machine gives out what another one made; a page checks the owner.
"""

import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import IO, Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils import translation
from django.utils.translation import gettext

from casino.wording.data_export_names import SUBJECTS
from kernel.money import Currency
from players.accounts import queries as players
from players.privacy import operations as privacy
from players.privacy import queries as held
from reporting.writers import csv_file
from reporting.writers.documents import clean, guarded
from tables import queries as tables
from wallet import queries as ledger

STATEMENT_PAGE: Final = 1_000
_LINE: Final = ("id", "at", "code", "amount_cents", "balance_before_cents", "balance_after_cents", "reference")


@dataclass(frozen=True, slots=True)
class _Table:
    name: str
    columns: Sequence[str]
    rows: Iterable[Sequence[Any]]


def make_next(*, now: Callable[[], datetime]) -> bool:
    """Make the file that waits longest, noting each part as it is written; whether there was one."""
    waiting = privacy.claim_export(now=now())
    if waiting is None:
        return False
    with tempfile.TemporaryFile() as file:
        try:
            made = _make(waiting, file)
        except OSError:
            made = False
        file.seek(0)
        privacy.finish_export(export_id=waiting.export_id, made=file if made else None, now=now())
    return True


def _make(waiting: privacy.ExportToMake, file: IO[bytes]) -> bool:
    """Write the file; False where the person is gone."""
    person = players.person(waiting.person_id)
    if person is None:
        return False
    parts = list(_tables(person))
    with translation.override(person.language), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("LEIA-ME.txt", _explained(parts))
        for done, part in enumerate(parts, 1):
            _write(packed, part)
            privacy.note_progress(export_id=waiting.export_id, done=done, parts=len(parts))
    return True


def _tables(person: players.PersonCard) -> Iterator[_Table]:
    for part in held.parts_of(person.id):
        yield _Table(part.name, part.columns, part.rows)
    yield _second_factors(person.id)
    yield _addresses(person.id)
    for rows in tables.held_of(person.id):
        yield _Table(rows.name, rows.columns, rows.rows)
    for currency in Currency:
        yield _Table(f"statement_{currency.value.lower()}", _LINE, _statement(person.person_key, currency))


def _second_factors(person_id: int) -> _Table:
    """Which second factors there are, since when and under which name; never what they are made of."""
    columns = ("type", "name", "created_at", "last_used_at")
    found = Authenticator.objects.filter(user_id=person_id).order_by("pk")
    return _Table(
        "second_factors", columns, ((one.type, _name(one), one.created_at, one.last_used_at) for one in found)
    )


def _name(factor: Authenticator) -> str:
    return str(factor.data.get("name", "")) if factor.type == Authenticator.Type.WEBAUTHN else ""


def _addresses(person_id: int) -> _Table:
    """The e-mail addresses that the sign-in's library keeps."""
    columns = ("email", "verified", "primary")
    return _Table("email_addresses", columns, EmailAddress.objects.filter(user_id=person_id).values_list(*columns))


def _statement(person_key: str, currency: Currency) -> Iterator[Sequence[Any]]:
    before: int | None = None
    while True:
        page = ledger.statement(person_key, currency, limit=STATEMENT_PAGE, before_id=before)
        for line in page:
            before = line.id
            yield (
                line.id,
                line.at,
                line.code.value,
                line.amount,
                line.balance_before,
                line.balance_after,
                line.reference,
            )
        if len(page) < STATEMENT_PAGE:
            return


def _write(packed: zipfile.ZipFile, part: _Table) -> None:
    """Both forms in one pass over the rows; the JSON is kept aside, since a zip takes one file at a time."""
    aside = io.StringIO()
    with packed.open(f"csv/{part.name}.csv", "w", force_zip64=True) as binary:
        binary.write(csv_file.BOM)
        with csv_file.appended(binary) as add:
            add([part.columns])
            for row in part.rows:
                add([[_cell(value) for value in row]])
                json.dump(dict(zip(part.columns, map(_plain, row), strict=True)), aside, ensure_ascii=False)
                aside.write("\n")
    packed.writestr(f"json/{part.name}.jsonl", aside.getvalue())


def _cell(value: Any) -> str:
    """A value as a cell that no spreadsheet runs; whole numbers are numbers and need no guard."""
    if value is None:
        return ""
    if isinstance(value, bool | int):
        return str(value)
    plain = _plain(value)
    return guarded(clean(plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)))


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value if value is None or isinstance(value, bool | int | str | list | dict) else str(value)


def _explained(parts: list[_Table]) -> str:
    lines = [
        gettext("Everything that the house keeps about you."),
        "",
        gettext("csv/ has one file for each subject, for spreadsheets; json/ the same, for programs."),
        gettext("Amounts are in cents and times in UTC."),
        gettext(
            "The file leaves out the passwords and keys (kept only in a form that cannot be read), what staff "
            "wrote among themselves about complaints and signals, and the files that you added to complaints, "
            "which you can open in the complaint itself."
        ),
        gettext("Gambling law requires these records to be kept for ten years; so they cannot be erased before then."),
        "",
        *_subjects(parts),
    ]
    return "\n".join(lines) + "\n"


def _subjects(parts: list[_Table]) -> Iterator[str]:
    """Each file of the package with its subject, in the order in which a reader looks for them."""
    there = {part.name for part in parts}
    return (f"{name}: {words}" for name, words in SUBJECTS.items() if name in there)
