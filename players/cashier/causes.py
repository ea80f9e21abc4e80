"""The proof of the cashier: every line of money in, out or corrected beside the row and the notice that caused it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.db import connection

MOST: Final = 1_000


class Why(StrEnum):
    """The figures that do not agree. The first seven are the words of the view `players_cause_difference`."""

    LINE_WITHOUT_ROW = "line-without-row"
    ROW_WITHOUT_LINE = "row-without-line"
    AMOUNT_DIFFERS = "amount-differs"
    CURRENCY_DIFFERS = "currency-differs"
    PERSON_DIFFERS = "person-differs"
    DIRECTION_DIFFERS = "direction-differs"
    WITHOUT_NOTICE = "without-notice"
    """No notice of the bank's speaks of this payment and amount; of a correction: no second person."""
    AWARD_NOT_PAID = "award-not-paid"
    """A complaint's award stands, and no approved correction of its player and amount pays it."""
    ACCOUNT_WITHOUT_PLAYER = "account-without-player"
    """A player's account whose owner is no player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CauseDifference:
    """One line or row that stands alone or says something else: cents in the ledger, cents in the cashier's row."""

    subject: str
    why: Why
    stored: int | None
    computed: int | None
    transfer: int | None


def verify_causes() -> tuple[CauseDifference, ...]:
    """Set every line of the cashier against its row, and every row against its line (PT-12, PT-13, D6); at most `MOST`.

    The comparison is that of the database's own guard; the proof of the guards looks whether it is the one installed.
    """
    with connection.cursor() as cursor:
        cursor.execute(_DIFFERENCES, {"most": MOST})
        return tuple(
            CauseDifference(subject=subject, why=Why(why), stored=stored, computed=computed, transfer=transfer)
            for subject, why, stored, computed, transfer in cursor.fetchall()
        )


_DIFFERENCES: Final = """
SELECT code || ' ' || key || ' (' || owner || ')', why, stored, computed, transfer FROM players_cause_difference
UNION ALL
SELECT 'complaint ' || complaint.year || '/' || complaint.serial, 'award-not-paid', paid.amount, decision.award, NULL
FROM players_complaintdecision decision
JOIN players_complaint complaint ON complaint.id = decision.complaint_id
LEFT JOIN players_adjustment paid ON paid.id = decision.adjustment
WHERE decision.award > 0 AND decision.decided_at IS NOT NULL
    AND (paid.state = 'approved' AND paid.amount = decision.award AND paid.person_id = complaint.person_id)
        IS NOT TRUE
UNION ALL
SELECT account.id || ' (' || account.owner || ')', 'account-without-player', account.balance, NULL, NULL
FROM wallet_public_account account
LEFT JOIN players_person person ON person.public_id::text = account.owner AND person.kind = 'player'
WHERE account.kind = 'player' AND person.id IS NULL
ORDER BY 5, 1
LIMIT %(most)s
"""
