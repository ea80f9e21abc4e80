"""A session as lines of text and as rows of a sheet, and a round's cards by hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from casino.portal.sheets import local
from casino.wording import words
from reporting.writers.documents import amount, clean, guarded
from tables.queries import PlayedShoe, SessionSummary


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


def lines_of(summary: SessionSummary, shoes: Sequence[PlayedShoe]) -> list[tuple[str, str]]:
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
        (gettext("Result"), words.signed(summary.result, summary.currency)),
        (gettext("Average cost of these bets"), money(summary.cost)),
        *(_shoe(shoe) for shoe in shoes),
    ]


def _shoe(shoe: PlayedShoe) -> tuple[str, str]:
    """A shoe's line: its fingerprint, or that its cards were of paper."""
    if not shoe.root:
        said = gettext("paper cards, dealt by a croupier: no order was fixed before")
        return gettext("Shoe %(number)s") % {"number": shoe.number}, said
    return gettext("Fingerprint of shoe %(number)s") % {"number": shoe.number}, shoe.root


def rows_of(summary: SessionSummary, shoes: Sequence[PlayedShoe]) -> list[list[str]]:
    """The summary for a spreadsheet: one heading, one row, in the legal time of Portugal; no text can be a formula."""
    titles = [
        gettext("Session"),
        gettext("Table"),
        gettext("Currency"),
        gettext("Start"),
        gettext("Time zone"),
        gettext("End"),
        gettext("Time zone"),
        gettext("Seconds"),
        gettext("Rounds"),
        gettext("Staked"),
        gettext("Received"),
        gettext("Prizes"),
        gettext("Commission"),
        gettext("Result"),
        gettext("Average cost of these bets"),
        gettext("Fingerprints of the shoes"),
    ]
    facts = [str(summary.code), guarded(clean(summary.table_code)), summary.currency]
    when = [*local(summary.started_at), *local(summary.ended_at), str(summary.seconds), str(summary.rounds)]
    sums = (
        summary.staked,
        summary.returned,
        summary.prizes,
        summary.commission,
        summary.result,
        summary.cost,
    )
    roots = " ".join(shoe.root for shoe in shoes if shoe.root)
    return [titles, [*facts, *when, *(amount(cents) for cents in sums), roots]]
