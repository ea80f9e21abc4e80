"""Reports about the game: rounds, bets, sessions, what the rules promise and what came of them, what went wrong."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from baccarat.chances import Chance
from baccarat.paytables import Commission
from baccarat.play import Phase, Winner
from baccarat.rulesets import Game
from kernel.labels import labels_of
from reporting.catalogue import lists
from reporting.catalogue.accounts import WHO
from reporting.catalogue.definition import (
    Asked,
    Check,
    Definition,
    Filter,
    at,
    cents,
    code,
    ratio,
    whole,
    words,
)
from reporting.catalogue.money import moved
from reporting.making.datasets import significant
from reporting.writers.documents import Column
from tables.queries import BetOutcome, ConfigurationStatus, datasets
from wallet.chart import Code, prizes, stakes_returned

_TABLE: Final = frozenset({Filter.CURRENCY, Filter.TABLE})
_ALL: Final = frozenset({Filter.CURRENCY, Filter.TABLE, Filter.PLAYER})
_TABLE_NAMED: Final[tuple[Column, ...]] = (
    code("table_code", _("Table")),
    words("table_name", _("Name of the table")),
)
"""By the code that addresses know, and by the name that pages show."""
_WHERE: Final[tuple[Column, ...]] = (
    *_TABLE_NAMED,
    whole("version", _("Version of the rules"), summed=False),
)


def _paid(asked: Asked, totals: Mapping[str, int], *, staked: str = "staked") -> tuple[Check, ...]:
    """The stakes of rounds that ended in the period and the money returned of them, beside the ledger's lines."""
    if not asked.whole:
        return ()
    ledger = moved(asked)
    back = stakes_returned(ledger) + ledger[Code.REFUND]
    return (
        Check(name="staked", title=_("Staked"), report=totals[staked], ledger=back + ledger[Code.STAKES_LOST]),
        Check(name="returned", title=_("Returned"), report=totals["returned"], ledger=back + prizes(ledger)),
        Check(name="commission", title=_("Commission"), report=totals["commission"], ledger=ledger[Code.COMMISSION]),
    )


