"""The facts of a complaint about a round or a payment, numbered; what is filled and drafted out of them (G2, B-04).

One numbering for the page, the draft, the kept texts and the letter: the player's own part of the round, or the payment
(`payment_facts`), in the order of time. A letter cites a fact by its number in brackets, and those that it cites stand
below it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino.stories import payment_facts, round_story
from casino.stories.evidence import verdict
from casino.stories.payment_facts import Payment
from casino.stories.presence import ending
from casino.stories.round_moments import act_line
from casino.wording import names, words
from players.complaints.queries.cases import CaseCard
from players.complaints.queries.replies import Placeholder
from tables.queries import ConnectionEnd, Evidence, SlipCard, SlipFact, close_of

CITED: Final = re.compile(r"\[(\d{1,3})\]")
_CAUSES: "Final[Mapping[str, str | Promise]]" = {
    "betting-closed": gettext_lazy("it came after the close"),
    "wrong-round": gettext_lazy("its round was over"),
    "over-limit": gettext_lazy("it would have passed a limit of the table"),
    "own-limit": gettext_lazy("it would have passed one of your own limits"),
    "short-of-funds": gettext_lazy("the balance did not cover it"),
    "barred": gettext_lazy("the account could not bet at that moment"),
    "paused": gettext_lazy("the table took no bets at that moment"),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One stored fact; `tone` is "bad" for what was refused or void, "good" for what was accepted."""

    number: int
    at: datetime
    clock: str
    text: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """The facts of a case in one language."""

    facts: tuple[Fact, ...]
    values: Mapping[Placeholder, str]
    """What each placeholder is filled with, with the number of its fact."""
    draft: str

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers that a letter may cite."""
        return frozenset(each.number for each in self.facts)

    def letter(self, text: str) -> str:
        """The text as it is sent: below it stand the facts that it cites, if it cites any."""
        cited = {int(number) for number in CITED.findall(text)}
        lines = [f"[{each.number}] {each.clock} {each.text}" for each in self.facts if each.number in cited]
        below = "\n".join([gettext("Facts, as they are stored:"), *lines])
        return f"{text.rstrip()}\n\n{below}" if lines else text


@dataclass(frozen=True, slots=True)
class _Noted:
    at: datetime
    kind: str
    text: str
    tone: str = ""
    slip: str = ""


def facts_of(case: CaseCard, evidence: Evidence | None, *, nickname: str, payment: Payment | None = None) -> CaseFacts:
    """The facts of a case in the active language. `evidence` is the complaining player's own part of the round, and
    `payment` the player's own deposit or withdrawal: what the case is about.
    """
    values = {
        Placeholder.ADDRESS: gettext("Dear %(name)s") % {"name": nickname},
        Placeholder.CASE: case.number,
        Placeholder.RECEIVED: words.date(case.received_at),
    }
    if payment is not None:
        return _of_payment(payment, values)
    if evidence is None:
        return CaseFacts((), values, "")
    noted = sorted(_noted(evidence), key=lambda each: each.at)
    facts = tuple(
        Fact(number, each.at, round_story.clock(each.at), each.text, each.tone)
        for number, each in enumerate(noted, start=1)
    )
    cites = _cites(noted)
    values |= _values(evidence, cites)
    return CaseFacts(facts, values, _draft(values[Placeholder.ADDRESS], evidence, cites))


def _of_payment(payment: Payment, values: dict[Placeholder, str]) -> CaseFacts:
    noted = payment_facts.noted_of(payment)
    facts = tuple(
        Fact(number, each.at, words.moment(each.at), each.text, each.tone) for number, each in enumerate(noted, start=1)
    )
    cites: dict[str, str] = {}
    for number, each in enumerate(noted, start=1):
        cites.setdefault(each.kind, f" [{number}]")
    values |= payment_facts.values_of(payment, cites)
    return CaseFacts(facts, values, payment_facts.draft_of(values[Placeholder.ADDRESS], payment, cites))


def _noted(evidence: Evidence) -> Iterator[_Noted]:
    played = evidence.round
    yield _Noted(
        played.opened_at,
        "opened",
        gettext("Betting opens in round %(code)s at table %(table)s, rules v%(version)s.")
        % {"code": played.code, "table": played.table_name, "version": evidence.rules.version},
    )
    for act in evidence.acts:
        yield _Noted(act.at, "act", f"{act_line(act)}.")
    for slip in played.slips:
        yield _slip(slip, evidence)
    close = close_of(played.closes_at, played.closed_at)
    if close is not None:
        yield _Noted(close, "closed", gettext("Betting closes: “no more bets”."))
    for one in evidence.connections:
        if one.opened_at > played.opened_at:
            yield _Noted(one.opened_at, "link", gettext("The player’s browser connects."))
        if one.ended_at is not None and one.end is not ConnectionEnd.HELD:
            yield _Noted(one.ended_at, "link", gettext("The player’s connection: %(end)s.") % {"end": ending(one)})
    if played.voided_at is not None:
        yield _Noted(
            played.voided_at,
            "void",
            gettext("The round is void, and every stake goes back. Reason: %(reason)s.")
            % {"reason": played.void_reason.rstrip(".")},
            "bad",
        )
    if played.settled_at is not None:
        yield _Noted(played.settled_at, "paid", f"{_result(evidence)}. {_money(evidence)}. {_again(evidence)}.")


def _slip(slip: SlipCard, evidence: Evidence) -> _Noted:
    told = {"slip": slip.number, "bets": _bets(slip, evidence.round.currency)}
    if slip.rejection is None:
        text = gettext("Slip %(slip)s arrives: %(bets)s; accepted.") % told
        return _Noted(slip.received_at, "slip", text, "good", slip.number)
    late = _late(slip, evidence)
    cause = f"{_cause(slip.rejection)}, {late}" if late else _cause(slip.rejection)
    text = gettext("Slip %(slip)s arrives: %(bets)s; refused: %(cause)s.") % {**told, "cause": cause}
    return _Noted(slip.received_at, "slip", text, "bad", slip.number)


def _cause(rejection: Mapping[str, Any]) -> str:
    return str(_CAUSES.get(str(rejection.get("reason")), gettext_lazy("it could not be accepted as it was sent")))


def _late(slip: SlipCard, evidence: Evidence) -> str:
    close = close_of(evidence.round.closes_at, evidence.round.closed_at)
    refused = slip.rejection is not None and slip.rejection.get("reason") == "betting-closed"
    return words.milliseconds(slip.received_at - close) if refused and close and slip.received_at >= close else ""


def _bets(slip: SlipCard, currency: str) -> str:
    return ", ".join(f"{names.chance(chance)} {words.money(cents, currency)}" for chance, cents in slip.lines.items())


def _result(evidence: Evidence) -> str:
    played = evidence.round
    return gettext("Ponto %(ponto)s, Banca %(banca)s: %(winner)s") % {
        "ponto": played.ponto,
        "banca": played.banca,
        "winner": names.outcome(played.winner),
    }


def _money(evidence: Evidence) -> str:
    played = evidence.round
    return gettext("Staked %(staked)s, returned %(returned)s, commission %(commission)s") % {
        "staked": words.money(played.staked, played.currency),
        "returned": words.money(played.returned, played.currency),
        "commission": words.money(played.commission, played.currency),
    }


def _again(evidence: Evidence) -> str:
    return gettext("Worked out again: all the same") if evidence.agrees else gettext("Worked out again: it differs")


def _cites(noted: list[_Noted]) -> Mapping[str, str]:
    """The citation of the first fact of each kind, and of each slip: «opened» -> « [1]»."""
    found: dict[str, str] = {}
    for number, each in enumerate(noted, start=1):
        found.setdefault(each.kind, f" [{number}]")
        if each.slip:
            found[f"slip-{each.slip}"] = f" [{number}]"
    return found


def kind_of(fact: SlipFact) -> str:
    """What became of a player's slip, in a few words, as a list of cases says it."""
    if fact.code == "void":
        return gettext("round void")
    if fact.code == "played":
        return gettext("bet accepted and played")
    cause = _cause({"reason": fact.code})
    return f"{cause}, {words.milliseconds(fact.late)}" if fact.late is not None else cause


