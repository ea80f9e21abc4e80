"""The proof of the ledger: everything that is stored, computed again from the first line. Reads only.

It trusts neither the balances nor the triggers: the chart comes from `wallet.chart`, and the triggers themselves are
another proof's. One statement sees one moment, so it may run while the tables play.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.db import connection, transaction

from wallet.chart import JOINS


class Why(StrEnum):
    """The kinds of disagreement."""

    ACCOUNT_MISSING = "account-missing"
    CURRENCIES_MIXED = "currencies-mixed"
    KINDS_DO_NOT_FIT = "kinds-do-not-fit"
    AMOUNT_NOT_POSITIVE = "amount-not-positive"
    STEP_WRONG = "step-wrong"
    """A line's balances before and after do not differ by its amount, or stand where no player is touched."""
    CHAIN_BROKEN = "chain-broken"
    """A line does not begin with the balance that the account's line before it ended with."""
    BALANCE_WRONG = "balance-wrong"
    """The stored balance is not the sum of the account's lines."""
    STAKES_BELOW_ZERO = "stakes-below-zero"
    """More left a round's account than was staked."""
    PAYOUTS_BELOW_ZERO = "payouts-below-zero"
    """More was paid out or given back than players had asked for."""
    SUM_NOT_ZERO = "sum-not-zero"
    """The balances of all accounts of a currency do not add up to nothing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One disagreement: the account and its owner, what is stored and what was computed, the line that shows it."""

    account: int | None
    owner: str
    stored: int | None
    computed: int | None
    why: Why
    transfer: int | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """The counts of checked rows, and every disagreement found (at most `MOST_DIFFERENCES`)."""

    accounts: int
    transfers: int
    differences: tuple[Difference, ...]

    @property
    def agrees(self) -> bool:
        return not self.differences


MOST_DIFFERENCES: Final = 1_000

