"""The permissions of staff: one table. Knows no person's data beyond the roles held.

A role is a Django group of the same name; nothing else of Django's permissions is used.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Role(StrEnum):
    """The job of a member of staff. One person may hold several; two-person acts still need two persons."""

    GAME_MANAGER = "game-manager"
    APPROVER = "approver"
    SUPERVISOR = "supervisor"
    CROUPIER = "croupier"
    """Deals cards of paper at a table: the console, and nothing else of the house."""
    SUPPORT = "support"
    COMPLIANCE = "compliance"
    AUDITOR = "auditor"
    INSPECTOR = "inspector"
    """The regulator's own eyes: sees everything, changes nothing."""
    ADMINISTRATOR = "administrator"


def roles_named(names: Iterable[str]) -> frozenset[Role]:
    """The roles of these names, as groups have them; names of no role are left out."""
    return frozenset(_BY_NAME[name] for name in names if name in _BY_NAME)


_BY_NAME: Final = {role.value: role for role in Role}


class Action(StrEnum):
    """The actions of staff."""

    SEE_FLOOR = "see-floor"
    PAUSE_TABLE = "pause-table"
    OPEN_TABLE = "open-table"
    CLOSE_TABLE = "close-table"
    DEAL_CARDS = "deal-cards"
    """Take a croupier's table, read its cards, confirm its results."""
    RULE_ON_CARDS = "rule-on-cards"
    """Decide on a card at a croupier's table: confirm, take back, put aside; relieve a croupier, end a shoe."""
    VOID_ROUND = "void-round"
    APPROVE_VOID = "approve-void"
    STOP_PLAY = "stop-play"
    REOPEN_PLAY = "reopen-play"
    """Where a proof closed it: two persons."""
    CREATE_TABLE = "create-table"
    SEE_CONFIGURATIONS = "see-configurations"
    DRAFT_CONFIGURATION = "draft-configuration"
    SUBMIT_CONFIGURATION = "submit-configuration"
    APPROVE_CONFIGURATION = "approve-configuration"
    REVOKE_CONFIGURATION = "revoke-configuration"
    """Take an approved version back before its first round: one person is enough, as nothing changes at the table."""
    SEE_ROUNDS = "see-rounds"
    SEE_REPORTS = "see-reports"
    EXPORT_REPORTS = "export-reports"
    MAKE_REPORTS = "make-reports"
    APPROVE_EXTRACT = "approve-extract"
    """Agree to a report by criteria of a colleague's own (PT-73)."""
    SEE_LEDGER = "see-ledger"
    VERIFY_LEDGER = "verify-ledger"
    SEE_MONEY = "see-money"
    PROPOSE_ADJUSTMENT = "propose-adjustment"
    APPROVE_ADJUSTMENT = "approve-adjustment"
    APPROVE_WITHDRAWAL = "approve-withdrawal"
    SEE_PLAYERS = "see-players"
    SUSPEND_PLAYER = "suspend-player"
    VERIFY_PLAYER = "verify-player"
    EXCLUDE_PLAYER = "exclude-player"
    LIMIT_PLAYER = "limit-player"
    NOTE_PLAYER = "note-player"
    """Write notes on players, and put them on top."""
    SEE_STAFF = "see-staff"
    MANAGE_STAFF = "manage-staff"
    APPROVE_STAFF = "approve-staff"
    SEE_AUDIT = "see-audit"
    SEE_COMPLAINTS = "see-complaints"
    ANSWER_COMPLAINTS = "answer-complaints"
    KEEP_TEMPLATES = "keep-templates"
    """Write, change and retire the texts that answers to complaints begin with."""
    APPROVE_AWARD = "approve-award"
    EXPORT_COMPLAINTS = "export-complaints"
    SEE_INCIDENTS = "see-incidents"
    HANDLE_INCIDENTS = "handle-incidents"
    SEE_PERSONAL_DATA = "see-personal-data"
    DO_DUTIES = "do-duties"
    """Duties that come round: taxes, tests, drills (PT-76, PT-85)."""
    PROPOSE_ERASURE = "propose-erasure"
    """Propose to erase data past its term (PT-56, GDPR)."""
    APPROVE_ERASURE = "approve-erasure"
    SEE_HEALTH = "see-health"
    """How processes, servers and copies of the house stand: figures of machines, none of a person."""
    GIVE_WORK = "give-work"
    """Say who looks after what waits, of the kinds of things that the role works on (`players.inbox`)."""


_A = Action
_READS = frozenset(
    {
        _A.SEE_FLOOR,
        _A.SEE_CONFIGURATIONS,
        _A.SEE_ROUNDS,
        _A.SEE_REPORTS,
        _A.EXPORT_REPORTS,
        _A.SEE_LEDGER,
        _A.VERIFY_LEDGER,
        _A.SEE_MONEY,
        _A.SEE_PLAYERS,
        _A.SEE_STAFF,
        _A.SEE_AUDIT,
        _A.SEE_COMPLAINTS,
        _A.EXPORT_COMPLAINTS,
        _A.SEE_INCIDENTS,
        _A.SEE_PERSONAL_DATA,
        _A.SEE_HEALTH,
    }
)

