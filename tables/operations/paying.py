"""The payment of rounds: their ledger lines, their bets' outcomes, their sessions' sums. Under the tables' locks.

Bets of a round that are equal (chance and stake) come back alike: a round has far fewer such groups than bets. So
groups are reckoned, and the database itself joins them to the bets and adds up the sessions.
"""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final

from baccarat.chances import Chance
from baccarat.odds import odds_of
from baccarat.play import Result
from baccarat.rulesets import Ruleset
from baccarat.settlement import Outcome, Payout, settle
from kernel import prepared
from kernel.money import Currency
from tables.models import Round, Table
from tables.operations import idle
from tables.operations.shoes import Dealt
from tables.table_settings import TableSettings
from tables.timeline import HOUSE_TURNS, Squeeze
from wallet import operations as wallet
from wallet import queries as wallet_queries
from wallet.chart import AccountKind, Code

KEYS: Final = uuid.UUID("0c1ad7f4-3a0e-4b8e-9f6c-0d5e3f2b9a44")


@dataclass(slots=True)
class Group:
    """Equal bets of a round by their ids, and what comes of each."""

    payout: Payout
    ids: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Sat:
    """A player who sat at the table during the round; `stays` unless the session ended with it."""

    person_id: int
    seat: int
    nickname: str
    away: bool
    stays: bool
    stakes: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """A round's amounts over all its bets, in cents, and how many these are."""

    bets: int
    staked: int
    lost: int
    prizes: int
    returned: int
    commission: int


@dataclass(slots=True)
class Ending:
    """A round on its way to its end: its cards, its bets by groups, who sat there, and what each account gets."""

    table: Table
    current: Round
    terms: TableSettings
    dealt: Dealt
    groups: dict[tuple[str, int], Group] = field(default_factory=dict)
    """By chance and stake."""
    laid: dict[int, dict[str, int]] = field(default_factory=dict)
    """By session and chance."""
    sat: list[Sat] = field(default_factory=list)
    returned: dict[int, int] = field(default_factory=dict)
    """By account."""
    squeeze: Squeeze = HOUSE_TURNS
    """The players who turn its cards; of paper cards they were known before."""

    def sums(self) -> Sums:
        """The round in figures."""
        paid = [(len(group.ids), stake, group.payout) for (_, stake), group in self.groups.items()]
        return Sums(
            bets=sum(bets for bets, _, _ in paid),
            staked=sum(bets * stake for bets, stake, _ in paid),
            lost=sum(bets * stake for bets, stake, payout in paid if payout.outcome is Outcome.LOSE),
            prizes=sum(bets * payout.prize for bets, _, payout in paid),
            returned=sum(bets * payout.returned for bets, _, payout in paid),
            commission=sum(bets * payout.commission for bets, _, payout in paid),
        )


_BETS: Final = """
SELECT bet.id, round.id, session_id, chance, stake
FROM unnest(%s::bigint[]) AS round (id)
CROSS JOIN LATERAL (SELECT * FROM tables_bet WHERE round_id = round.id AND stake > 0 OFFSET 0) bet
"""
"""Round by round: asked for all rounds at once, the planner may read all bets there are (ADR 0163)."""


def reckon(endings: Collection[Ending]) -> None:
    """Read the bets of these rounds, without what was taken back whole, and reckon the payout of each group of them."""
    by_round = {ending.current.pk: ending for ending in endings}
    with prepared.cursor() as cursor:
        cursor.execute(_BETS, [prepared.array(by_round)])
        rows = cursor.fetchall()
    for bet_id, round_id, session_id, chance, stake in rows:
        ending = by_round[round_id]
        group = ending.groups.get((chance, stake))
        if group is None:
            payout = payout_of(ending.terms.ruleset, ending.dealt.result, chance, stake)
            group = ending.groups[chance, stake] = Group(payout)
        group.ids.append(bet_id)
        ending.laid.setdefault(session_id, {})[chance] = stake


def payout_of(ruleset: Ruleset, result: Result, chance: str, stake: int) -> Payout:
    """The payout of a bet of so many cents on a chance."""
    return settle(ruleset, result, {Chance(chance): stake})[Chance(chance)]


def pay(endings: Sequence[Ending], *, now: datetime) -> None:
    """Write the rounds' ledger lines: lost stakes, prizes, payouts, commission; then prove their accounts empty."""
    played = [ending for ending in endings if ending.groups]
    house = wallet.house_accounts(pair for ending in played for pair in _houses(ending))
    lines = [line for ending in played for line in _lines(ending, house)]
    paid = {account for ending in played for account in ending.returned}
    wallet.post(lines, balances=wallet.lock_balances(paid) if paid else {}, now=now)
    _prove_empty([ending.current for ending in endings])


def _houses(ending: Ending) -> Iterable[tuple[AccountKind, Currency]]:
    currency = Currency(ending.table.currency)
    yield AccountKind.GAMING, currency
    if any(group.payout.commission for group in ending.groups.values()):
        yield AccountKind.COMMISSION, currency


