"""A player's dossier in words."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, ngettext

from casino.backoffice.player_labels import word
from casino.wording import words
from players.audit.queries.dossier import Dossier, LimitLine


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

    exclusions: tuple[Line, ...]
    limits: tuple[Line, ...]
    sign_ins: tuple[Line, ...]
    viewings: tuple[Line, ...]


def told(dossier: Dossier) -> Told:
    """The dossier's lists in words; `player_story` tells the events in their order."""
    return Told(
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
        viewings=tuple(Line(each.at, each.by, each.reason) for each in dossier.viewings),
    )


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
    state = word("limit-state", line.state)
    return Line(
        line.since,
        f"{word('limit', line.kind)} {word('period', line.period)}: {most}",
        f"{word('source', line.source)} · {state}",
        "info" if line.state == "waiting" else "",
    )