ALLOWED: Final[Mapping[Role, frozenset[Action]]] = MappingProxyType(
    {
        Role.GAME_MANAGER: frozenset(
            {
                _A.SEE_FLOOR,
                _A.SEE_CONFIGURATIONS,
                _A.DRAFT_CONFIGURATION,
                _A.SUBMIT_CONFIGURATION,
                _A.REVOKE_CONFIGURATION,
                _A.CREATE_TABLE,
                _A.OPEN_TABLE,
                _A.CLOSE_TABLE,
                _A.PAUSE_TABLE,
                _A.SEE_ROUNDS,
                _A.SEE_REPORTS,
                _A.SEE_INCIDENTS,
            }
        ),
        Role.APPROVER: frozenset(
            {
                _A.SEE_FLOOR,
                _A.GIVE_WORK,
                _A.SEE_CONFIGURATIONS,
                _A.APPROVE_CONFIGURATION,
                _A.REVOKE_CONFIGURATION,
                _A.APPROVE_VOID,
                _A.SEE_ROUNDS,
                _A.SEE_REPORTS,
                _A.APPROVE_EXTRACT,
                _A.SEE_MONEY,
                _A.APPROVE_ADJUSTMENT,
                _A.APPROVE_WITHDRAWAL,
            }
        ),
        Role.SUPERVISOR: frozenset(
            {
                _A.SEE_FLOOR,
                _A.SEE_HEALTH,
                _A.GIVE_WORK,
                _A.SEE_CONFIGURATIONS,
                _A.PAUSE_TABLE,
                _A.CLOSE_TABLE,
                _A.RULE_ON_CARDS,
                _A.VOID_ROUND,
                _A.APPROVE_VOID,
                _A.STOP_PLAY,
                _A.REOPEN_PLAY,
                _A.SEE_ROUNDS,
                _A.SEE_PLAYERS,
                _A.NOTE_PLAYER,
                _A.SEE_INCIDENTS,
                _A.HANDLE_INCIDENTS,
            }
        ),
        Role.CROUPIER: frozenset({_A.DEAL_CARDS}),
        Role.SUPPORT: frozenset(
            {
                _A.SEE_FLOOR,
                _A.GIVE_WORK,
                _A.SEE_ROUNDS,
                _A.SEE_PLAYERS,
                _A.NOTE_PLAYER,
                _A.SEE_MONEY,
                _A.PROPOSE_ADJUSTMENT,
                _A.SEE_COMPLAINTS,
                _A.ANSWER_COMPLAINTS,
                _A.KEEP_TEMPLATES,
                _A.SEE_INCIDENTS,
                _A.SEE_PERSONAL_DATA,
            }
        ),
        Role.COMPLIANCE: frozenset(
            {
                _A.SEE_FLOOR,
                _A.SEE_HEALTH,
                _A.GIVE_WORK,
                _A.REOPEN_PLAY,
                _A.SEE_CONFIGURATIONS,
                _A.APPROVE_VOID,
                _A.SEE_ROUNDS,
                _A.SEE_REPORTS,
                _A.EXPORT_REPORTS,
                _A.MAKE_REPORTS,
                _A.APPROVE_EXTRACT,
                _A.SEE_LEDGER,
                _A.VERIFY_LEDGER,
                _A.SEE_MONEY,
                _A.PROPOSE_ADJUSTMENT,
                _A.APPROVE_ADJUSTMENT,
                _A.APPROVE_WITHDRAWAL,
                _A.SEE_PLAYERS,
                _A.SUSPEND_PLAYER,
                _A.VERIFY_PLAYER,
                _A.EXCLUDE_PLAYER,
                _A.LIMIT_PLAYER,
                _A.NOTE_PLAYER,
                _A.SEE_STAFF,
                _A.APPROVE_STAFF,
                _A.SEE_AUDIT,
                _A.SEE_COMPLAINTS,
                _A.ANSWER_COMPLAINTS,
                _A.KEEP_TEMPLATES,
                _A.APPROVE_AWARD,
                _A.EXPORT_COMPLAINTS,
                _A.SEE_INCIDENTS,
                _A.SEE_PERSONAL_DATA,
                _A.HANDLE_INCIDENTS,
                _A.DO_DUTIES,
                _A.PROPOSE_ERASURE,
                _A.APPROVE_ERASURE,
            }
        ),
        Role.AUDITOR: _READS,
        Role.INSPECTOR: _READS,
        Role.ADMINISTRATOR: frozenset(
            {
                _A.SEE_FLOOR,
                _A.SEE_HEALTH,
                _A.GIVE_WORK,
                _A.STOP_PLAY,
                _A.SEE_STAFF,
                _A.MANAGE_STAFF,
                _A.APPROVE_STAFF,
                _A.SEE_AUDIT,
                _A.SEE_INCIDENTS,
                _A.DO_DUTIES,
                _A.PROPOSE_ERASURE,
            }
        ),
    }
)

APART: Final = (
    (Role.GAME_MANAGER, Role.APPROVER),
    (Role.SUPPORT, Role.APPROVER),
    (Role.SUPPORT, Role.COMPLIANCE),
    (Role.ADMINISTRATOR, Role.APPROVER),
    (Role.ADMINISTRATOR, Role.COMPLIANCE),
)
"""Roles that one person may not hold together: one proposes what the other approves, or says who works here."""


def kept_apart(roles: Collection[Role]) -> tuple[Role, Role] | None:
    """The first two of these roles that may not be held together; None if there are none."""
    return next((pair for pair in APART if set(pair) <= set(roles)), None)


def may(person: object, action: Action) -> bool:
    """Whether `person` (a `request.user`, signed in or not) may do `action`. Players may do nothing of it."""
    if not getattr(person, "is_active", False) or not getattr(person, "is_staff", False):
        return False
    roles: frozenset[Role] = getattr(person, "roles", frozenset())
    return any(action in ALLOWED[role] for role in roles)
