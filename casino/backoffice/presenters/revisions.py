"""Two revisions of a day's report: what changed, table by table, and why, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.backoffice import labels
from casino.backoffice.presenters.day_page import COUNTS, FIGURES
from casino.wording import words
from kernel.labels import label, label_of
from kernel.money import Currency
from reporting.making.figures import What
from reporting.making.revisions import Cause, Change, Difference, Reason, Section, difference
from reporting.queries import DailyReportCard

_HELD: Final = {
    "opening": gettext_lazy("Opening balance"),
    "deposits": gettext_lazy("Deposits"),
    "withdrawals": gettext_lazy("Withdrawals"),
    "top_ups": gettext_lazy("Play money chips"),
    "charge_backs": gettext_lazy("Deposits taken back by the bank"),
    "adjustments": gettext_lazy("Adjustments"),
    "staked": gettext_lazy("Staked during the day"),
    "returned": gettext_lazy("Stakes returned"),
    "prizes": gettext_lazy("Prizes"),
    "refunded": gettext_lazy("Refunds"),
    "closing": gettext_lazy("Closing balance"),
    "opening_in_play": gettext_lazy("In play at the start"),
    "closing_in_play": gettext_lazy("In play at the end"),
    "opening_on_way": gettext_lazy("On its way to the bank at the start"),
    "closing_on_way": gettext_lazy("On its way to the bank at the end"),
}
_TITLES: Final = {
    Section.TABLES: gettext_lazy("By table and version of the rules"),
    Section.TOTALS: gettext_lazy("Totals"),
    Section.LEDGER: gettext_lazy("In the ledger"),
    Section.LIABILITY: gettext_lazy("Liability to the players"),
}


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One figure before and after, as it is shown."""

    subject: str
    figure: str
    before: str
    after: str
    difference: str


@dataclass(frozen=True, slots=True)
class Changed:
    """The changes of one table of the report."""

    title: str
    name: str
    rows: tuple[ChangeRow, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """Two revisions side by side."""

    earlier: DailyReportCard
    later: DailyReportCard
    reasons: tuple[str, ...]
    sections: tuple[Changed, ...]

    @property
    def both(self) -> tuple[DailyReportCard, DailyReportCard]:
        """The two, as they are named."""
        return self.earlier, self.later


def compared(earlier: DailyReportCard, later: DailyReportCard) -> Compared:
    """What the later one says otherwise."""
    found = difference(earlier.figures, later.figures)
    return Compared(
        earlier,
        later,
        # A round's code keeps its small letter.
        tuple(reason_in_words(one) if one.round_code else capfirst(reason_in_words(one)) for one in found.reasons),
        tuple(
            Changed(str(title), section.value, tuple(_row(one) for one in found.changes if one.section is section))
            for section, title in _TITLES.items()
            if any(one.section is section for one in found.changes)
        ),
    )


def why_made(cards: Sequence[DailyReportCard]) -> dict[int, str]:
    """Why each revision was made, by its number; `cards` are all of a day, in any order."""
    ordered = sorted(cards, key=lambda card: card.revision)
    told = {ordered[0].revision: gettext("the first")} if ordered else {}
    for earlier, later in pairwise(ordered):
        reasons = [reason_in_words(one) for one in difference(earlier.figures, later.figures).reasons]
        told[later.revision] = "; ".join(reasons)
    return told


def last_step(cards: Sequence[DailyReportCard]) -> str:
    """The last two revisions in a sentence; empty where there is one alone."""
    if len(cards) < 2:
        return ""
    later, earlier = sorted(cards, key=lambda card: -card.revision)[:2]
    said = _summary(difference(earlier.figures, later.figures))
    return gettext("From %(earlier)s to %(later)s: %(changes)s.") % {
        "earlier": earlier.revision,
        "later": later.revision,
        "changes": said,
    }


def _summary(found: Difference) -> str:
    said = []
    for currency in Currency:
        for figure, name in FIGURES.items():
            by = found.total(currency.value, figure)
            if by and figure not in {"pushes", "prizes"}:
                said.append(f"{str(name).lower()} {_told(figure, by, currency.value, signed=True)}")
    return ", ".join(said) or gettext("the totals are the same")


def reason_in_words(reason: Reason) -> str:
    """A cause as a sentence tells it."""
    count = reason.count
    why = labels.fault(reason.why) if reason.cause is Cause.FAULT_FOUND else reason.why
    facts = {"count": count, "table": reason.table_name, "round": reason.round_code, "why": why}
    match reason.cause:
        case Cause.VOID_ADDED:
            said = ngettext("%(count)s more void round: %(table)s", "%(count)s more void rounds: %(table)s", count)
        case Cause.VOID_MISSING:
            said = ngettext("%(count)s void round fewer: %(table)s", "%(count)s void rounds fewer: %(table)s", count)
        case Cause.ROUND_ADDED:
            said = ngettext("%(count)s late round: %(table)s", "%(count)s late rounds: %(table)s", count)
        case Cause.ROUND_MISSING:
            said = ngettext("%(count)s paid round fewer: %(table)s", "%(count)s paid rounds fewer: %(table)s", count)
        case Cause.FAULT_FOUND:
            said = gettext("%(round)s does not agree: %(why)s")
        case Cause.FAULT_MENDED:
            said = gettext("%(round)s agrees again")
        case Cause.DEFINITION:
            said = gettext("the figures are derived in another way: %(why)s")
        case Cause.CARRIED:
            said = gettext("the day before ended otherwise")
        case Cause.UNKNOWN:
            said = gettext("not known: the same rounds, other figures")
    return said % facts


def _row(change: Change) -> ChangeRow:
    held = change.section is Section.LIABILITY
    ledger = change.section is Section.LEDGER
    name = label_of(change.subject, What) if ledger else _HELD[change.figure] if held else FIGURES[change.figure]
    play = change.currency == Currency.PLAY
    subject = label(Currency.PLAY if play else Currency.EUR) if not change.subject or ledger else change.subject
    figure = "" if held or ledger else change.figure
    return ChangeRow(
        capfirst(subject),
        capfirst(str(name)),
        _told(figure, change.before, change.currency),
        _told(figure, change.after, change.currency),
        _told(figure, change.difference, change.currency, signed=True),
    )


def _told(figure: str, value: int, currency: str, *, signed: bool = False) -> str:
    if figure in COUNTS:
        return ("+" if signed and value > 0 else "") + words.number(value)
    return words.signed(value, currency) if signed else words.money(value, currency)
