"""The player's request for their own records, and the same as a document for files."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from baccarat.chances import Chance
from baccarat.play import Winner
from casino.web.fields import Day
from kernel.calendar import LISBON, add_months, lisbon_date
from kernel.labels import labels_of
from reporting.writers.documents import Column, Document, Kind, Row, Section, amount
from reporting.writers.software import software
from tables.queries import BetOutcome, PlayedSums, RoundCard, SessionSummary, Wanted

MONTHS_AT_ONCE: Final = 3
"""The period shown by default; every earlier day can be requested (UK-02)."""
CURRENCIES: Final = ("EUR", "PLAY")
NOTHING: Final = _("Nothing in this period.")
FIRST_DAY: Final = date(2000, 1, 1)


class Search(forms.Form):
    """The period, the table and the kind of money."""

    de = Day(label=_("From"), required=False)
    ate = Day(label=_("Until"), required=False)
    mesa = forms.ChoiceField(label=_("Table"), required=False)

    def __init__(self, *args: Any, tables: tuple[tuple[str, str], ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["mesa"].choices = [("", _("All")), *tables]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A period that ends before it begins is no period."""
        asked: dict[str, Any] = super().clean() or {}
        since, until = asked.get("de"), asked.get("ate")
        for name, day in (("de", since), ("ate", until)):
            if day is not None and not FIRST_DAY <= day < date(2200, 1, 1):
                self.add_error(name, _("This date does not exist in the records."))
        if since and until and since > until:
            self.add_error("ate", _("The end is before the beginning."))
        return asked


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A period to choose with one press."""

    label: Any
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The whole request: the form, the days, and the arguments of the queries."""

    form: Search
    since: date
    until: date
    currency: str
    wanted: Wanted

    def address(self, **changed: str) -> str:
        """The same, with something changed, as the query of an address."""
        said = {"fichas": self.currency, "de": self.since.isoformat(), "ate": self.until.isoformat()}
        if self.wanted.table_code:
            said["mesa"] = self.wanted.table_code
        return "?" + urlencode(said | changed)

    def shortcuts(self, now: datetime) -> tuple[Shortcut, ...]:
        """Periods that end today."""
        today = lisbon_date(now)
        spans = (
            (_("Today"), today),
            (_("7 days"), today - timedelta(days=6)),
            (_("30 days"), today - timedelta(days=29)),
            (_("3 months"), lisbon_date(add_months(now, -MONTHS_AT_ONCE))),
            (_("12 months"), lisbon_date(add_months(now, -12))),
            (_("Everything"), FIRST_DAY),
        )
        return tuple(
            Shortcut(
                label,
                self.address(de=since.isoformat(), ate=today.isoformat()),
                (since, today) == (self.since, self.until),
            )
            for label, since in spans
        )


def asked(query: Any, *, tables: tuple[tuple[str, str], ...], now: datetime) -> Asked:
    """Read the query of an address; the form shows its errors, with the usual period."""
    today = lisbon_date(now)
    form = Search(query if any(name in query for name in ("de", "ate", "mesa")) else None, tables=tables)
    said = form.cleaned_data if form.is_bound and form.is_valid() else {}
    until = said.get("ate") or today
    since = said.get("de") or min(lisbon_date(add_months(now, -MONTHS_AT_ONCE)), until)
    currency = "PLAY" if query.get("fichas") == "PLAY" else "EUR"
    if not form.is_bound:
        form = Search(initial={"de": since, "ate": until}, tables=tables)
    wanted = Wanted(
        since=_midnight(since),
        until=_midnight(until + timedelta(days=1)),
        table_code=said.get("mesa") or None,
        currency=currency,
    )
    return Asked(form, since, until, currency, wanted)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=LISBON)


def sums_of(found: tuple[PlayedSums, ...], currency: str) -> PlayedSums:
    """The sums of that kind of money, nothing where nothing was bet."""
    return next((sums for sums in found if sums.currency == currency), PlayedSums(currency=currency))


