"""The labels of the game and of the tables. `baccarat` stays free of Django, so its labels stand here.

A new bet needs its line in each mapping of bets; Django does not start without it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from baccarat.chances import Chance
from baccarat.paytables import Commission
from baccarat.play import Phase, Winner
from baccarat.rulesets import Game
from baccarat.terms import Shuffle
from kernel.labels import register
from tables.models.bets import BetOutcome
from tables.models.incidents import IncidentKind
from tables.models.play import ConfigurationStatus, TableStatus
from tables.models.staff_acts import TableAct
from tables.queries.figures import RoundWhy
from tables.queries.open_sessions import OpenSessionFault

register(
    {
        Game.PONTO_E_BANCA: _("Ponto e Banca"),
        Game.MACAU: _("Ponto e Banca Macau"),
        Game.MACAU_FLOOR: _("Ponto e Banca Macau, floor table"),
        Game.PUNTO_BANCO: _("Punto Banco"),
        Game.LIVE_BACCARAT: _("Live baccarat"),
    }
)

register(
    {
        Chance.PONTO: _("Ponto"),
        Chance.BANCA: _("Banca"),
        Chance.BANCA_NO_COMMISSION: _("Banca, no commission"),
        Chance.EMPATE: _("Tie"),
        Chance.PAR_PONTO: _("Ponto pair"),
        Chance.PAR_BANCA: _("Banca pair"),
        Chance.QUALQUER_PAR: _("Either pair"),
        Chance.PAR_PERFEITO: _("Perfect pair"),
        Chance.NATURAL_PONTO: _("Ponto natural"),
        Chance.NATURAL_BANCA: _("Banca natural"),
        Chance.BONUS_PONTO: _("Ponto bonus"),
        Chance.BONUS_BANCA: _("Banca bonus"),
        Chance.LUCKY_SIX: _("Lucky six"),
        Chance.LUCKY_SIX_2: _("Lucky six, 2 cards"),
        Chance.LUCKY_SIX_3: _("Lucky six, 3 cards"),
    }
)
register(
    {
        Chance.PONTO: _("Ponto is closer to 9"),
        Chance.BANCA: _("Banca is closer to 9"),
        Chance.BANCA_NO_COMMISSION: _("Banca is closer to 9; with a 6, half the prize"),
        Chance.EMPATE: _("the two hands have the same total"),
        Chance.PAR_PONTO: _("Ponto’s first two cards are a pair"),
        Chance.PAR_BANCA: _("Banca’s first two cards are a pair"),
        Chance.QUALQUER_PAR: _("Ponto or Banca has a pair; it pays once"),
        Chance.PAR_PERFEITO: _("Ponto or Banca has a pair of the same suit; it pays once"),
        Chance.NATURAL_PONTO: _("Ponto has 8 or 9 on its first two cards"),
        Chance.NATURAL_BANCA: _("Banca has 8 or 9 on its first two cards"),
        Chance.BONUS_PONTO: _("Ponto wins with a natural, or by 4 points or more"),
        Chance.BONUS_BANCA: _("Banca wins with a natural, or by 4 points or more"),
        Chance.LUCKY_SIX: _("Banca wins with 6"),
        Chance.LUCKY_SIX_2: _("Banca wins with 6 on two cards"),
        Chance.LUCKY_SIX_3: _("Banca wins with 6 on three cards"),
    },
    form="wins-when",
)
register(
    {
        Chance.PONTO: _("wins if Ponto wins; returned on a tie; otherwise loses"),
        Chance.BANCA: _("wins if Banca wins; returned on a tie; otherwise loses"),
        Chance.BANCA_NO_COMMISSION: _("wins if Banca wins, half the prize with 6; returned on a tie; else loses"),
        Chance.EMPATE: _("wins on a tie; otherwise loses"),
        Chance.PAR_PONTO: _("wins if Ponto’s first two cards are a pair; otherwise loses"),
        Chance.PAR_BANCA: _("wins if Banca’s first two cards are a pair; otherwise loses"),
        Chance.QUALQUER_PAR: _("wins if there is a pair in Ponto or in Banca; else loses"),
        Chance.PAR_PERFEITO: _("wins if there is a pair of one suit in Ponto or in Banca; else loses"),
        Chance.NATURAL_PONTO: _("wins if Ponto has 8 or 9 on the first two cards; else loses"),
        Chance.NATURAL_BANCA: _("wins if Banca has 8 or 9 on the first two cards; else loses"),
        Chance.BONUS_PONTO: _(
            "wins if Ponto wins with a natural or by 4 or more; returned on a tie of naturals; else loses"
        ),
        Chance.BONUS_BANCA: _(
            "wins if Banca wins with a natural or by 4 or more; returned on a tie of naturals; else loses"
        ),
        Chance.LUCKY_SIX: _("wins if Banca wins with 6; else loses"),
        Chance.LUCKY_SIX_2: _("wins if Banca wins with 6 on two cards; else loses"),
        Chance.LUCKY_SIX_3: _("wins if Banca wins with 6 on three cards; else loses"),
    },
    form="possible-results",
)

LETTERS: Final[Mapping[Chance, str]] = MappingProxyType(
    {
        Chance.PONTO: "P",
        Chance.BANCA: "B",
        Chance.BANCA_NO_COMMISSION: "BS",
        Chance.EMPATE: "E",
        Chance.PAR_PONTO: "PP",
        Chance.PAR_BANCA: "PB",
        Chance.QUALQUER_PAR: "QP",
        Chance.PAR_PERFEITO: "PF",
        Chance.NATURAL_PONTO: "NP",
        Chance.NATURAL_BANCA: "NB",
        Chance.BONUS_PONTO: "BP",
        Chance.BONUS_BANCA: "BB",
        Chance.LUCKY_SIX: "L6",
        Chance.LUCKY_SIX_2: "L6·2",
        Chance.LUCKY_SIX_3: "L6·3",
    }
)
"""Up to four letters that stand for a bet where there is little room, the same in every language."""

register(
    {
        Commission.NONE: _("no commission"),
        Commission.FIVE_PERCENT: _("5% of prizes on Banca"),
        Commission.HALF_ON_5: _("half the prize when Banca wins with 5"),
        Commission.HALF_ON_6: _("half the prize when Banca wins with 6"),
        Commission.HALF_ON_5_AND_6: _("half the prize when Banca wins with 5 or with 6"),
    }
)
register(
    {
        Shuffle.EVERY_ROUND: _("shuffled before every round"),
        Shuffle.PER_SHOE: _("shuffled once per shoe"),
    }
)
register(
    {
        Winner.PONTO: pgettext_lazy("report", "Ponto"),
        Winner.BANCA: pgettext_lazy("report", "Banca"),
        Winner.EMPATE: _("tie"),
    }
)
register(
    {
        Winner.PONTO: _("Ponto wins"),
        Winner.BANCA: _("Banca wins"),
        Winner.EMPATE: _("Tie"),
    },
    form="verdict",
)
register(
    {
        BetOutcome.WIN: _("won"),
        BetOutcome.PUSH: _("returned"),
        BetOutcome.LOSE: pgettext_lazy("bet", "lost"),
        BetOutcome.VOID: _("void"),
    }
)
register(
    {
        Phase.BETTING: _("betting open"),
        Phase.CLOSED: _("no more bets"),
        Phase.DEALING: _("dealing"),
        Phase.SETTLED: _("paid"),
        Phase.VOID: _("void"),
    }
)
register(
    {
        TableStatus.CLOSED: pgettext_lazy("table", "closed"),
        TableStatus.OPEN: pgettext_lazy("feminine", "open"),
        TableStatus.PAUSED: _("paused"),
        TableStatus.CLOSING: _("closes after this round"),
    }
)
register(
    {
        ConfigurationStatus.DRAFT: _("draft"),
        ConfigurationStatus.SUBMITTED: _("awaiting a decision"),
        ConfigurationStatus.REJECTED: pgettext_lazy("feminine", "rejected"),
        ConfigurationStatus.APPROVED: pgettext_lazy("feminine", "approved"),
        ConfigurationStatus.IN_FORCE: _("in force"),
        ConfigurationStatus.SUPERSEDED: pgettext_lazy("feminine", "replaced"),
        ConfigurationStatus.WITHDRAWN: pgettext_lazy("feminine", "withdrawn"),
        ConfigurationStatus.REVOKED: pgettext_lazy("feminine", "revoked"),
    }
)
register(
    {
        IncidentKind.STUCK_ROUND: _("table stopped"),
        IncidentKind.VOID_ROUND: _("round void"),
        IncidentKind.SHOE_UNFIT: _("shoe that did not pass its self-test"),
        IncidentKind.CARDS_DIFFER: _("dealt cards that are not the sealed ones"),
        IncidentKind.OVER_RISK: _("exposure above the risk limit"),
        IncidentKind.LEDGER: _("difference in the ledger"),
        IncidentKind.ADAPTER_SILENT: _("external service without an answer"),
        IncidentKind.DRIFT: _("play drifts from the exact odds"),
        IncidentKind.DAY_UNSEALED: _("day without a seal"),
        IncidentKind.FILES_LATE: _("files not in the regulator’s safe"),
        IncidentKind.REGULATOR_LINE: _("the line to the regulator"),
        IncidentKind.LOG_SPLIT: _("two versions of the log"),
        IncidentKind.SOFTWARE: _("software differs from its release"),
        IncidentKind.OTHER: _("recorded by a person"),
    }
)
register(
    {
        TableAct.CREATE_TABLE: _("table created"),
        TableAct.OPEN_TABLE: _("table opened"),
        TableAct.CLOSE_TABLE: _("closing of the table announced"),
        TableAct.CLOSE_SOON: _("betting closed earlier"),
        TableAct.KEY_CARD: _("card keyed by hand, confirmed by another person"),
        TableAct.TAKE_CARD_BACK: _("card taken back"),
        TableAct.PUT_CARD_ASIDE: _("card put aside"),
        TableAct.PAUSE_TABLE: _("table paused"),
        TableAct.RESUME_TABLE: _("play resumed"),
        TableAct.STOP_TABLE: _("table stopped"),
        TableAct.PROPOSE_VOID: _("void proposed"),
        TableAct.REJECT_VOID: _("void turned down"),
        TableAct.VOID_ROUND: _("round void, stakes returned"),
        TableAct.SET_RISK_LIMIT: _("risk limit changed"),
        TableAct.SET_HOURS: _("hours changed"),
        TableAct.DRAFT_CONFIGURATION: _("rules: draft written"),
        TableAct.REVISE_CONFIGURATION: _("rules: draft changed"),
        TableAct.SUBMIT_CONFIGURATION: _("rules: proposal submitted"),
        TableAct.APPROVE_CONFIGURATION: _("rules: proposal approved"),
        TableAct.REJECT_CONFIGURATION: _("rules: proposal rejected"),
        TableAct.WITHDRAW_CONFIGURATION: _("rules: proposal withdrawn"),
        TableAct.REVOKE_CONFIGURATION: _("rules: approved version revoked"),
        TableAct.STOP_PLAY: _("play stopped by the house"),
        TableAct.EXPLAIN_STOP: _("reason of the stop given"),
        TableAct.LIFT_PLAY: _("play allowed to continue"),
    }
)
register(
    {
        TableAct.CREATE_TABLE: _("created the table"),
        TableAct.OPEN_TABLE: _("opened the table"),
        TableAct.CLOSE_TABLE: _("had the table close after the round"),
        TableAct.CLOSE_SOON: _("closed the betting earlier"),
        TableAct.KEY_CARD: _("confirmed a card keyed by hand"),
        TableAct.TAKE_CARD_BACK: _("took a card back"),
        TableAct.PUT_CARD_ASIDE: _("had a card put aside"),
        TableAct.PAUSE_TABLE: _("paused the table"),
        TableAct.RESUME_TABLE: _("resumed play"),
        TableAct.STOP_TABLE: _("stopped the table"),
        TableAct.PROPOSE_VOID: _("proposed to make the round void"),
        TableAct.REJECT_VOID: _("did not make the round void"),
        TableAct.VOID_ROUND: _("voided the round"),
        TableAct.SET_RISK_LIMIT: _("changed the risk limit"),
        TableAct.SET_HOURS: _("changed the opening hours"),
        TableAct.DRAFT_CONFIGURATION: _("wrote the draft"),
        TableAct.REVISE_CONFIGURATION: _("changed the draft"),
        TableAct.SUBMIT_CONFIGURATION: _("submitted the proposal"),
        TableAct.APPROVE_CONFIGURATION: _("approved the proposal"),
        TableAct.REJECT_CONFIGURATION: _("rejected the proposal"),
        TableAct.WITHDRAW_CONFIGURATION: _("withdrew the proposal"),
        TableAct.REVOKE_CONFIGURATION: _("revoked the approved version"),
        TableAct.STOP_PLAY: _("stopped play"),
        TableAct.EXPLAIN_STOP: _("gave the reason of the stop"),
        TableAct.LIFT_PLAY: _("let play continue"),
    },
    form="did",
)
register(
    {
        RoundWhy.STAKES_LEFT: _("money was left in the round’s stakes account"),
        RoundWhy.BET_WITHOUT_OUTCOME: _("a bet has no outcome"),
        RoundWhy.STAKED: _("the amount staked is not the ledger’s"),
        RoundWhy.RETURNED: _("the amount returned is not the ledger’s"),
        RoundWhy.COMMISSION: _("the commission is not the ledger’s"),
    }
)
register(
    {
        OpenSessionFault.SUMS: _("the session’s sums are not those of its bets"),
        OpenSessionFault.SLIPS: _("the bet is not the sum of the accepted slips"),
        OpenSessionFault.MISSING: _("there are bets or slips of a session that does not exist"),
    }
)

SETTINGS: Final = MappingProxyType(
    {
        "preset": _("Game"),
        "decks": _("Decks"),
        "shuffle": _("Cards"),
        "commission": _("Commission on Banca"),
        "pairs": _("Bets on the pairs"),
        "pairs_combined": _("Ceiling of the pairs"),
        "minimum": _("Minimum bet"),
        "caps": _("Maximum bet"),
        "max_prize": _("Maximum prize per round"),
        "betting_seconds": _("Betting time"),
        "show_seconds": _("Result time"),
        "cycle_seconds": _("Time between starts"),
        "seats": _("Seats"),
        "cut": _("Cut by the players"),
        "squeeze_seconds": _("Squeeze"),
    }
)
"""The fields of `tables.table_settings.TableSettings`, as forms, changes and reports head them."""