def _settled(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    """The same without void rounds."""
    if not asked.whole:
        return ()
    ledger = moved(asked)
    staked = stakes_returned(ledger) + ledger[Code.STAKES_LOST]
    returned = stakes_returned(ledger) + prizes(ledger)
    return (
        Check(name="staked", title=_("Staked"), report=totals["staked"], ledger=staked),
        Check(name="returned", title=_("Returned"), report=totals["returned"], ledger=returned),
        Check(name="commission", title=_("Commission"), report=totals["commission"], ledger=ledger[Code.COMMISSION]),
    )


DEFINITIONS: Final = (
    Definition(
        name="bets",
        version=3,
        source="PT-R20, PT-54",
        title=_("Record of bets"),
        about=_("Each bet: when it was accepted, what could come up, what each side put at stake and what came up."),
        filters=_ALL,
        columns=(
            code("round", _("Round")),
            *_WHERE,
            code("player", _("Player")),
            at("accepted_at", _("Accepted")),
            code("chance", _("Bet"), labels_of(Chance)),
            code("possible", _("Possible results"), labels_of(Chance, "possible-results")),
            cents("stake", _("Staked by the player")),
            cents("at_risk", _("Put at stake by the house, at most")),
            at("closed_at", _("No more bets")),
            at("ended_at", _("Paid or void")),
            code("winner", _("Outcome"), labels_of(Winner)),
            code("outcome", _("Result"), labels_of(BetOutcome)),
            cents("prize", _("Prize")),
            cents("commission", _("Commission")),
            cents("returned", _("Returned")),
        ),
        register=lambda asked: datasets.bets(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table, player=asked.player
        ),
        grouped="chance",
        checks=lambda asked, totals: _paid(asked, totals, staked="stake"),
    ),
    Definition(
        name="rounds",
        version=2,
        source="PT-52",
        title=_("Rounds"),
        about=_("Each round paid or void, with the cards and the sums."),
        filters=_TABLE,
        columns=(
            code("round", _("Round")),
            *_WHERE,
            at("opened_at", _("Opened")),
            at("closed_at", _("No more bets")),
            at("ended_at", _("Paid or void")),
            code("phase", _("State"), labels_of(Phase)),
            words("void_reason", _("Reason for voiding")),
            code("cards", _("Cards")),
            code("winner", _("Outcome"), labels_of(Winner)),
            whole("players", _("Players"), summed=False),
            whole("bets", _("Bets")),
            cents("staked", _("Staked")),
            cents("returned", _("Returned")),
            cents("prizes", _("Prizes")),
            cents("commission", _("Commission")),
        ),
        register=lambda asked: datasets.rounds(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table
        ),
        grouped="table_code",
        checks=_paid,
    ),
    Definition(
        name="player-games",
        version=2,
        source="PT-52",
        title=_("Rounds of each player"),
        about=_("Each round of each player, with the balance at the start and at the end."),
        filters=_ALL,
        columns=(
            code("round", _("Round")),
            *_WHERE,
            *WHO,
            at("opened_at", _("Opened")),
            at("ended_at", _("Paid or void")),
            cents("opening", _("Opening balance"), summed=False),
            cents("staked", _("Staked")),
            cents("prizes", _("Prizes")),
            cents("commission", _("Commission")),
            cents("returned", _("Returned")),
            cents("closing", _("Closing balance"), summed=False),
            code("phase", _("State"), labels_of(Phase)),
            words("void_reason", _("Reason for voiding")),
        ),
        register=lambda asked: datasets.games(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table, player=asked.player
        ),
        grouped="table_code",
        checks=_paid,
    ),
    Definition(
        name="player-sessions",
        version=5,
        source="GL-24, PT-51",
        title=_("Gaming sessions"),
        about=_("Each session that ended in the period, or is still going on, with the sums and the reason it ended."),
        filters=_ALL,
        columns=(
            code("session", _("Session")),
            *WHO,
            *_TABLE_NAMED,
            at("started_at", _("Start")),
            at("last_confirmed_at", _("Last bet confirmed")),
            at("ended_at", _("End")),
            code("end_reason", _("Reason for the end"), lists.ENDS),
            words("device", _("Device")),
            whole("deposits", _("Deposits")),
            whole("withdrawals", _("Withdrawals")),
            whole("rounds", _("Rounds")),
            cents("staked", _("Staked")),
            cents("prizes", _("Prizes")),
            cents("returned", _("Returned")),
            cents("commission", _("Commission")),
            cents("opening", _("Opening balance"), summed=False),
            cents("closing", _("Closing balance"), summed=False),
            cents("in_play", _("In unfinished rounds")),
        ),
        register=lambda asked: datasets.sessions(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table, player=asked.player
        ),
        grouped="table_code",
    ),
    Definition(
        name="game-performance",
        version=4,
        source="GL-20",
        title=_("Game performance"),
        about=_("By table, version of the rules and bet: what the exact odds promise to return and what came back."),
        filters=_TABLE,
        columns=(
            *_WHERE,
            code("preset", _("Game"), labels_of(Game)),
            at("in_force_from", _("In force since")),
            code("status", _("State of the rules"), labels_of(ConfigurationStatus)),
            code("chance", _("Bet"), labels_of(Chance)),
            whole("rounds", _("Rounds"), summed=False),
            whole("bets", _("Bets")),
            cents("staked", _("Staked")),
            cents("returned", _("Returned")),
            cents("gross_revenue", _("Gross revenue")),
            cents("commission", _("Commission")),
            cents("voided", _("In void rounds")),
            ratio("theoretical", _("Theoretical return %")),
            ratio("actual", _("Actual return %")),
        ),
        register=lambda asked: datasets.performance(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table
        ),
        grouped="table_code",
        checks=_settled,
    ),
    Definition(
        name="paytables",
        version=4,
        source="GL-15, PT-49",
        title=_("Versions of the rules"),
        about=_(
            "Each version of each table’s rules: approval, time in force, best return and what was played under it."
        ),
        filters=_TABLE,
        columns=(
            *_WHERE,
            code("preset", _("Game"), labels_of(Game)),
            code("mode", _("Commission on Banca"), labels_of(Commission)),
            words("reference", _("Approval")),
            code("status", _("State"), labels_of(ConfigurationStatus)),
            at("in_force_from", _("In force since")),
            at("superseded_at", _("Replaced at")),
            ratio("theoretical", _("Best theoretical return %")),
            whole("rounds", _("Rounds")),
            whole("voids", pgettext_lazy("rounds", "Void")),
            whole("bets", _("Bets")),
            cents("staked", _("Staked")),
            cents("returned", _("Returned")),
            cents("commission", _("Commission")),
            cents("unfinished", _("In unfinished rounds")),
        ),
        register=lambda asked: datasets.paytables(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table
        ),
        grouped="table_code",
        checks=_settled,
    ),
    Definition(
        name="system-errors",
        version=3,
        source="PT-R18",
        title=_("System errors"),
        about=_(
            "Incidents, void rounds and play stopped by the house: what was noticed, how severe it is, what it "
            "touched, cause, remedy, who dealt with it and when the regulator was told."
        ),
        filters=frozenset(),
        columns=(
            at("at", _("When")),
            code("number", _("Incident")),
            code("what", _("What"), lists.ERRORS),
            code("subject", _("Where")),
            words("noticed", _("What was noticed")),
            whole("severity", _("Severity"), summed=False),
            words("cause", _("Cause")),
            words("solution", _("Remedy")),
            code("currency", _("Currency")),
            cents("amount", _("Money touched"), summed=False),
            whole("people", _("Players"), summed=False),
            at("told_at", _("Regulator told")),
            words("employee", _("Employee")),
            at("ended_at", _("Resolved at")),
        ),
        register=lambda asked: datasets.errors(since=asked.begin, until=asked.until),
        grouped="what",
    ),
    Definition(
        name="significant-events",
        version=8,
        source="GL-17, GL-23, PT-53",
        title=_("Relevant events and changes"),
        about=_(
            "Who did what and who authorised it, the value before and after, the reason; slips, payouts, deposits "
            "and withdrawals from an amount on; failed sign-ins, lost connections and clocks that differ."
        ),
        filters=frozenset({Filter.LEAST}),
        columns=(
            at("at", _("When")),
            code("component", _("Component"), lists.COMPONENTS),
            code("event", _("Event"), lists.EVENTS),
            code("subject", _("About")),
            words("employee", _("Done by")),
            words("authorised", _("Authorised by")),
            words("reason", _("Reason")),
            code("address", _("From where"), personal=True),
            words("change", _("What changed")),
        ),
        register=lambda asked: significant(
            since=asked.begin, until=asked.until, least=asked.least, words=lists.of_record(lists.FIELDS)
        ),
        grouped="component",
    ),
)
