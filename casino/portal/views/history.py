"""One's own rounds and sessions by period, as pages and as files, and the receipt of every slip (PT-10, UK-02)."""

from datetime import datetime
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from casino.portal import history, receipts, records, sheets
from casino.portal.viewer import person_id, players_only
from casino.signing.waiting import braked
from casino.web import files
from casino.wording.rejections import play
from kernel.money import Currency
from players.messages.brakes import Asked
from reporting.writers import CONTENT_TYPES, Format, write
from reporting.writers.documents import Document
from tables import queries

ROUNDS_PAGE: Final = 30
SESSIONS_PAGE: Final = 20
PRINTED_MOST: Final = 2_000
IN_SHEET_MOST: Final = 100_000
"""The most rounds in one file; a player with more chooses a shorter period."""
READ_AT_ONCE: Final = 500
_INCOMPLETE: Final = "-incompleto"
"""In the name of a file that the oldest lines did not fit in."""
FORMS: Final = {"csv": (Format.CSV, IN_SHEET_MOST), "pdf": (Format.PDF, PRINTED_MOST)}


def _key(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else None


def _asked(request: HttpRequest) -> history.Asked:
    tables = queries.played_tables(person_id(request))
    return history.asked(request.GET, tables=tables, now=timezone.now())


@require_safe
@players_only
def rounds(request: HttpRequest) -> HttpResponse:
    """The rounds that the player bet on, newest first, and what the whole period comes to."""
    asked, now = _asked(request), timezone.now()
    before = _key(request.GET.get("antes", ""))
    page = queries.played_rounds(person_id(request), wanted=asked.wanted, limit=ROUNDS_PAGE, before=before)
    context = {
        "place": "sessions",
        "asked": asked,
        "shortcuts": asked.shortcuts(now),
        "rounds": records.rows_of(person_id(request), page.rounds, Currency(asked.currency)),
        "sums": history.sums_of(queries.played_sums(person_id(request), wanted=asked.wanted), asked.currency),
        "older": asked.address(antes=str(page.older)) if page.older else None,
        "newest": asked.address() if before else None,
    }
    return render(request, "portal/rounds/page.html", context)


@require_safe
@players_only
def sessions(request: HttpRequest) -> HttpResponse:
    """The player's sessions, newest first, and what the whole period comes to."""
    asked, now = _asked(request), timezone.now()
    before = _moment(request.GET.get("antes", ""))
    found = queries.played_sessions(
        person_id(request), wanted=asked.wanted, now=now, limit=SESSIONS_PAGE + 1, before=before
    )
    page, more = found[:SESSIONS_PAGE], len(found) > SESSIONS_PAGE
    context = {
        "place": "sessions",
        "asked": asked,
        "shortcuts": asked.shortcuts(now),
        "sessions": page,
        "sums": history.sums_of(queries.played_sums(person_id(request), wanted=asked.wanted), asked.currency),
        "older": asked.address(antes=f"{page[-1].started_at:%Y-%m-%dT%H:%M:%S.%fZ}") if more else None,
        "newest": asked.address() if before else None,
    }
    return render(request, "portal/sessions/page.html", context)


def _moment(text: str) -> datetime | None:
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment if moment is not None and timezone.is_aware(moment) else None


@require_safe
@players_only
@braked(Asked.PRINT)
def rounds_file(request: HttpRequest, form: str) -> HttpResponseBase:
    """The rounds of the period as a file."""
    format, most = _format(form)
    asked, now = _asked(request), timezone.now()
    found: list[queries.RoundCard] = []
    older: int | None = None
    while len(found) < most:
        page = queries.played_rounds(person_id(request), wanted=asked.wanted, limit=READ_AT_ONCE, before=older)
        found += page.rounds
        older = page.older
        if older is None:
            break
    sums = history.sums_of(queries.played_sums(person_id(request), wanted=asked.wanted), asked.currency)
    cut = older is not None or len(found) > most
    document = history.rounds_document(found[:most], sums, asked, cut=cut, roots=format is Format.CSV, now=now)
    return _file(document, format, f"jogadas-{asked.since}-{asked.until}{_INCOMPLETE if cut else ''}.{form}")


@require_safe
@players_only
@braked(Asked.PRINT)
def sessions_file(request: HttpRequest, form: str) -> HttpResponseBase:
    """The sessions of the period as a file."""
    format, most = _format(form)
    asked, now = _asked(request), timezone.now()
    found = queries.played_sessions(person_id(request), wanted=asked.wanted, now=now, limit=most + 1)
    sums = history.sums_of(queries.played_sums(person_id(request), wanted=asked.wanted), asked.currency)
    cut = len(found) > most
    document = history.sessions_document(list(found[:most]), sums, asked, cut=cut, now=now)
    return _file(document, format, f"sessoes-{asked.since}-{asked.until}{_INCOMPLETE if cut else ''}.{form}")


def _format(form: str) -> tuple[Format, int]:
    if form not in FORMS:
        raise Http404
    return FORMS[form]


def _file(document: Document, format: Format, name: str) -> HttpResponseBase:
    if format is Format.CSV:  # one table, which is all that a spreadsheet reads; how the file is called says the rest
        return files.download(sheets.sheet_of(document), name=name, content_type=CONTENT_TYPES[format])
    written = write(document, format, language=get_language())
    return files.download_of(written.file, name=name, content_type=CONTENT_TYPES[format])


@require_safe
@players_only
def receipt(request: HttpRequest, code: str, number: str) -> HttpResponse:
    """Show one slip's bets, its time, its rules and its outcome; made to be printed too."""
    found = queries.receipt(person_id(request), round_code=code, number=number.upper())
    if found is None:
        raise Http404
    context = {
        "place": "sessions",
        "receipt": found,
        "refused": _refused(found),
        "punctual": receipts.punctuality_of(found),
    }
    return render(request, "portal/receipt/page.html", context)


def _refused(found: queries.Receipt) -> str:
    """Why the slip was refused, in words; nothing for one that was accepted."""
    told = found.slip.rejection
    if told is None:
        return ""
    known = {name: told[name] for name in ("rule", "chance", "asked", "most", "block", "minimum") if name in told}
    return play.rejection(reason=told["reason"], currency=found.currency, **known)