_OUTCOMES: Final = {**labels_of(BetOutcome), "open": _("in play")}
_ROUNDS: Final = (
    Column(name="at", title=_("When"), kind=Kind.MOMENT),
    Column(name="round", title=_("Round"), kind=Kind.CODE),
    Column(name="table", title=_("Table"), kind=Kind.TEXT),
    Column(name="version", title=_("Rules"), kind=Kind.WHOLE),
    Column(name="cards", title=_("Cards"), kind=Kind.CODE),
    Column(name="winner", title=_("Result"), kind=Kind.CODE, values=labels_of(Winner, "verdict")),
    Column(name="chance", title=_("Chance"), kind=Kind.CODE, values=labels_of(Chance)),
    Column(name="outcome", title=_("The bet"), kind=Kind.CODE, values=_OUTCOMES),
    Column(name="staked", title=_("Staked"), kind=Kind.CENTS, summed=True),
    Column(name="returned", title=_("Received"), kind=Kind.CENTS, summed=True),
    Column(name="commission", title=_("Commission"), kind=Kind.CENTS, summed=True),
)
_ROOT: Final = Column(name="root", title=_("Fingerprint of the shoe"), kind=Kind.CODE)
_SESSIONS: Final = (
    Column(name="since", title=_("Start"), kind=Kind.MOMENT),
    Column(name="until", title=_("End"), kind=Kind.MOMENT),
    Column(name="table", title=_("Table"), kind=Kind.TEXT),
    Column(name="minutes", title=_("Minutes"), kind=Kind.WHOLE),
    Column(name="rounds", title=_("Rounds"), kind=Kind.WHOLE),
    Column(name="staked", title=_("Staked"), kind=Kind.CENTS),
    Column(name="returned", title=_("Received"), kind=Kind.CENTS),
    Column(name="commission", title=_("Commission"), kind=Kind.CENTS),
    Column(name="result", title=_("Result"), kind=Kind.CENTS),
)


def rounds_document(
    rounds: list[RoundCard], sums: PlayedSums, asked: Asked, *, cut: bool, roots: bool, now: datetime
) -> Document:
    """Every bet of those rounds, a line each; `roots`: with the root of the shoe, too wide for paper."""
    rows: list[Row] = [
        (
            card.settled_at or card.voided_at or card.opened_at,
            card.code,
            card.table_name,
            card.version,
            " ".join(each for each in card.laid if each),
            card.winner,
            bet.chance,
            bet.outcome or "open",
            bet.stake,
            bet.returned,
            bet.commission,
            *([card.proof["root"] or gettext("paper cards")] if roots else []),
        )
        for card in rounds
        for bet in card.bets
    ]
    columns = (*_ROUNDS, _ROOT) if roots else _ROUNDS
    return _document("rounds", _("My rounds"), columns, rows, sums, asked, cut=cut, now=now)


def sessions_document(
    sessions: list[SessionSummary], sums: PlayedSums, asked: Asked, *, cut: bool, now: datetime
) -> Document:
    """Those sessions, a line each."""
    rows: list[Row] = [
        (
            each.started_at,
            each.ended_at,
            each.table_name,
            each.seconds // 60,
            each.rounds,
            each.staked,
            each.returned,
            each.commission,
            each.result,
        )
        for each in sessions
    ]
    return _document("sessions", _("My sessions"), _SESSIONS, rows, sums, asked, cut=cut, now=now)


def _document(
    name: str,
    title: Any,
    columns: tuple[Column, ...],
    rows: list[Row],
    sums: PlayedSums,
    asked: Asked,
    *,
    cut: bool,
    now: datetime,
) -> Document:
    """`cut`: the oldest lines did not fit; the sums are of the whole period all the same."""
    figures: tuple[tuple[str, Any, str], ...] = (
        ("staked", _("Staked"), amount(sums.staked)),
        ("returned", _("Received"), amount(sums.returned)),
        ("commission", _("Commission"), amount(sums.commission)),
        ("result", _("Won or lost"), amount(sums.result)),
    )
    if cut:
        figures += (("cut", _("Incomplete"), str(_("the oldest lines are missing: ask for a shorter period"))),)
    return Document(
        name=name,
        title=title,
        operator=settings.OPERATOR_PROFILE.operator.name,
        definition=str(_("Play that began in the period; the sums count only play that already has a result.")),
        software=software(),
        revision="",
        made_at=now,
        sha256="",
        since=asked.wanted.since,
        until=asked.wanted.until,
        filters=(
            ("currency", _("Currency"), asked.currency),
            ("table", _("Table"), asked.wanted.table_code or ""),
        ),
        facts=figures,
        sections=(
            Section(
                name=name, title=title, columns=columns, rows=rows, count=len(rows), empty=_("Nothing in this period.")
            ),
        ),
    )
