"""The payment of a round: its ledger lines, its bets' outcomes, its sessions' sums. Under the table's lock."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
from tables.table_settings import TableSettings
from wallet import operations as wallet
from wallet import queries as wallet_queries
from wallet.chart import AccountKind, Code

KEYS: Final = uuid.UUID("0c1ad7f4-3a0e-4b8e-9f6c-0d5e3f2b9a44")


@dataclass(frozen=True, slots=True)
class Laid:
    """A bet of the round, and the wallet account that its session plays from."""

    id: int
    session_id: int
    person_id: int
    account: int
    chance: str
    stake: int


_LAID: Final = """
SELECT b.id, b.session_id, b.person_id, s.account, b.chance, b.stake
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


def payouts_of(ruleset: Ruleset, result: Result, bets: Sequence[Laid]) -> list[Payout]:
    """The payout of each bet, in the order of the bets; of equal bets the very same, reckoned once."""
    known: dict[tuple[str, int], Payout] = {}
    for chance, stake in {(bet.chance, bet.stake) for bet in bets}:
        known[chance, stake] = settle(ruleset, result, {Chance(chance): stake})[Chance(chance)]
    return [known[bet.chance, bet.stake] for bet in bets]


def pay(table: Table, current: Round, bets: Sequence[Laid], payouts: Sequence[Payout], *, now: datetime) -> None:
    """Write a round's ledger lines: lost stakes, prizes, payouts, commission; then prove its account empty."""
    if bets:
        lines = _lines(Currency(table.currency), current, bets, payouts)
        paid = (line.credit for line in lines if line.code is Code.PAYOUT)
        wallet.post(lines, balances=wallet.lock_balances(paid), now=now)
    _prove_empty(current)


def _lines(currency: Currency, current: Round, bets: Sequence[Laid], payouts: Sequence[Payout]) -> list[wallet.Line]:
    """The house takes the lost stakes out of the round's account and pays the prizes in; the players empty it."""
    gaming = wallet.house_account(kind=AccountKind.GAMING, currency=currency)
    returned: dict[int, int] = {}
    for bet, payout in zip(bets, payouts, strict=True):
        returned[bet.account] = returned.get(bet.account, 0) + payout.returned
    lost = sum(bet.stake for bet, payout in zip(bets, payouts, strict=True) if payout.outcome is Outcome.LOSE)
    prizes = sum(payout.prize for payout in payouts)
    lines = [
        _line(current, current.stakes_account, gaming, lost, Code.STAKES_LOST),
        _line(current, gaming, current.stakes_account, prizes, Code.PRIZES),
        *_to_players(current, returned, Code.PAYOUT),
    ]
    if commission := sum(payout.commission for payout in payouts):
        kept = wallet.house_account(kind=AccountKind.COMMISSION, currency=currency)
        lines.append(_line(current, gaming, kept, commission, Code.COMMISSION))
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


def _prove_empty(current: Round) -> None:
    assert wallet_queries.stakes_left(current.stakes_account) == 0, "M6: a finished round holds no stakes"


@lru_cache(maxsize=64)
def _edges(ruleset: Ruleset) -> Mapping[str, int]:
    """The house edge of each chance, in millionths."""
    return {chance.value: round(exact.edge * 1_000_000) for chance, exact in odds_of(ruleset).bets.items()}


