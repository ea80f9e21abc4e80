"""What is recorded of a player, in words; `player_story` tells the events in their order."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from casino.wording import words
from kernel.labels import label, label_of
from kernel.periods import Period
from players.audit.queries.documents import DocumentKind, DocumentLine
from players.audit.queries.dossier import (
    AttemptOutcome,
    CheckLine,
    ExclusionLine,
    LimitLine,
    Outcome,
    SignInLine,
    ViewingLine,
)
from players.protection.queries.protection import ExclusionKind, ExclusionSource, LimitKind, LimitSource, LimitState


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: when, what, and beside it."""

    at: datetime
    text: str
    note: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class DocumentTold:
    """The document by which a person is registered now, and in words what came of its check."""

    name: str
    number: str
    country: str
    checked_at: datetime | None
    checked: str


def present_document(lines: tuple[DocumentLine, ...]) -> DocumentTold | None:
    """The first of the documents, in words."""
    if not lines:
        return None
    line = lines[0]
    answer = label_of(line.outcome, Outcome) or gettext("awaiting an answer")
    name = capfirst(label(DocumentKind(line.kind)))
    return DocumentTold(
        name, line.number, line.country, line.checked_at, " · ".join(filter(None, (answer, line.register)))
    )


def checks(lines: Iterable[CheckLine]) -> tuple[Line, ...]:
    """The questions about the identity."""
    return tuple(
        Line(each.asked_at, label_of(each.outcome, Outcome) or gettext("awaiting an answer"), each.verifier)
        for each in lines
    )


def exclusions(lines: Iterable[ExclusionLine]) -> tuple[Line, ...]:
    """The exclusions, those in force apart."""
    return tuple(
        Line(
            each.starts_at,
            label_of(each.kind, ExclusionKind),
            _until(each.until, label_of(each.source, ExclusionSource, form="whose")),
            "bad" if each.in_force else "",
        )
        for each in lines
    )


def limits(lines: Iterable[LimitLine]) -> tuple[Line, ...]:
    """The limits, those that wait apart."""
    return tuple(_limit(each) for each in lines)


def sign_ins(lines: Iterable[SignInLine]) -> tuple[Line, ...]:
    """The attempts to sign in, those that failed apart."""
    return tuple(
        Line(
            each.at,
            label_of(each.outcome, AttemptOutcome),
            each.address,
            "bad" if each.outcome in {"failed", "refused"} else "",
        )
        for each in lines
    )


def viewings(lines: Iterable[ViewingLine]) -> tuple[Line, ...]:
    """The looks at the personal data."""
    return tuple(Line(each.at, each.by, each.reason) for each in lines)


def _until(until: datetime | None, source: str) -> str:
    end = gettext("no end") if until is None else gettext("until %(moment)s") % {"moment": words.moment(until)}
    return f"{source} · {end}"


def _limit(line: LimitLine) -> Line:
    if line.most is None:
        most = gettext("no limit")
    elif line.kind == "session":
        most = ngettext("%(minutes)s minute", "%(minutes)s minutes", line.most) % {"minutes": words.number(line.most)}
    else:
        most = words.money(line.most, "EUR")
    state = label_of(line.state, LimitState)
    return Line(
        line.since,
        f"{capfirst(label_of(line.kind, LimitKind))} {label_of(line.period, Period, form='per')}: {most}",
        f"{label_of(line.source, LimitSource, form='whose')} · {state}",
        "info" if line.state == "waiting" else "",
    )
