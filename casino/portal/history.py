"""What of one's own records is asked for, and the same as a paper for files."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from casino import names
from players.calendar import LISBON, add_months, lisbon_date
from reporting.papers import Column, Kind, Paper, Row, Section, amount
from reporting.software import software
from tables.queries import PlayedSums, RoundCard, SessionSummary, Wanted

MONTHS_AT_ONCE: Final = 3
"""What is shown when nothing is asked for; every earlier day can be asked for (UK-02)."""
CURRENCIES: Final = ("EUR", "PLAY")
NOTHING: Final = _("Nada neste período.")
FIRST_DAY: Final = date(2000, 1, 1)


class Day(forms.DateInput):
    """A day as browsers ask for it and send it, whatever the language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class Search(forms.Form):
    """The period, the table and the kind of money."""

    de = forms.DateField(
        label=_("De"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    ate = forms.DateField(
        label=_("Até"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    mesa = forms.ChoiceField(label=_("Mesa"), required=False)

    def __init__(self, *args: Any, tables: tuple[tuple[str, str], ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["mesa"].choices = [("", _("Todas")), *tables]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A period that ends before it begins is no period."""
        asked: dict[str, Any] = super().clean() or {}
        since, until = asked.get("de"), asked.get("ate")
        for name, day in (("de", since), ("ate", until)):
            if day is not None and not FIRST_DAY <= day < date(2200, 1, 1):
                self.add_error(name, _("Esta data não existe nos registos."))
        if since and until and since > until:
            self.add_error("ate", _("O fim é anterior ao princípio."))
        return asked


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A period to choose with one press."""

    label: Any
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for, whole: the form, the days, and what the queries take."""

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
            (_("Hoje"), today),
            (_("7 dias"), today - timedelta(days=6)),
            (_("30 dias"), today - timedelta(days=29)),
            (_("3 meses"), lisbon_date(add_months(now, -MONTHS_AT_ONCE))),
            (_("12 meses"), lisbon_date(add_months(now, -12))),
            (_("Tudo"), FIRST_DAY),
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
    """Read the query of an address; what is wrong with it is said in the form, and the ordinary period shown."""
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


_ROUNDS: Final = (
    Column(name="at", title=_("Quando"), kind=Kind.MOMENT),
    Column(name="round", title=_("Jogada"), kind=Kind.CODE),
    Column(name="table", title=_("Mesa"), kind=Kind.TEXT),
    Column(name="version", title=_("Regras"), kind=Kind.WHOLE),
    Column(name="cards", title=_("Cartas"), kind=Kind.CODE),
    Column(name="winner", title=_("Resultado"), kind=Kind.CODE, values=names.OUTCOMES),
    Column(name="chance", title=_("Chance"), kind=Kind.CODE, values=names.CHANCES),
    Column(name="outcome", title=_("A aposta"), kind=Kind.CODE, values=names.OUTCOMES),
    Column(name="staked", title=_("Apostado"), kind=Kind.CENTS, summed=True),
    Column(name="returned", title=_("Recebido"), kind=Kind.CENTS, summed=True),
    Column(name="commission", title=_("Comissão"), kind=Kind.CENTS, summed=True),
)
_SESSIONS: Final = (
    Column(name="since", title=_("Início"), kind=Kind.MOMENT),
    Column(name="until", title=_("Fim"), kind=Kind.MOMENT),
    Column(name="table", title=_("Mesa"), kind=Kind.TEXT),
    Column(name="minutes", title=_("Minutos"), kind=Kind.WHOLE),
    Column(name="rounds", title=_("Jogadas"), kind=Kind.WHOLE),
    Column(name="staked", title=_("Apostado"), kind=Kind.CENTS),
    Column(name="returned", title=_("Recebido"), kind=Kind.CENTS),
    Column(name="commission", title=_("Comissão"), kind=Kind.CENTS),
    Column(name="result", title=_("Resultado"), kind=Kind.CENTS),
)


def rounds_paper(rounds: list[RoundCard], sums: PlayedSums, asked: Asked, *, cut: bool, now: datetime) -> Paper:
    """Every bet of those rounds, a line each."""
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
        )
        for card in rounds
        for bet in card.bets
    ]
    return _paper("rounds", _("As minhas jogadas"), _ROUNDS, rows, sums, asked, cut=cut, now=now)


def sessions_paper(
    sessions: list[SessionSummary], sums: PlayedSums, asked: Asked, *, cut: bool, now: datetime
) -> Paper:
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
    return _paper("sessions", _("As minhas sessões"), _SESSIONS, rows, sums, asked, cut=cut, now=now)


def _paper(
    name: str,
    title: Any,
    columns: tuple[Column, ...],
    rows: list[Row],
    sums: PlayedSums,
    asked: Asked,
    *,
    cut: bool,
    now: datetime,
) -> Paper:
    """`cut`: the oldest lines did not fit; the sums are of the whole period all the same."""
    figures: tuple[tuple[str, Any, str], ...] = (
        ("staked", _("Apostado"), amount(sums.staked)),
        ("returned", _("Recebido"), amount(sums.returned)),
        ("commission", _("Comissão"), amount(sums.commission)),
        ("result", _("Ganho ou perdido"), amount(sums.result)),
    )
    if cut:
        figures += (("cut", _("Incompleto"), str(_("faltam as linhas mais antigas: peça um período mais curto"))),)
    return Paper(
        name=name,
        title=title,
        operator=settings.HOUSE_FACTS.operator.name,
        definition=str(_("O que começou no período; nas somas conta só o que já tem resultado.")),
        software=software(),
        revision="",
        made_at=now,
        sha256="",
        since=asked.wanted.since,
        until=asked.wanted.until,
        filters=(
            ("currency", _("Moeda"), asked.currency),
            ("table", _("Mesa"), asked.wanted.table_code or ""),
        ),
        facts=figures,
        sections=(
            Section(
                name=name, title=title, columns=columns, rows=rows, count=len(rows), empty=_("Nada neste período.")
            ),
        ),
    )
