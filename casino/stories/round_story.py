"""A round told in plain words, in the active language, for a reader who was not there."""

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from casino.stories.round_moments import act_line, who
from casino.wording import names, readings, words
from tables.queries import Evidence


def story(evidence: Evidence) -> list[str]:
    """The round told in plain words, a paragraph each."""
    return [
        paragraph
        for paragraph in (
            _opening(evidence),
            *_people(evidence),
            _closing(evidence),
            *cards_told(evidence),
            *_money(evidence),
        )
        if paragraph
    ]


def _opening(evidence: Evidence) -> str:
    played = evidence.round
    return gettext("Betting in round %(number)s at table %(table)s opened on %(opened)s%(deadline)s.") % {
        "number": words.number(played.number),
        "table": played.table_name,
        "opened": words.moment(played.opened_at),
        "deadline": gettext(", with a deadline of %(closes)s") % {"closes": clock(evidence.deadlines[0].at)}
        if evidence.deadlines
        else "",
    }


def _people(evidence: Evidence) -> Iterator[str]:
    """The acts of staff and of the house before the round's end, and the deadlines they moved."""
    for act in evidence.acts:
        if act.action == "void-round":
            continue
        told = gettext("At %(at)s: %(act)s.") % {"at": clock(act.at), "act": act_line(act)}
        if act.deadline is not None:
            moved = (
                gettext("The deadline became %(deadline)s.")
                if act.action == "resume-table"
                else gettext("The deadline of %(deadline)s no longer held.")
            )
            told = f"{told} {moved % {'deadline': clock(act.deadline)}}"
        yield told


def _closing(evidence: Evidence) -> str:
    played = evidence.round
    if played.voided_at is not None:
        by = next((who(act) for act in evidence.acts if act.action == "void-round"), gettext("the house itself"))
        return gettext("The round was declared void on %(at)s by %(who)s. Reason: %(reason)s.") % {
            "at": words.moment(played.voided_at),
            "who": by,
            "reason": played.void_reason.rstrip("."),
        }
    return gettext("It closed at %(closed)s (“no more bets”). The round was paid at %(settled)s.") % {
        "closed": clock(played.closed_at),
        "settled": clock(played.settled_at),
    }


def cards_told(evidence: Evidence) -> Iterator[str]:
    """The cards in words, and the totals."""
    played = evidence.round
    if evidence.paper is not None:
        yield readings.lead()
        if played.phase == "void":
            yield _read_before_void(evidence)
    elif evidence.shown:
        yield gettext(
            "After the bets went back, the cards that this round would have been dealt were shown, in the "
            "order fixed before the first bet: %(cards)s. They decide nothing and count as burned."
        ) % {"cards": ", ".join(names.card(card) for card in evidence.shown)}
    if not played.laid or played.ponto is None or played.banca is None:
        return
    ponto, banca = played.laid[0::2], played.laid[1::2]
    two = gettext("Ponto received %(ponto)s; Banca received %(banca)s.") % {
        "ponto": _spoken(ponto[:2]),
        "banca": _spoken(banca[:2]),
    }
    thirds = [
        gettext("Ponto drew a third card: %(card)s.") % {"card": names.card(ponto[2])}
        if ponto[2]
        else gettext("Ponto stood."),
        gettext("Banca drew a third card: %(card)s.") % {"card": names.card(banca[2])}
        if banca[2]
        else gettext("Banca stood."),
    ]
    yield " ".join([two, *thirds])
    yield gettext("Totals: Ponto %(ponto)s, Banca %(banca)s. %(winner)s.") % {
        "ponto": played.ponto,
        "banca": played.banca,
        "winner": names.outcome(played.winner),
    }


def _read_before_void(evidence: Evidence) -> str:
    if not evidence.shown:
        return gettext("No card had been read when the round was made void.")
    said = gettext("When the round was made void these cards had been read: %(cards)s. They decide nothing.")
    return said % {"cards": ", ".join(names.card(card) for card in evidence.shown)}


def _money(evidence: Evidence) -> Iterator[str]:
    played = evidence.round
    refused = [slip for slip in played.slips if slip.rejection]
    if refused:
        yield ngettext(
            "%(n)s slip was refused; the reason is below.",
            "%(n)s slips were refused; the reasons are below.",
            len(refused),
        ) % {"n": len(refused)}
    if not evidence.bets:
        yield gettext("There are no accepted bets in this round.")
        return
    yield gettext("Staked: %(staked)s. Returned in all: %(returned)s. Commission: %(commission)s.") % {
        "staked": words.money(played.staked, played.currency),
        "returned": words.money(played.returned, played.currency),
        "commission": words.money(played.commission, played.currency),
    }


def _spoken(cards: tuple[str | None, ...]) -> str:
    return gettext(" and ").join(names.card(card) for card in cards if card)


def clock(at: datetime | None) -> str:
    """The time of day to the millisecond, on the house's clock."""
    return f"{timezone.localtime(at):%H:%M:%S.%f}"[:-3] if at else "–"
