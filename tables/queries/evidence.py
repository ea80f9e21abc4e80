"""All that is known of one finished round, for the person who judges it, with its settlement worked out anew (G3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from baccarat.cards import Card
from baccarat.chances import Chance
from baccarat.play import NotEnoughCards, Result, play
from baccarat.settlement import settle
from tables.models import Bet, PlaySession, Round, RoundPhase
from tables.queries.connections import ConnectionCard, connections_of_round
from tables.queries.history import RoundCard, round_of
from tables.queries.readings import PaperRound, paper_round
from tables.queries.replay import Replay, replay
from tables.queries.round_acts import Deadline, RoundAct, acts_during, deadlines
from tables.table_settings import terms_of


@dataclass(frozen=True, slots=True)
class Settled:
    """The outcome of a bet; cents."""

    outcome: str
    prize: int
    commission: int
    returned: int


@dataclass(frozen=True, slots=True)
class BetAgain:
    """A bet as it was paid, and as rules and cards pay it when they are asked again."""

    person_id: int
    nickname: str
    chance: str
    stake: int
    stored: Settled
    again: Settled | None
    """None where the cards do not make a round."""

    @property
    def agrees(self) -> bool:
        """Whether both are the same to the cent."""
        return self.stored == self.again


@dataclass(frozen=True, slots=True)
class Presence:
    """A person's session at the table that reached into the round."""

    person_id: int
    nickname: str
    seat: int
    started_at: datetime
    ended_at: datetime | None
    end_reason: str
    invited_at: datetime | None
    warning_shown_at: datetime | None


@dataclass(frozen=True, slots=True)
class RulesPlayed:
    """The very version of the rules that the round was played under, with its approval."""

    version: int
    terms: dict[str, Any]
    reference: str
    approved_at: datetime | None
    in_force_from: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Everything about one round: for staff everybody's, for a player the own part and what is everybody's."""

    round: RoundCard
    whole: bool
    """Whether everybody's bets, slips and lines are in it."""
    rules: RulesPlayed
    drawn: tuple[str, ...]
    """The cards in the order in which they left the shoe."""
    shown: tuple[str, ...]
    """Of a void round: the cards that it would have been dealt, in that order; of a croupier's those that were read."""
    first_card: int
    """The place of the first of them in the shoe, from 0."""
    round_of_shoe: int
    bets: tuple[BetAgain, ...]
    presences: tuple[Presence, ...]
    connections: tuple[ConnectionCard, ...]
    acts: tuple[RoundAct, ...]
    """Acts of staff and the house meanwhile; named where the whole round is shown."""
    replay: Replay
    paper: PaperRound | None
    """Of a croupier's round: every card as it was read, by whom; None for cards that were committed to."""

    @property
    def deadlines(self) -> tuple[Deadline, ...]:
        """Every deadline that was announced, and whether it held."""
        played = self.round
        return deadlines(self.acts, closes_at=played.closes_at, closed_at=played.closed_at, phase=played.phase)

    @property
    def agrees(self) -> bool:
        """Whether everything came out again as it is stored."""
        return self.replay.agrees and all(bet.agrees for bet in self.bets)


def evidence_of(*, round_code: str, person_id: int | None, now: datetime) -> Evidence | None:
    """All about a round that is paid or void: whole for null `person_id` (staff), else that person's own part of it.

    None when there is no such round, or it is still in play.
    """
    card = round_of(round_code=round_code, person_id=person_id)
    again = replay(round_code) if card else None
    if card is None or again is None:
        return None
    played = Round.objects.select_related("table", "configuration", "opening").get(code=round_code)
    opening = getattr(played, "opening", None)
    bets = Bet.objects.filter(round=played, stake__gt=0).select_related("person").order_by("pk")
    sessions = _sessions(played)
    if person_id is not None:
        bets, sessions = bets.filter(person_id=person_id), sessions.filter(person_id=person_id)
    return Evidence(
        round=card,
        whole=person_id is None,
        rules=_rules(played),
        drawn=tuple(played.cards),
        shown=tuple(opening.cards) if opening else (),
        first_card=played.first_card,
        round_of_shoe=played.round_of_shoe,
        bets=tuple(_again(played, list(bets))),
        presences=tuple(_presence(session) for session in sessions),
        connections=connections_of_round(round_code=round_code, person_id=person_id, now=now),
        acts=acts_during(played, named=person_id is None),
        replay=again,
        paper=paper_round(round_code=round_code, named=person_id is None) if card.paper else None,
    )


def _rules(played: Round) -> RulesPlayed:
    version = played.configuration
    return RulesPlayed(version.number, version.terms, version.reference, version.decided_at, version.in_force_from)


def _again(played: Round, bets: list[Bet]) -> Iterator[BetAgain]:
    """Each bet settled anew from the cards on record; a void round gives every stake back (R29)."""
    result = None if played.phase == RoundPhase.VOID else _result(played)
    for bet in bets:
        stored = Settled(bet.outcome, bet.prize, bet.commission, bet.returned)
        if played.phase == RoundPhase.VOID:
            again: Settled | None = Settled("void", 0, 0, bet.stake)
        elif result is None:
            again = None
        else:
            again = _settled(played, result, Chance(bet.chance), bet.stake)
        yield BetAgain(bet.person_id, bet.person.nickname, bet.chance, bet.stake, stored, again)


def _result(played: Round) -> Result | None:
    try:
        return play([Card.parse(card) for card in played.cards])
    except NotEnoughCards:
        return None


def _settled(played: Round, result: Result, chance: Chance, stake: int) -> Settled:
    ruleset = terms_of(played.configuration_id, played.configuration.terms).ruleset
    payout = settle(ruleset, result, {chance: stake})[chance]
    return Settled(payout.outcome.value, payout.prize, payout.commission, payout.returned)


def _sessions(played: Round) -> Any:
    ended = played.settled_at or played.voided_at
    here = PlaySession.objects.filter(table=played.table, started_at__lte=ended).exclude(ended_at__lt=played.opened_at)
    return here.select_related("person").order_by("seat", "pk")


def _presence(session: PlaySession) -> Presence:
    return Presence(
        session.person_id,
        session.person.nickname,
        session.seat,
        session.started_at,
        session.ended_at,
        session.end_reason,
        session.invited_at,
        session.warning_shown_at,
    )