def slip_in_question(evidence: Evidence) -> SlipCard | None:
    """The slip that a complaint is likely about: the first that was refused, else the last."""
    refused = [slip for slip in evidence.round.slips if slip.rejection is not None]
    return next(iter(refused), evidence.round.slips[-1] if evidence.round.slips else None)


def _values(evidence: Evidence, cites: Mapping[str, str]) -> Iterator[tuple[Placeholder, str]]:
    played = evidence.round

    def cited(value: str, kind: str) -> str:
        return f"{value}{cites.get(kind, '')}"

    yield Placeholder.ROUND, cited(played.code, "opened")
    yield Placeholder.TABLE, cited(played.table_name, "opened")
    yield Placeholder.RULES, cited(f"v{evidence.rules.version}", "opened")
    close = close_of(played.closes_at, played.closed_at)
    if close is not None:
        yield Placeholder.CLOSED, cited(words.instant(close), "closed")
    slip = slip_in_question(evidence)
    if slip is not None:
        here = f"slip-{slip.number}"
        yield Placeholder.SLIP, cited(slip.number, here)
        yield Placeholder.BET, cited(_bets(slip, played.currency), here)
        yield Placeholder.AMOUNT, cited(words.money(sum(slip.lines.values()), played.currency), here)
        yield Placeholder.MOMENT, cited(words.instant(slip.received_at), here)
        late = _late(slip, evidence)
        if late:
            yield Placeholder.LATE, cited(late, here)
        if slip.rejection is not None:
            yield Placeholder.CAUSE, cited(_cause(slip.rejection), here)
    if played.settled_at is not None:
        yield Placeholder.RESULT, cited(_result(evidence), "paid")
    if played.settled_at is not None or played.voided_at is not None:
        kind = "paid" if played.settled_at is not None else "void"
        yield Placeholder.STAKED, cited(words.money(played.staked, played.currency), kind)
        yield Placeholder.RETURNED, cited(words.money(played.returned, played.currency), kind)