FAULTS: Final = """
chart AS (
    SELECT * FROM unnest(%(codes)s::text[], %(debits)s::text[], %(credits)s::text[]) AS chart (code, debit, credit)
),
fault AS (
    SELECT
        coalesce(player.id, line.debit_account) AS account, coalesce(player.owner, debit.owner, '') AS owner,
        line.balance_after AS stored, line.balance_before + player.sign * line.amount AS computed, line.id,
        CASE
            WHEN debit.id IS NULL OR credit.id IS NULL THEN 'account-missing'
            WHEN debit.currency <> credit.currency THEN 'currencies-mixed'
            WHEN (line.code, debit.kind, credit.kind) NOT IN (SELECT code, debit, credit FROM chart)
                THEN 'kinds-do-not-fit'
            WHEN line.amount <= 0 THEN 'amount-not-positive'
            WHEN player.id IS NULL AND num_nonnulls(line.balance_before, line.balance_after) > 0 THEN 'step-wrong'
            WHEN player.id IS NOT NULL
                AND (line.balance_before + player.sign * line.amount = line.balance_after) IS NOT TRUE
                THEN 'step-wrong'
        END AS why
    FROM {line} line
    LEFT JOIN wallet_account debit ON debit.id = line.debit_account
    LEFT JOIN wallet_account credit ON credit.id = line.credit_account
    CROSS JOIN LATERAL (
        SELECT
            CASE 'player' WHEN debit.kind THEN debit.id WHEN credit.kind THEN credit.id END AS id,
            CASE 'player' WHEN debit.kind THEN debit.owner WHEN credit.kind THEN credit.owner END AS owner,
            CASE 'player' WHEN debit.kind THEN -1 WHEN credit.kind THEN 1 END AS sign
    ) player
)
"""
"""SQL for the chart, and for the fault of each line of `line` by itself; a line without one has a null `why`."""
_CHARTED: Final = "WITH " + FAULTS.format(line="wallet_transfer")
_COMPARED: Final = """,
move AS (
    SELECT debit_account AS account, id, -amount AS change, balance_before, balance_after FROM wallet_transfer
    UNION ALL
    SELECT credit_account, id, amount, balance_before, balance_after FROM wallet_transfer
),
link AS (
    SELECT
        move.account, move.id, move.change, move.balance_before,
        lag(move.balance_after, 1, 0::bigint) OVER (PARTITION BY move.account ORDER BY move.id) AS expected
    FROM move JOIN wallet_account account ON account.id = move.account AND account.kind = 'player'
),
player AS (
    SELECT account, sum(change) AS computed, min(id) FILTER (WHERE balance_before IS DISTINCT FROM expected) AS broken
    FROM link GROUP BY account
),
house AS (
    SELECT account.id, account.kind, account.currency, account.owner, sum(move.change) AS computed
    FROM move JOIN wallet_account account ON account.id = move.account AND account.kind <> 'player'
    GROUP BY account.id
),
held AS (
    SELECT account.id, account.currency, account.owner, account.balance, coalesce(player.computed, 0) AS computed,
           player.broken
    FROM wallet_account account LEFT JOIN player ON player.account = account.id
    WHERE account.kind = 'player'
),
difference AS (
    SELECT account, owner, stored, computed, why, id AS transfer FROM fault WHERE why IS NOT NULL
    UNION ALL
    SELECT held.id, held.owner, line.balance_before, before.balance_after, 'chain-broken', held.broken
    FROM held
    JOIN wallet_transfer line ON line.id = held.broken
    LEFT JOIN LATERAL (
        SELECT balance_after FROM wallet_transfer
        WHERE id < held.broken AND held.id IN (debit_account, credit_account) ORDER BY id DESC LIMIT 1
    ) before ON true
    UNION ALL
    SELECT id, owner, balance, computed, 'balance-wrong', NULL FROM held WHERE balance IS DISTINCT FROM computed
    UNION ALL
    SELECT id, owner, NULL, computed, kind || '-below-zero', NULL FROM house
    WHERE kind IN ('stakes', 'payouts') AND computed < 0
    UNION ALL
    SELECT NULL, currency, sum(stored), sum(computed), 'sum-not-zero', NULL
    FROM (
        SELECT currency, sum(balance) AS stored, 0 AS computed FROM held GROUP BY currency
        UNION ALL SELECT currency, 0, sum(computed) FROM house GROUP BY currency
    ) side GROUP BY currency HAVING sum(stored) + sum(computed) <> 0
)
SELECT 'counted', (SELECT count(*) FROM wallet_account), '', (SELECT count(*) FROM wallet_transfer), NULL, NULL
UNION ALL
(SELECT why, account, owner, stored, computed, transfer FROM difference
 ORDER BY transfer NULLS LAST, account NULLS LAST LIMIT %(most)s)
"""
_LINES: Final = _CHARTED + _COMPARED


def verify_ledger() -> Proof:
    """Compute every balance again from the first line and compare with what is stored.

    Checked: each line's accounts, currencies, kinds and step; each player's chain of balances and its end; no round's
    account below zero; each currency's accounts together nothing.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        # Room to sort a million lines in memory; gone again with the transaction.
        cursor.execute("SELECT set_config('work_mem', '256MB', true), set_config('jit', 'off', true)")
        cursor.execute(_LINES, {**charted(), "most": MOST_DIFFERENCES})
        (counted, *rows) = cursor.fetchall()
    differences = tuple(difference(row) for row in rows)
    return Proof(accounts=int(counted[1]), transfers=int(counted[3]), differences=differences)


def charted() -> dict[str, list[str]]:
    """The chart as the columns that `FAULTS` asks for."""
    fitting = sorted(
        (code.value, debit.value, credit.value) for code, pairs in JOINS.items() for debit, credit in pairs
    )
    codes, debits, credits = (list(column) for column in zip(*fitting, strict=True))
    return {"codes": codes, "debits": debits, "credits": credits}


def difference(row: tuple[Any, ...]) -> Difference:
    """A difference from its row."""
    why, account, owner, stored, computed, transfer = row
    return Difference(
        account=account,
        owner=owner,
        stored=None if stored is None else int(stored),
        computed=None if computed is None else int(computed),
        why=Why(why),
        transfer=transfer,
    )