# The bets by what was laid, since equal bets come back alike: a round has far fewer such groups than bets. The sessions
# by their ids (named again where they are joined, so that the planner looks them up instead of reading the table). A
# session that bet has the round in its sums; one that sat through it has missed it
# (R35b), is invited to leave at the sixth in a row, and ends if that did not move it: never without the invitation
# first, and never while its player sits out. One that leaves with bets in play ends here. The answer names each player
# who sat there before, and whether they stay.
_WRITE: Final = """
WITH bets AS (
  UPDATE tables_bet SET outcome = paid.outcome, prize = paid.prize, commission = paid.commission,
    returned = paid.returned
  FROM unnest(%(chances)s::text[], %(stakes)s::bigint[], %(outcomes)s::text[], %(prizes)s::bigint[],
    %(commissions)s::bigint[], %(returned)s::bigint[])
    AS paid (chance, stake, outcome, prize, commission, returned)
  WHERE tables_bet.round_id = %(round)s AND tables_bet.chance = paid.chance AND tables_bet.stake = paid.stake
), counted AS (
  SELECT s.id, s.table_id = %(table)s AND s.ended_at IS NULL AS here, s.leaving, s.away, s.invited_at, bet.id AS bet,
    CASE WHEN bet.id IS NOT NULL THEN 0 WHEN s.started_at <= %(opened_at)s THEN s.rounds_missed + 1
      ELSE s.rounds_missed END AS missed,
    coalesce(bet.staked, 0) AS staked, coalesce(bet.returned, 0) AS returned, coalesce(bet.prizes, 0) AS prizes,
    coalesce(bet.commission, 0) AS commission, coalesce(bet.expected_loss, 0) AS expected_loss
  FROM tables_playsession s
  LEFT JOIN unnest(%(sessions)s::bigint[], %(session_staked)s::bigint[], %(session_returned)s::bigint[],
    %(session_prizes)s::bigint[], %(session_commission)s::bigint[], %(session_loss)s::bigint[])
    AS bet (id, staked, returned, prizes, commission, expected_loss) ON bet.id = s.id
  WHERE s.id = ANY(%(sessions)s::bigint[]) OR (s.table_id = %(table)s AND s.ended_at IS NULL)
), sessions AS (
  UPDATE tables_playsession s SET rounds = s.rounds + (c.bet IS NOT NULL)::int, rounds_missed = c.missed,
    staked = s.staked + c.staked, returned = s.returned + c.returned, prizes = s.prizes + c.prizes,
    commission = s.commission + c.commission, expected_loss = s.expected_loss + c.expected_loss,
    ended_at = CASE WHEN c.here AND (c.leaving OR c.idle) THEN %(now)s ELSE s.ended_at END,
    end_reason = CASE WHEN c.here AND c.idle AND NOT c.leaving THEN 'idle' ELSE s.end_reason END,
    invited_at = CASE WHEN c.here AND c.silent AND NOT c.leaving THEN %(now)s ELSE s.invited_at END
  FROM (
    SELECT *, NOT away AND invited_at IS NOT NULL AND missed > %(missed_most)s + 1 AS idle,
      NOT away AND invited_at IS NULL AND missed > %(missed_most)s AS silent
    FROM counted
  ) c
  WHERE s.id = c.id
  RETURNING c.here, s.person_id, s.seat, s.away, s.ended_at IS NULL AS stays
)
SELECT sessions.person_id, sessions.seat, person.nickname, sessions.away, sessions.stays
FROM sessions JOIN players_public_person person ON person.id = sessions.person_id WHERE sessions.here
"""


@dataclass(frozen=True, slots=True)
class Sat:
    """A player who sat at the table during the round; `stays` unless the session ended with it."""

    person_id: int
    seat: int
    nickname: str
    away: bool
    stays: bool


def write_outcomes(
    table: Table,
    current: Round,
    terms: TableSettings,
    bets: Sequence[Laid],
    payouts: Sequence[Payout],
    *,
    now: datetime,
) -> list[Sat]:
    """Write the outcome of each bet and add the round to its sessions, in one statement; answers who sat there."""
    groups = {(bet.chance, bet.stake): payout for bet, payout in zip(bets, payouts, strict=True)}
    with prepared.cursor() as cursor:
        cursor.execute(
            _WRITE,
            {
                "table": table.pk,
                "round": current.pk,
                "opened_at": current.opened_at,
                "now": now,
                "missed_most": idle.ROUNDS_MAX,
                "chances": prepared.array([chance for chance, _ in groups]),
                "stakes": prepared.array([stake for _, stake in groups]),
                "outcomes": prepared.array([payout.outcome for payout in groups.values()]),
                "prizes": prepared.array([payout.prize for payout in groups.values()]),
                "commissions": prepared.array([payout.commission for payout in groups.values()]),
                "returned": prepared.array([payout.returned for payout in groups.values()]),
                **_session_sums(_edges(terms.ruleset), bets, payouts),
            },
        )
        return [Sat(*row) for row in cursor.fetchall()]


def _session_sums(edges: Mapping[str, int], bets: Sequence[Laid], payouts: Sequence[Payout]) -> dict[str, str]:
    sums: dict[int, list[int]] = {}
    for bet, payout in zip(bets, payouts, strict=True):
        mine = sums.setdefault(bet.session_id, [0, 0, 0, 0, 0])
        mine[0] += bet.stake
        mine[1] += payout.returned
        mine[2] += payout.prize
        mine[3] += payout.commission
        mine[4] += bet.stake * edges[bet.chance]
    names = ("session_staked", "session_returned", "session_prizes", "session_commission", "session_loss")
    columns = {name: prepared.array([each[place] for each in sums.values()]) for place, name in enumerate(names)}
    return {"sessions": prepared.array(sums), **columns}


def refund(current: Round, bets: Sequence[Laid], *, now: datetime) -> None:
    """Write the lines that give each player's stakes of a void round back, and prove its account empty (R29)."""
    stakes: dict[int, int] = {}
    for bet in bets:
        stakes[bet.account] = stakes.get(bet.account, 0) + bet.stake
    lines = _to_players(current, stakes, Code.REFUND)
    wallet.post(lines, balances=wallet.lock_balances(stakes), now=now)
    _prove_empty(current)