def _lines(ending: Ending, house: Mapping[tuple[AccountKind, Currency], int]) -> list[wallet.Line]:
    """The house takes the lost stakes out of the round's account and pays the prizes in; the players empty it."""
    current, currency = ending.current, Currency(ending.table.currency)
    gaming = house[AccountKind.GAMING, currency]
    sums = ending.sums()
    lines = [
        _line(current, current.stakes_account, gaming, sums.lost, Code.STAKES_LOST),
        _line(current, gaming, current.stakes_account, sums.prizes, Code.PRIZES),
        *_to_players(current, ending.returned, Code.PAYOUT),
    ]
    if sums.commission:
        kept = house[AccountKind.COMMISSION, currency]
        lines.append(_line(current, gaming, kept, sums.commission, Code.COMMISSION))
    return [line for line in lines if line.amount]


def _to_players(current: Round, amounts: Mapping[int, int], code: Code) -> list[wallet.Line]:
    return [
        _line(current, current.stakes_account, account, amount, code, key=uuid.uuid5(KEYS, f"{current.code}:{account}"))
        for account, amount in amounts.items()
    ]


def _line(
    current: Round, debit: int, credit: int, amount: int, code: Code, *, key: uuid.UUID | None = None
) -> wallet.Line:
    """A line of the round, named by it, or by `key`."""
    name = key or uuid.uuid5(KEYS, current.code)
    return wallet.Line(debit=debit, credit=credit, amount=amount, code=code, key=name, reference=current.code)


def _prove_empty(finished: Iterable[Round]) -> None:
    held = wallet_queries.still_held([current.stakes_account for current in finished])
    assert not held, f"M6: a finished round holds no stakes: {held}"


@lru_cache(maxsize=64)
def _edges(ruleset: Ruleset) -> Mapping[str, int]:
    """The house edge of each chance, in millionths."""
    return {chance.value: round(exact.edge * 1_000_000) for chance, exact in odds_of(ruleset).bets.items()}


_BY_KEYS: Final = "SET LOCAL enable_seqscan = off"
"""What follows in this transaction finds its rows by their keys. A plan made while there were few bets would be kept,
and read all of them for each settlement, until the database has analysed them anew."""

# The sessions of those who sit there, and of those who bet. One that bet has the round in its sums; one that sat
# through it has missed it (R35b), is invited to leave at the sixth in a row, and ends if that did not move it: never
# without the invitation first, and never while its player sits out. One that leaves with bets in play ends here. Bets
# are joined by their ids alone: by round, chance and stake the planner read all bets, and with the ids named again as
# an array it went through the array for each bet. The answer names each player who sat there before, and whether they
# stay; and each account that something comes back to.
_WRITE: Final = """
WITH place AS MATERIALIZED (
  SELECT * FROM unnest(%(tables)s::bigint[], %(rounds)s::bigint[], %(opened_at)s::timestamptz[])
    AS place (table_id, round_id, opened_at)
), bets AS (
  UPDATE tables_bet SET outcome = paid.outcome, prize = paid.prize, commission = paid.commission,
    returned = paid.returned
  FROM unnest(%(bets)s::bigint[], %(places)s::bigint[]) AS laid (id, place)
  JOIN unnest(%(outcomes)s::text[], %(prizes)s::bigint[], %(commissions)s::bigint[], %(returned)s::bigint[],
    %(losses)s::bigint[]) WITH ORDINALITY AS paid (outcome, prize, commission, returned, loss, place) USING (place)
  WHERE tables_bet.id = laid.id
  RETURNING tables_bet.round_id, tables_bet.session_id, tables_bet.stake, tables_bet.returned, tables_bet.prize,
    tables_bet.commission, paid.loss
), bet AS (
  SELECT session_id AS id, round_id, sum(stake)::bigint AS staked, sum(returned)::bigint AS returned,
    sum(prize)::bigint AS prizes, sum(commission)::bigint AS commission, sum(loss)::bigint AS expected_loss
  FROM bets GROUP BY session_id, round_id
), sat AS (
  SELECT s.id, place.round_id, s.leaving, s.away, s.invited_at,
    CASE WHEN s.started_at <= place.opened_at THEN s.rounds_missed + 1 ELSE s.rounds_missed END AS missed
  FROM place CROSS JOIN LATERAL (
    SELECT * FROM tables_playsession WHERE table_id = place.table_id AND ended_at IS NULL OFFSET 0
  ) s
), counted AS (
  SELECT id, coalesce(bet.round_id, sat.round_id) AS round_id, sat.round_id IS NOT NULL AS here, sat.leaving, sat.away,
    sat.invited_at, bet.round_id IS NOT NULL AS bets,
    CASE WHEN bet.round_id IS NULL THEN sat.missed ELSE 0 END AS missed,
    coalesce(bet.staked, 0) AS staked, coalesce(bet.returned, 0) AS returned, coalesce(bet.prizes, 0) AS prizes,
    coalesce(bet.commission, 0) AS commission, coalesce(bet.expected_loss, 0) AS expected_loss
  FROM sat FULL JOIN bet USING (id)
), concerned AS MATERIALIZED (
  SELECT *, here AND NOT away AND invited_at IS NOT NULL AND missed > %(missed_most)s + 1 AS idle,
    here AND NOT away AND invited_at IS NULL AND missed > %(missed_most)s AS silent
  FROM counted
), sessions AS (
  UPDATE tables_playsession s SET rounds = s.rounds + c.bets::int, rounds_missed = c.missed,
    staked = s.staked + c.staked, returned = s.returned + c.returned, prizes = s.prizes + c.prizes,
    commission = s.commission + c.commission, expected_loss = s.expected_loss + c.expected_loss,
    ended_at = CASE WHEN c.leaving OR c.idle THEN %(now)s ELSE s.ended_at END,
    end_reason = CASE WHEN c.idle AND NOT c.leaving THEN 'idle' ELSE s.end_reason END,
    invited_at = CASE WHEN c.silent AND NOT c.leaving THEN %(now)s ELSE s.invited_at END
  FROM concerned c
  WHERE s.id = c.id AND s.id = ANY(ARRAY(SELECT id FROM concerned))
  RETURNING c.round_id, s.id, s.account, c.returned, c.here, s.person_id, s.seat, s.away, s.ended_at IS NULL AS stays
)
SELECT round_id, sessions.id, account, returned, here, person_id, seat, person.nickname, away, stays
FROM sessions LEFT JOIN LATERAL (
  SELECT nickname FROM players_public_person WHERE id = sessions.person_id AND sessions.here OFFSET 0
) person ON true
WHERE here OR returned > 0
"""


