"""What the regulator's files tell of play: every round that ended in a span, with slips and bets (PT-63)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from baccarat.cards import Card
from baccarat.play import Result, play
from baccarat.rulesets import Ruleset
from kernel.money import Currency
from players.accounts import queries as players
from tables.codes import slip_name
from tables.models import Bet, Round, RoundPhase, Slip
from tables.table_settings import terms_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipTold:
    """An accepted slip with where it came from; `name` is the key of its ledger line, if it moved money."""

    number: str
    name: UUID
    taken_at: datetime
    session: str
    sign_in: str
    address: str
    region: str
    lines: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class BetTold:
    """A bet as it was settled; cents."""

    chance: str
    stake: int
    outcome: str
    commission: int
    returned: int


@dataclass(frozen=True, slots=True)
class PlayerTold:
    """One player's part of a round."""

    person_key: str
    slips: tuple[SlipTold, ...]
    bets: tuple[BetTold, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTold:
    """A round that is settled or void, with everybody's slips and bets. A void one has no result."""

    code: str
    table: str
    seats: int
    preset: str
    rules_version: int
    max_prize: int | None
    ruleset: Ruleset
    opened_at: datetime
    ended_at: datetime
    result: Result | None
    players: tuple[PlayerTold, ...]


def rounds_told(*, since: datetime, until: datetime, currency: Currency) -> tuple[RoundTold, ...]:
    """Rounds of a currency that were settled or void in [since, until) and had slips, in the order of their ends."""
    ended = Q(settled_at__gte=since, settled_at__lt=until) | Q(voided_at__gte=since, voided_at__lt=until)
    rows = Round.objects.select_related("table", "configuration").filter(ended, table__currency=currency.value)
    rounds = {row.pk: row for row in rows}
    slips: dict[int, dict[int, list[Slip]]] = defaultdict(lambda: defaultdict(list))
    accepted = Slip.objects.filter(round_id__in=rounds, rejection__isnull=True).select_related("session")
    for slip in accepted.order_by("taken_at", "pk"):
        slips[slip.round_id][slip.person_id].append(slip)
    bets: dict[tuple[int, int], list[Bet]] = defaultdict(list)
    for bet in Bet.objects.filter(round_id__in=rounds, stake__gt=0).order_by("pk"):
        bets[bet.round_id, bet.person_id].append(bet)
    keys = players.person_keys({person for of_round in slips.values() for person in of_round})
    found = [
        _round(rounds[pk], {keys[person]: (laid, bets[pk, person]) for person, laid in of_round.items()})
        for pk, of_round in slips.items()
    ]
    return tuple(sorted(found, key=lambda each: (each.ended_at, each.code)))


def _round(row: Round, by_person: Mapping[str, tuple[list[Slip], list[Bet]]]) -> RoundTold:
    terms = terms_of(row.configuration_id, row.configuration.terms)
    ended = row.voided_at if row.phase == RoundPhase.VOID else row.settled_at
    assert ended is not None, "the round is over"
    return RoundTold(
        code=row.code,
        table=row.table.code,
        seats=terms.seats,
        preset=terms.preset,
        rules_version=row.configuration.number,
        max_prize=terms.max_prize,
        ruleset=terms.ruleset,
        opened_at=row.opened_at,
        ended_at=ended,
        result=None if row.phase == RoundPhase.VOID else play([Card.parse(card) for card in row.cards]),
        players=tuple(
            PlayerTold(key, tuple(map(_slip, laid)), tuple(map(_bet, bets)))
            for key, (laid, bets) in sorted(by_person.items())
        ),
    )


def _slip(row: Slip) -> SlipTold:
    return SlipTold(
        number=row.number,
        name=slip_name(row.person_id, row.key),
        taken_at=row.taken_at,
        session="" if row.session is None else str(row.session.code),
        sign_in="" if row.sign_in is None else str(row.sign_in),
        address=row.address,
        region=row.region,
        lines=row.lines,
    )


def _bet(row: Bet) -> BetTold:
    return BetTold(row.chance, row.stake, row.outcome, row.commission, row.returned)


def in_play_at(instant: datetime, currency: Currency) -> tuple[str, ...]:
    """The codes of the rounds that were in play at a moment: opened before it, and not over yet."""
    over = Q(settled_at__lt=instant) | Q(voided_at__lt=instant)
    rows = Round.objects.filter(opened_at__lt=instant, table__currency=currency.value).exclude(over)
    return tuple(rows.values_list("code", flat=True))
