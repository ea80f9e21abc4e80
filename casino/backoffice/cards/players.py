"""A player's dossier in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, ngettext

from casino import words
from casino.backoffice.player_labels import word
from players.queries import StandingEntry
from players.queries.dossier import Dossier, LimitLine
from players.queries.own_data import ClosureCard


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: when, what, and beside it."""

    at: datetime
    text: str
    note: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """The lists of a dossier as the page shows them."""

    standing: tuple[Line, ...]
    checks: tuple[Line, ...]
    exclusions: tuple[Line, ...]
    limits: tuple[Line, ...]
    sign_ins: tuple[Line, ...]
    data_changes: tuple[Line, ...]
    viewings: tuple[Line, ...]


def told(dossier: Dossier, standing: Iterable[StandingEntry], closures: Iterable[ClosureCard]) -> Told:
    """The dossier in words, with what became of the person's standing and account."""
    changed = [
        Line(each.at, word("change", each.change), " · ".join(filter(None, (each.by, each.reason))))
        for each in standing
    ]
    return Told(
        standing=tuple(sorted([*changed, *_closings(closures)], key=lambda line: line.at, reverse=True)),
        checks=tuple(
            Line(
                each.answered_at or each.asked_at,
                word("outcome", each.outcome),
                each.verifier,
                "good" if each.outcome == "verified" else "warn" if not each.outcome else "bad",
            )
            for each in dossier.checks
        ),
        exclusions=tuple(
            Line(
                each.starts_at,
                word("exclusion", each.kind),
                _until(each.until, word("source", each.source)),
                "bad" if each.in_force else "",
            )
            for each in dossier.exclusions
        ),
        limits=tuple(_limit(each) for each in dossier.limits),
        sign_ins=tuple(
            Line(
                each.at,
                word("sign-in", each.outcome),
                each.address,
                "bad" if each.outcome in {"failed", "refused"} else "",
            )
            for each in dossier.sign_ins
        ),
        data_changes=tuple(Line(each.at, word("data", each.what), each.by) for each in dossier.data_changes),
        viewings=tuple(Line(each.at, each.by, each.reason) for each in dossier.viewings),
    )


def _closings(closures: Iterable[ClosureCard]) -> Iterator[Line]:
    for each in closures:
        paid = gettext("saldo então: %(amount)s") % {"amount": words.money(each.balance, "EUR")}
        note = " · ".join(filter(None, (word("closure", each.cause), each.reason, paid)))
        yield Line(each.closed_at, word("change", "closed"), note, "" if each.reopened_at else "warn")
        if each.reopened_at is not None:
            yield Line(each.reopened_at, word("change", "reopened"), "")


def _until(until: datetime | None, source: str) -> str:
    end = gettext("sem fim") if until is None else gettext("até %(moment)s") % {"moment": words.moment(until)}
    return f"{source} · {end}"


def _limit(line: LimitLine) -> Line:
    if line.most is None:
        most = gettext("sem limite")
    elif line.kind == "session":
        most = ngettext("%(minutes)s minuto", "%(minutes)s minutos", line.most) % {"minutes": words.number(line.most)}
    else:
        most = words.money(line.most, "EUR")
    state = word("limit-state", line.state)
    return Line(
        line.since,
        f"{word('limit', line.kind)} {word('period', line.period)}: {most}",
        f"{word('source', line.source)} · {state}",
        "info" if line.state == "waiting" else "",
    )
