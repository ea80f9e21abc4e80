"""One entry of the national list of excluded persons, and how it is told from the texts of a row (PT-30). Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from kernel.calendar import LISBON, add_months
from kernel.periods import midnight
from players.accounts.numbers import compact

COLUMNS: Final = ("referencia", "nif", "tipo", "pais", "documento", "inicio", "meses")
"""Our own shape. `tipo` is the regulator's number for a kind of document (PT-70), `pais` two letters; without `meses`
there is no end.
"""
MESSAGE: Final = ("IdTipoCid", "IdCidadao", "IdNacao", "DataInicio", "DataFim", "Confirmado")
"""The fields of the regulator's own messages, `ListaExcluidos` and `NotificacaoPedidoExclusao`."""
MOST_MONTHS: Final = 127
NIF_KIND: Final = 3
FOR_EVER: Final = 9000
"""From this year on an end is none."""
_REFERENCE: Final = re.compile(r"[A-Za-z0-9./-]{1,40}")
_NUMBER: Final = re.compile(r"[A-Z0-9]{1,20}")
_COUNTRY: Final = re.compile(r"[A-Z]{2}")
_KIND: Final = re.compile(r"[0-4]")


class Document(NamedTuple):
    """An identity document: the regulator's number for its kind, the country that issued it, its number in capitals."""

    kind: int
    country: str
    number: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One excluded person as the list names one: by tax number (empty: none), by document, or by both."""

    reference: str
    tax_number: str
    document: Document | None
    starts_at: datetime
    ends_at: datetime | None


def entry_of(row: Mapping[str, str]) -> Entry:
    """The entry in one row of our own shape, by the names of `COLUMNS`. Raises `ValueError` with the fault's word."""
    if not row or set(row) - set(COLUMNS) or "\0" in "".join(row.values()):
        raise ValueError("columns")
    said = {name: row.get(name, "").strip() for name in COLUMNS}
    if not _REFERENCE.fullmatch(said["referencia"]):
        raise ValueError("reference")
    tax_number = compact(said["nif"])
    if tax_number and not re.fullmatch("[0-9]{9}", tax_number):
        raise ValueError("tax-number")
    document = _document(said["tipo"], said["pais"], said["documento"])
    if not tax_number and document is None:
        raise ValueError("no-identity")
    try:
        starts_at = midnight(date.fromisoformat(said["inicio"]))
    except (ValueError, OverflowError) as error:
        raise ValueError("beginning") from error
    return Entry(said["referencia"], tax_number, document, starts_at, _after_months(starts_at, said["meses"]))


def entry_of_message(row: Mapping[str, str]) -> Entry:
    """The entry in one element of the regulator's messages, by the names of `MESSAGE`.

    A message has no reference of its own, so it is made of the document and the beginning: told again with another end
    it is the same entry. `Confirmado` is read and changes nothing: a request that waits for its confirmation bars too.
    Raises `ValueError` with the fault's word.
    """
    if not row or set(row) - set(MESSAGE) or "\0" in "".join(row.values()):
        raise ValueError("columns")
    said = {name: row.get(name, "").strip() for name in MESSAGE}
    document = _document(said["IdTipoCid"], said["IdNacao"], said["IdCidadao"])
    if document is None:
        raise ValueError("no-identity")
    if said["Confirmado"].lower() not in {"", "true", "false", "0", "1", "s", "n"}:
        raise ValueError("confirmation")
    starts_at = _moment(said["DataInicio"], "beginning")
    ends_at = _moment(said["DataFim"], "end", whole_day=True) if said["DataFim"] else None
    if ends_at is not None and ends_at.year >= FOR_EVER:
        ends_at = None
    if ends_at is not None and ends_at <= starts_at:
        raise ValueError("end")
    reference = f"{document.kind}/{document.country}/{document.number}/{starts_at.astimezone(LISBON):%Y%m%d}"
    if document.kind == NIF_KIND and document.country == "PT":
        if not re.fullmatch("[0-9]{9}", document.number):
            raise ValueError("tax-number")
        return Entry(reference, document.number, None, starts_at, ends_at)
    return Entry(reference, "", document, starts_at, ends_at)


def _document(kind: str, country: str, number: str) -> Document | None:
    number = compact(number).upper()
    if not number:
        return None
    if not _NUMBER.fullmatch(number):
        raise ValueError("document")
    if not _KIND.fullmatch(kind):
        raise ValueError("document-kind")
    if not _COUNTRY.fullmatch(country.upper()):
        raise ValueError("document-country")
    return Document(int(kind), country.upper(), number)


def _moment(text: str, fault: str, *, whole_day: bool = False) -> datetime:
    """A civil day in continental Portugal, or a moment; without a zone it is that of Lisbon. `whole_day`: the day ends
    it, so its last hour counts.
    """
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
            day = date.fromisoformat(text)
            if day.year >= FOR_EVER:
                return datetime(FOR_EVER, 1, 1, tzinfo=LISBON)
            return midnight(day + timedelta(days=1) if whole_day else day)
        moment = datetime.fromisoformat(text)
        if moment.year >= FOR_EVER:
            return datetime(FOR_EVER, 1, 1, tzinfo=LISBON)
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=LISBON)
    except (ValueError, OverflowError) as error:
        raise ValueError(fault) from error


def _after_months(starts_at: datetime, months: str) -> datetime | None:
    if not months:
        return None
    if not re.fullmatch("[0-9]{1,3}", months) or not 1 <= int(months) <= MOST_MONTHS:
        raise ValueError("months")
    try:
        return add_months(starts_at, int(months))
    except (ValueError, OverflowError) as error:
        raise ValueError("months") from error
