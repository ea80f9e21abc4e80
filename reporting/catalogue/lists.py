"""The closed lists of the catalogue in words, in the language of record."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils import translation
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from baccarat.chances import Chance
from baccarat.paytables import Commission
from baccarat.play import Phase
from baccarat.terms import Shuffle
from kernel.labels import labels_of
from players.access.queries import Factor
from players.accounts.queries import Change
from players.audit.queries.dossier import Datum
from players.complaints.queries.cases import Relation
from players.privacy.queries import ClosureCause
from players.protection.queries.protection import ExclusionKind, ExclusionSource
from tables.labels import SETTINGS
from tables.queries import IncidentKind, TableAct, TableStatus

Words = Mapping[str, Any]


def _of(field: str, words: Words) -> dict[str, Any]:
    """The words of the codes of a field, by field and code."""
    return {f"{field}={code}": name for code, name in words.items()}


STATES: Final[Words] = {
    "active": _("active"),
    "suspended": pgettext_lazy("feminine", "suspended"),
    "excluded": pgettext_lazy("feminine", "excluded"),
    "closed": pgettext_lazy("account", "closed"),
}
CHANGES: Final[Words] = {
    **labels_of(Change),
    **{f"closed-{cause}".removesuffix("-asked"): name for cause, name in labels_of(ClosureCause, "closing").items()},
    **{f"excluded-{kind}": name for kind, name in labels_of(ExclusionKind).items()},
}
"""Changes of an account, by the codes of `players.accounts.datasets`."""
STAFF: Final[Words] = {"active": _("can sign in"), "disabled": _("no access")}
WHOLENESS: Final[Words] = {"complete": _("complete"), "incomplete": _("incomplete")}
BLOCKS: Final[Words] = {**labels_of(ExclusionKind), Change.SUSPENDED.value: CHANGES[Change.SUSPENDED]}
ENDS: Final[Words] = {
    "player": _("the player left"),
    "time": _("end of play time"),
    "idle": _("absence"),
    "barred": _("could no longer play"),
    "table-closed": _("the table closed"),
}
"""Why a session ended."""
UNUSUAL: Final[Words] = {
    "single": _("one large movement"),
    "cumulative": _("large taken together"),
    "little-played": _("deposited and withdrawn with hardly any play"),
}
COMPONENTS: Final[Words] = {
    "table": _("table"),
    "switch": _("stop of play"),
    "rules": _("rules"),
    "account": _("account"),
    "exclusion": _("exclusion"),
    "sign-in": _("sign-in"),
    "connection": _("connection"),
    "clock": pgettext_lazy("component", "clock"),
    "data": _("player’s details"),
    "prize": _("high prize"),
    "transfer": _("large movement"),
    "balance": _("balance"),
}
COMPLAINANTS: Final[Words] = {
    "player": pgettext_lazy("complainant", "player"),
    **labels_of(Relation),
}
"""Who complains: a player, or what a person without an account has to do with the house."""
EVENTS: Final[Words] = {
    **labels_of(TableAct),
    "in-force": _("rules: came into force"),
    **CHANGES,
    "locked": _("sign-in locked"),
    "sign-in-failed": _("failed sign-in"),
    "sign-in-refused": _("sign-in refused: too many failures before"),
    "connection-lost": _("connection lost"),
    "clock-differs": _("clock of a machine that deals too far from the database’s"),
    "clock-agrees": _("clock of a machine that deals agrees again"),
    **labels_of(Datum, "changed"),
    "notice": _("notice to end the exclusion"),
    "revoked": _("exclusion taken back"),
    "large-payout": _("high payout"),
    "large-prize": _("high prize"),
    "large-stake": _("large bet"),
    "large-deposit": _("large deposit"),
    "large-withdrawal-requested": _("large withdrawal"),
    "adjustment": _("adjustment"),
}
ERRORS: Final[Words] = {**labels_of(IncidentKind), TableAct.STOP_PLAY.value: EVENTS[TableAct.STOP_PLAY]}
YES_OR_NO: Final[Words] = {"yes": _("yes"), "no": _("no")}
FIELDS: Final[Words] = {
    **YES_OR_NO,
    "status": _("State"),
    **_of("status", labels_of(TableStatus)),
    "closes_at": _("Betting deadline"),
    "phase": _("Phase"),
    **_of("phase", labels_of(Phase)),
    "code": _("Code"),
    "name": _("Name"),
    "round": _("Round"),
    "refunded": _("Refunded"),
    "reference": _("Approval"),
    "starts_at": _("Start"),
    "proposed_start": _("Proposed start"),
    "cents": _("Risk limit"),
    "balance": _("Balance"),
    "ends_at": _("Until"),
    "datum": _("Personal detail"),
    **_of("factor", labels_of(Factor)),
    "lost=process": _("with its web process"),
    **SETTINGS,
    **_of("shuffle", labels_of(Shuffle)),
    **_of("commission", labels_of(Commission)),
    **labels_of(Chance),
    **{f"{day}": name for day, name in WEEKDAYS.items()},
    **_of("source", labels_of(ExclusionSource)),
}
"""Fields of what staff change, and their codes by field and code."""


def of_record(words: Words) -> dict[str, str]:
    """A list in the language of record."""
    with translation.override("pt"):
        return {code: str(name) for code, name in words.items()}
