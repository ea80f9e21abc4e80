"""The labels of the reports' codes: the sums of a day, and the faults that the proof of the books finds."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from kernel.labels import register
from reporting.making.faults import ChainFault, HouseFault
from reporting.making.figures import What
from reporting.making.guards import GuardFault
from reporting.making.matches import Match
from reporting.models import ExtractState, LinePart
from reporting.sealing.components import Part
from reporting.sealing.questions import Asked
from reporting.six_files.line import LineState

register(
    {
        What.TURNOVER: pgettext_lazy("sum", "staked"),
        What.RETURNED: pgettext_lazy("sum", "returned"),
        What.PRIZES: pgettext_lazy("sum", "prizes"),
        What.COMMISSION: pgettext_lazy("sum", "commission"),
        What.REFUNDED: pgettext_lazy("sum", "refunded"),
        What.GROSS_REVENUE: pgettext_lazy("sum", "gross revenue"),
    }
)
register(
    {
        Asked.ROUND: _("a round, by its code"),
        Asked.LEDGER: _("a line of the ledger, by its number"),
    }
)
register(
    {
        Part.GENERATOR: _("generator: random words, shuffles, shoes, cuts"),
        Part.GAME: _("game: rules, odds, paytables, limits, settlement"),
        Part.PROOFS: _("proofs of the cards, and the verifiers"),
        Part.TABLES: _("tables: bets, rounds, stops"),
        Part.WALLET: _("ledger and balances"),
        Part.EVIDENCE: _("sealed days, log, regulator’s files"),
        Part.PLAYERS: _("players: accounts, protection, cashier, complaints"),
        Part.REPORTS: _("reports and proofs of the books"),
        Part.LIBRARIES: _("libraries and what all parts share"),
        Part.HOUSE: _("pages, doors and commands"),
    }
)
register(
    {
        GuardFault.MISSING: _("a guard of the database is missing"),
        GuardFault.CHANGED: _("a guard of the database was changed or switched off"),
        GuardFault.UNKNOWN: _("the database has a guard or rule that no migration installed"),
    }
)
register(
    {
        ChainFault.ROW_CHANGED: _("a chained row was changed"),
        ChainFault.ROW_MISSING: _("chained rows are missing"),
        ChainFault.ROW_ADDED: _("a row appeared among the chained ones"),
        ChainFault.LINK_BROKEN: _("a link of the chain is not the one that was made"),
        ChainFault.CHAIN_CUT: _("the chain does not have the end that an earlier proof saw"),
    }
)
register(
    {
        HouseFault.GROSS_REVENUE: _("the rounds’ gross revenue is not what the house has in its accounts"),
    }
)
register(
    {
        Match.IS: _("is one of"),
        Match.IS_NOT: _("is none of"),
        Match.BEGINS: _("begins with"),
        Match.CONTAINS: _("contains"),
        Match.LEAST: _("at least"),
        Match.MOST: _("at most"),
        Match.EMPTY: _("is empty"),
        Match.FILLED: _("is not empty"),
    }
)
register(
    {
        ExtractState.PROPOSED: pgettext_lazy("extract", "waits for a second person"),
        ExtractState.APPROVED: pgettext_lazy("extract", "approved"),
        ExtractState.REJECTED: pgettext_lazy("extract", "rejected"),
        ExtractState.WITHDRAWN: pgettext_lazy("extract", "withdrawn"),
    }
)
register(
    {
        LinePart.GATEWAY: _("gateway"),
        LinePart.CAPTOR: _("captor"),
        LinePart.SAFE: _("safe"),
    }
)
register(
    {
        LineState.UP: _("works"),
        LineState.DEGRADED: _("fails"),
        LineState.STOPPED: _("stops play"),
    }
)
