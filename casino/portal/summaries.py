"""A session as lines of text and as rows of a sheet, and a round's cards by hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from casino.wording import words
from reporting.writers.documents import clean, guarded
from tables.queries import SessionSummary


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of a round as they lie: two and a third, if there is one."""

    ponto: tuple[str, ...]
    ponto_third: str | None
    banca: tuple[str, ...]
    banca_third: str | None


def hands_of(laid: Sequence[str | None]) -> Hands | None:
    """P1 B1 P2 B2 P3 B3 by hand; None before the cards are known."""
    if not laid:
        return None
    ponto = tuple(card for card in (laid[0], laid[2]) if card)
    banca = tuple(card for card in (laid[1], laid[3]) if card)
    return Hands(ponto, laid[4], banca, laid[5])


def lines_of(summary: SessionSummary) -> list[tuple[str, str]]:
    """The summary for people, in the active language."""

    def money(cents: int) -> str:
        return words.money(cents, summary.currency)

    return [
        (gettext("Session"), str(summary.code)),
        (gettext("Table"), f"{summary.table_name} ({summary.table_code})"),
        (gettext("Start"), words.moment(summary.started_at)),
        (gettext("End"), words.moment(summary.ended_at) if summary.ended_at else gettext("under way")),
        (gettext("Length"), words.duration(summary.seconds)),
        (gettext("Rounds with bets"), str(summary.rounds)),
        (gettext("Staked"), money(summary.staked)),
        (gettext("Received"), money(summary.returned)),
        (gettext("Commission"), money(summary.commission)),
        (gettext("Result"), money(summary.result)),
    ]


def rows_of(summary: SessionSummary) -> list[list[str]]:
    """The summary for a sheet: one heading, one row; amounts in cents, instants in UTC; no text can be a formula."""
    values = {
        "session": str(summary.code),
        "table": guarded(clean(summary.table_code)),
        "currency": summary.currency,
        "started_at": summary.started_at.isoformat(),
        "ended_at": summary.ended_at.isoformat() if summary.ended_at else "",
        "seconds": str(summary.seconds),
        "rounds": str(summary.rounds),
        "staked_cents": str(summary.staked),
        "returned_cents": str(summary.returned),
        "prizes_cents": str(summary.prizes),
        "commission_cents": str(summary.commission),
        "result_cents": str(summary.result),
    }
    return [list(values), list(values.values())]