def _draft(address: str, evidence: Evidence, cites: Mapping[str, str]) -> str:
    """A first draft of the answer, each fact with its number; the person who decides reads it and answers for it."""
    played, end = evidence.round, cites.get("paid", cites.get("void", ""))
    opening = gettext("We have looked again at round %(code)s, with the sealed cards, your bets and the rules.") % {
        "code": f"{played.code}{cites['opened']}"
    }
    slips = [_slip_told(slip, evidence, cites[f"slip-{slip.number}"]) for slip in played.slips]
    cards = [f"{text}{end}" for text in round_story.cards_told(evidence)]
    if played.voided_at is not None:
        cards.insert(0, gettext("The round was declared void, and every stake went back%(fact)s.") % {"fact": end})
    money = f"{_money(evidence)}{end}." if played.bets else ""
    parts = [f"{address},", opening, "\n".join(slips), *cards, money, f"{verdict(evidence)['text']}{end}"]
    return "\n\n".join(part for part in parts if part)


def _slip_told(slip: SlipCard, evidence: Evidence, cite: str) -> str:
    told = {
        "slip": slip.number,
        "bets": _bets(slip, evidence.round.currency),
        "at": words.instant(slip.received_at),
        "fact": cite,
    }
    if slip.rejection is None:
        return gettext("Your slip %(slip)s (%(bets)s) arrived at %(at)s and was accepted%(fact)s.") % told
    late = _late(slip, evidence)
    if late:
        return gettext(
            "Your slip %(slip)s (%(bets)s) arrived at %(at)s, %(late)s after betting closed, and so it was not "
            "accepted%(fact)s. No money moved for it."
        ) % {**told, "late": late}
    return gettext(
        "Your slip %(slip)s (%(bets)s) arrived at %(at)s and was not accepted: %(cause)s%(fact)s. No money moved "
        "for it."
    ) % {**told, "cause": _cause(slip.rejection)}