def write_outcomes(endings: Sequence[Ending], *, now: datetime) -> None:
    """Write the outcome of each bet and add the rounds to their sessions, in one statement.

    Notes who sat at each table, and what each account gets.
    """
    by_round = {ending.current.pk: ending for ending in endings}
    with prepared.cursor() as cursor:
        cursor.execute(_BY_KEYS)
        cursor.execute(
            _WRITE,
            {
                "tables": prepared.array([ending.table.pk for ending in endings]),
                "rounds": prepared.array(by_round),
                "opened_at": prepared.array([ending.current.opened_at.isoformat() for ending in endings]),
                "now": now,
                "missed_most": idle.ROUNDS_MAX,
                **_paid(endings),
            },
        )
        rows = cursor.fetchall()
    for round_id, session_id, account, returned, here, person_id, seat, nickname, away, stays in sorted(rows):
        ending = by_round[round_id]
        if returned:
            ending.returned[account] = ending.returned.get(account, 0) + returned
        if here:
            ending.sat.append(Sat(person_id, seat, nickname, away, stays, ending.laid.get(session_id, {})))


def _paid(endings: Iterable[Ending]) -> dict[str, str]:
    """The bets of all rounds with the places of their groups, and the groups' payouts column by column."""
    groups = [
        (group, stake * _edges(ending.terms.ruleset)[chance])
        for ending in endings
        for (chance, stake), group in ending.groups.items()
    ]
    places = [place for place, (group, _) in enumerate(groups, 1) for _ in group.ids]
    return {
        "bets": prepared.array([bet_id for group, _ in groups for bet_id in group.ids]),
        "places": prepared.array(places),
        "outcomes": prepared.array([group.payout.outcome.value for group, _ in groups]),
        "prizes": prepared.array([group.payout.prize for group, _ in groups]),
        "commissions": prepared.array([group.payout.commission for group, _ in groups]),
        "returned": prepared.array([group.payout.returned for group, _ in groups]),
        "losses": prepared.array([loss for _, loss in groups]),
    }


@dataclass(frozen=True, slots=True)
class Laid:
    """A bet of a round, and the wallet account that its session plays from."""

    id: int
    person_id: int
    account: int
    chance: str
    stake: int


_LAID: Final = """
SELECT b.id, b.person_id, s.account, b.chance, b.stake
FROM tables_bet b JOIN tables_playsession s ON s.id = b.session_id
WHERE b.round_id = %s AND b.stake > 0
"""
"""Put in order here: asked to, the database may read all bets by their numbers to find these."""


def laid_on(current: Round) -> list[Laid]:
    """The bets of a round, oldest first; without what was taken back whole."""
    with prepared.cursor() as cursor:
        cursor.execute(_LAID, [current.pk])
        return [Laid(*row) for row in sorted(cursor.fetchall())]


def stakes_by_person(bets: Sequence[Laid]) -> dict[int, dict[str, int]]:
    """Each player's stakes on the round, by chance."""
    stakes: dict[int, dict[str, int]] = {}
    for bet in bets:
        stakes.setdefault(bet.person_id, {})[bet.chance] = bet.stake
    return stakes


def refund(current: Round, bets: Sequence[Laid], *, now: datetime) -> None:
    """Write the lines that give each player's stakes of a void round back, and prove its account empty (R29)."""
    stakes: dict[int, int] = {}
    for bet in bets:
        stakes[bet.account] = stakes.get(bet.account, 0) + bet.stake
    lines = _to_players(current, stakes, Code.REFUND)
    wallet.post(lines, balances=wallet.lock_balances(stakes), now=now)
    _prove_empty([current])
