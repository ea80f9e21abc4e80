"""The permissions at every address and over the table's socket: one table, from which docs/permissions.md is made.

The views guard themselves; this table says which answers they must give. Tests compare the two by asking every
address as every kind of person, and fail for an address or a frame without a row.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from django.urls import URLPattern, URLResolver, get_resolver

from players.messages.brakes import Asked
from players.roles import ALLOWED, Action, Role

VISITOR: Final = "visitor"
PLAYER: Final = "player"
STAFF: Final = frozenset(role.value for role in Role)
PERSONS: Final = (VISITOR, PLAYER, *(role.value for role in Role))
"""Every kind of person: a visitor who is not signed in, a player, and each role of the staff."""

EVERYONE: Final = frozenset(PERSONS)
SIGNED_IN: Final = EVERYONE - {VISITOR}
PLAYERS: Final = frozenset({PLAYER})
NOT_STAFF: Final = frozenset({VISITOR, PLAYER})
MACHINES: Final[frozenset[str]] = frozenset()
"""No person: another house's machine, which proves itself by the signature of what it sends."""


@dataclass(frozen=True, slots=True)
class Row:
    """One address: who may read it (GET) and who may send to it (POST); None where the method is not taken.

    `own`: the address names an object of one person, and for everyone else it does not exist (404).
    """

    get: frozenset[str] | None = None
    post: frozenset[str] | None = None
    own: bool = False
    action: Action | None = None
    """The action of `players.roles` that opens it, for the staff's pages."""
    brake: Asked | None = None
    """The kind of request that `players.messages.brakes` counts here, and refuses with 429 if it is sent too often."""


def reads(who: frozenset[str], *, own: bool = False) -> Row:
    """An address that is read only."""
    return Row(get=who, own=own)


def sends(who: frozenset[str], *, own: bool = False) -> Row:
    """An address that only takes what is sent to it."""
    return Row(post=who, own=own)


def both(who: frozenset[str], *, own: bool = False) -> Row:
    """A page with a form on it."""
    return Row(get=who, post=who, own=own)


def who_may(*actions: Action) -> frozenset[str]:
    """The roles that may do any of these actions."""
    return frozenset(role.value for role in Role if ALLOWED[role] & set(actions))


def office(action: Action, *methods: str) -> Row:
    """A page for the staff roles that may do `action`; `methods` are GET and POST, GET alone if none is named."""
    who = who_may(action)
    taken = methods or ("GET",)
    return Row(get=who if "GET" in taken else None, post=who if "POST" in taken else None, action=action)


def braked(row: Row, kind: Asked) -> Row:
    """An address that may be asked so often only."""
    return replace(row, brake=kind)


PROTECTS: Final = office(Action.EXCLUDE_PLAYER, "POST")
_HOUSE: Final[Mapping[str, Row]] = {
    "livez": reads(EVERYONE),
    "readyz": reads(EVERYONE),
    "set_language": both(EVERYONE),
    "texts": reads(EVERYONE),
}

_PLAY: Final[Mapping[str, Row]] = {
    "portal:lobby": reads(EVERYONE),
    "portal:table": reads(EVERYONE),
    "portal:seat": reads(EVERYONE),  # the requester's own
    "portal:top_up": sends(PLAYERS),
    "portal:rules": reads(EVERYONE),
    "portal:round": reads(EVERYONE),  # cards and proof for all; bets, slips and lines only of the requester
    "portal:proof": reads(EVERYONE),
    "portal:verifier": reads(EVERYONE),
    "portal:verifier_file": reads(EVERYONE),
}

_ENTRY: Final[Mapping[str, Row]] = {
    "portal:sign_in": both(EVERYONE),
    "portal:sign_out": sends(EVERYONE),
    "portal:register": braked(both(EVERYONE), Asked.REGISTRATION),
    "portal:registered": reads(EVERYONE),
    "portal:confirm_again": braked(both(EVERYONE), Asked.CONFIRMATION),
    "portal:confirm_email": both(EVERYONE),  # anyone who has the e-mail
    "portal:confirm_new_email": both(EVERYONE),
    "portal:identity": reads(PLAYERS),
    "portal:correct_identity": sends(PLAYERS),
    "portal:recover": braked(both(EVERYONE), Asked.RECOVERY),
    "portal:recover_sent": reads(EVERYONE),
    "portal:recover_password": both(EVERYONE),
    "portal:accept_invitation": both(EVERYONE),  # anyone who has the e-mail
    "portal:terms": reads(EVERYONE),
    "portal:terms_version": reads(EVERYONE),
    "portal:accept_terms": sends(PLAYERS),
    "portal:security": reads(SIGNED_IN),
    "portal:change_password": both(SIGNED_IN),
    "portal:change_email": braked(both(SIGNED_IN), Asked.EMAIL_CHANGE),
    "portal:change_payment_account": both(PLAYERS),
    "portal:end_device": sends(SIGNED_IN),  # one's own devices; those of others do not exist
    "portal:end_others": sends(SIGNED_IN),
    "portal:demo_mail": reads(EVERYONE),  # a demonstration house's only
    "account_login": both(EVERYONE),
    "mfa_authenticate": both(SIGNED_IN),  # visitors half signed in; others are sent on
    "account_reauthenticate": both(SIGNED_IN),
    "mfa_reauthenticate": both(SIGNED_IN),
    "mfa_reauthenticate_webauthn": both(SIGNED_IN),
    "mfa_index": both(EVERYONE),
    "mfa_activate_totp": both(SIGNED_IN),
    "totp_picture": reads(SIGNED_IN),
    "mfa_deactivate_totp": both(SIGNED_IN),
    "mfa_view_recovery_codes": reads(SIGNED_IN),
    "mfa_generate_recovery_codes": both(SIGNED_IN),
    "mfa_download_recovery_codes": reads(SIGNED_IN),
    "mfa_list_webauthn": both(EVERYONE),
    "mfa_add_webauthn": both(SIGNED_IN),
    "mfa_remove_webauthn": both(SIGNED_IN),
    "mfa_edit_webauthn": both(SIGNED_IN),
}

_MONEY: Final[Mapping[str, Row]] = {
    "portal:wallet": reads(PLAYERS),
    "portal:deposit": both(PLAYERS),
    "portal:add_instrument": sends(PLAYERS),
    "portal:deposit_status": reads(PLAYERS, own=True),
    "portal:withdrawal": both(PLAYERS),
    "portal:cancel_withdrawal": sends(PLAYERS, own=True),
    "portal:statement": reads(PLAYERS),
    "portal:statement_csv": reads(PLAYERS),
    "portal:statement_pdf": braked(reads(PLAYERS), Asked.PAPER),
    "portal:payment_notice": sends(MACHINES),
    "portal:sandbox_bank": both(EVERYONE),
}

_PROTECTION: Final[Mapping[str, Row]] = {
    **dict.fromkeys(("portal:limits", "portal:breaks"), both(PLAYERS)),
    **dict.fromkeys(("portal:limit_confirm", "portal:limit_cancel"), sends(PLAYERS, own=True)),
    **dict.fromkeys(("portal:check_interval", "portal:break_notice"), sends(PLAYERS)),
    "portal:national_notice": sends(MACHINES),
}

_COMPLAINTS: Final[Mapping[str, Row]] = {
    "portal:complaints": reads(PLAYERS),
    "portal:complain": Row(get=NOT_STAFF, post=PLAYERS),  # visitors read where else to complain
    "portal:complaint": reads(PLAYERS, own=True),
    "portal:complaint_reply": sends(PLAYERS, own=True),
    "portal:complaint_reopen": sends(PLAYERS, own=True),
    "portal:complaint_close": sends(PLAYERS, own=True),
    "portal:complaint_file": reads(PLAYERS, own=True),
    "portal:evidence": braked(reads(PLAYERS), Asked.EVIDENCE),  # of rounds of all players, but only with one's own bets
    "portal:adjudicator": reads(EVERYONE),
}

_INFORMATION: Final[Mapping[str, Row]] = {
    "portal:safer_play": reads(EVERYONE),
    "portal:self_test": both(EVERYONE),
    "portal:help": reads(EVERYONE),
    "portal:how_to_play": reads(EVERYONE),
    "portal:fairness": reads(EVERYONE),
    "portal:safe_account": reads(EVERYONE),
    "portal:fees": reads(EVERYONE),
    "portal:how_to_complain": reads(EVERYONE),
    "portal:rights": reads(EVERYONE),
    "portal:licence": reads(EVERYONE),
    "portal:supervisor_mark": reads(EVERYONE),
}

_OWN: Final[Mapping[str, Row]] = {
    "portal:account": reads(PLAYERS),
    "portal:own_data": reads(PLAYERS),
    "portal:ask_export": sends(PLAYERS),
    "portal:fetch_export": reads(PLAYERS, own=True),
    "portal:ask_correction": sends(PLAYERS),
    "portal:close_account": both(PLAYERS),
    "portal:reopen_account": both(PLAYERS),
    "portal:sessions": reads(PLAYERS),
    "portal:sessions_file": braked(reads(PLAYERS), Asked.PAPER),
    "portal:rounds": reads(PLAYERS),
    "portal:rounds_file": braked(reads(PLAYERS), Asked.PAPER),
    "portal:receipt": reads(PLAYERS, own=True),
    "portal:session": reads(PLAYERS, own=True),
    "portal:session_text": reads(PLAYERS, own=True),
    "portal:session_csv": reads(PLAYERS, own=True),
}

_API: Final[Mapping[str, Row]] = {
    "api:tables": reads(EVERYONE),
    "api:table": reads(EVERYONE),
    "api:table_rules": reads(EVERYONE),
    "api:table_rounds": reads(EVERYONE),
    "api:round": reads(EVERYONE),
    "api:my_statement": reads(PLAYERS),
    "api:my_sessions": reads(PLAYERS),
    "api:my_session": reads(PLAYERS, own=True),
    "api:daily_reports": office(Action.SEE_REPORTS),
    "api:daily_report": office(Action.SEE_REPORTS),
    "api:daily_report_file": braked(office(Action.EXPORT_REPORTS), Asked.DAY_PDF),
    "api:report_catalogue": office(Action.SEE_REPORTS),
    "api:report_orders": office(Action.EXPORT_REPORTS),
    "api:report_order": office(Action.EXPORT_REPORTS),
    "api:report_order_file": office(Action.EXPORT_REPORTS),
    "api:day_so_far": office(Action.SEE_REPORTS),
    "api:latest_proof": office(Action.SEE_LEDGER),
    "api:schema": reads(EVERYONE),
    "api:docs": reads(EVERYONE),
    "api:nothing": reads(EVERYONE),
}

_OFFICE: Final[Mapping[str, Row]] = {
    "backoffice:home": reads(STAFF),
    "backoffice:floor": office(Action.SEE_FLOOR),
    "backoffice:stop_play": office(Action.STOP_PLAY, "GET", "POST"),
    "backoffice:reopening": office(Action.REOPEN_PLAY),
    "backoffice:propose_reopening": office(Action.REOPEN_PLAY, "POST"),
    "backoffice:approve_reopening": office(Action.REOPEN_PLAY, "POST"),
    "backoffice:reject_reopening": office(Action.REOPEN_PLAY, "POST"),
    "backoffice:lift_stop": office(Action.STOP_PLAY, "GET", "POST"),
    "backoffice:tables": office(Action.SEE_CONFIGURATIONS),
    "backoffice:new_table": office(Action.CREATE_TABLE, "GET", "POST"),
    "backoffice:table": office(Action.SEE_CONFIGURATIONS),
    "backoffice:open_table": office(Action.OPEN_TABLE, "GET", "POST"),
    "backoffice:pause_table": office(Action.PAUSE_TABLE, "GET", "POST"),
    "backoffice:resume_table": office(Action.PAUSE_TABLE, "GET", "POST"),
    "backoffice:close_table": office(Action.CLOSE_TABLE, "GET", "POST"),
    "backoffice:void_round": office(Action.VOID_ROUND, "GET", "POST"),
    "backoffice:proposed_void": office(Action.SEE_ROUNDS),
    "backoffice:approve_void": office(Action.APPROVE_VOID, "POST"),
    "backoffice:reject_void": office(Action.APPROVE_VOID, "POST"),
    "backoffice:risk_limit": office(Action.OPEN_TABLE, "GET", "POST"),
    "backoffice:hours": office(Action.OPEN_TABLE, "GET", "POST"),
    "backoffice:try_bets": office(Action.DRAFT_CONFIGURATION, "POST"),
    "backoffice:tried": office(Action.SEE_CONFIGURATIONS),
    "backoffice:draft": office(Action.DRAFT_CONFIGURATION, "GET", "POST"),
    "backoffice:think": office(Action.DRAFT_CONFIGURATION, "POST"),
    "backoffice:configuration": office(Action.SEE_CONFIGURATIONS),
    "backoffice:revise": office(Action.DRAFT_CONFIGURATION, "GET", "POST"),
    "backoffice:submit": office(Action.SUBMIT_CONFIGURATION, "POST"),
    "backoffice:approve": office(Action.APPROVE_CONFIGURATION, "POST"),
    "backoffice:reject": office(Action.APPROVE_CONFIGURATION, "POST"),
    "backoffice:decisions": office(Action.SEE_CONFIGURATIONS),
    "backoffice:rounds": office(Action.SEE_ROUNDS),
    "backoffice:round": office(Action.SEE_ROUNDS),
    "backoffice:replay": office(Action.SEE_ROUNDS),
    "backoffice:evidence": braked(office(Action.SEE_COMPLAINTS), Asked.EVIDENCE),
    "backoffice:complaints": office(Action.SEE_COMPLAINTS),
    "backoffice:export_complaints": office(Action.EXPORT_COMPLAINTS),
    "backoffice:complaint_file": office(Action.SEE_COMPLAINTS),
    "backoffice:complaint": office(Action.SEE_COMPLAINTS),
    "backoffice:register_complaint": office(Action.ANSWER_COMPLAINTS, "GET", "POST"),
    "backoffice:register_outsider": office(Action.ANSWER_COMPLAINTS, "GET", "POST"),
    "backoffice:mark_posted": office(Action.ANSWER_COMPLAINTS, "POST"),
    "backoffice:take_complaint": office(Action.ANSWER_COMPLAINTS, "POST"),
    "backoffice:write_complaint": office(Action.ANSWER_COMPLAINTS, "POST"),
    "backoffice:decide_complaint": office(Action.ANSWER_COMPLAINTS, "POST"),
    "backoffice:approve_award": office(Action.APPROVE_AWARD, "POST"),
    "backoffice:refuse_award": office(Action.APPROVE_AWARD, "POST"),
    "backoffice:reports": office(Action.SEE_REPORTS),
    "backoffice:report": office(Action.SEE_REPORTS),
    "backoffice:export": braked(office(Action.EXPORT_REPORTS), Asked.DAY_PDF),
    "backoffice:charts": office(Action.SEE_REPORTS),
    "backoffice:reconciliation": office(Action.SEE_REPORTS),
    "backoffice:reconcile": office(Action.SEE_REPORTS, "POST"),
    "backoffice:tax": office(Action.SEE_REPORTS),
    "backoffice:take_tax": office(Action.EXPORT_REPORTS),
    "backoffice:catalogue": office(Action.SEE_REPORTS),
    "backoffice:order_report": office(Action.EXPORT_REPORTS, "GET", "POST"),
    "backoffice:ordered_report": office(Action.EXPORT_REPORTS),
    "backoffice:take_report": office(Action.EXPORT_REPORTS, "GET", "POST"),
    "backoffice:remake": office(Action.MAKE_REPORTS, "POST"),
    "backoffice:deposits": office(Action.SEE_MONEY),
    "backoffice:deposit": office(Action.SEE_MONEY),
    "backoffice:withdrawals": office(Action.SEE_MONEY),
    "backoffice:withdrawal": office(Action.SEE_MONEY),
    "backoffice:approve_withdrawal": office(Action.APPROVE_WITHDRAWAL, "POST"),
    "backoffice:refuse_withdrawal": office(Action.APPROVE_WITHDRAWAL, "POST"),
    "backoffice:adjustments": office(Action.SEE_MONEY),
    "backoffice:new_adjustment": office(Action.PROPOSE_ADJUSTMENT, "GET", "POST"),
    "backoffice:adjustment": office(Action.SEE_MONEY),
    "backoffice:approve_adjustment": office(Action.APPROVE_ADJUSTMENT, "POST"),
    "backoffice:reject_adjustment": office(Action.APPROVE_ADJUSTMENT, "POST"),
    "backoffice:ledger": office(Action.SEE_LEDGER),
    "backoffice:verify": office(Action.VERIFY_LEDGER, "POST"),
    "backoffice:data_requests": office(Action.SEE_PLAYERS),
    "backoffice:decide_correction": office(Action.VERIFY_PLAYER, "POST"),
    "backoffice:close_for_death": office(Action.SUSPEND_PLAYER, "POST"),
    "backoffice:audit": office(Action.SEE_AUDIT),
    "backoffice:staff": office(Action.SEE_STAFF),
    "backoffice:new_staff": office(Action.MANAGE_STAFF, "GET", "POST"),
    "backoffice:staff_proposals": office(Action.SEE_STAFF),
    "backoffice:staff_proposal": office(Action.SEE_STAFF),
    "backoffice:approve_staff": office(Action.APPROVE_STAFF, "POST"),
    "backoffice:reject_staff": office(Action.APPROVE_STAFF, "POST"),
    "backoffice:member": office(Action.SEE_STAFF),
    "backoffice:reset_factor": office(Action.MANAGE_STAFF, "POST"),
    "backoffice:give_identity": office(Action.MANAGE_STAFF, "POST"),
    "backoffice:invite_again": office(Action.MANAGE_STAFF, "POST"),
    "backoffice:change_roles": office(Action.MANAGE_STAFF, "POST"),
    "backoffice:disable_staff": office(Action.MANAGE_STAFF, "POST"),
    "backoffice:enable_staff": office(Action.MANAGE_STAFF, "POST"),
    "backoffice:save_view": sends(STAFF),
    "backoffice:drop_view": sends(STAFF),
    "backoffice:conformance": office(Action.SEE_FLOOR),
    "backoffice:deadlines": office(Action.SEE_FLOOR),
    "backoffice:players": office(Action.SEE_PLAYERS),
    "backoffice:player": office(Action.SEE_PLAYERS),
    "backoffice:personal_data": office(Action.SEE_PERSONAL_DATA, "POST"),
    "backoffice:suspend_player": office(Action.SUSPEND_PLAYER, "POST"),
    "backoffice:reinstate_player": office(Action.SUSPEND_PLAYER, "POST"),
    "backoffice:incidents": office(Action.SEE_INCIDENTS),
    "backoffice:protection": office(Action.SEE_PLAYERS),
    **{f"backoffice:{name}": PROTECTS for name in ("step_signal", "do_obligation", "take_national_list")},
    "backoffice:prohibitions": office(Action.SEE_PLAYERS),
    "backoffice:prohibit": office(Action.VERIFY_PLAYER, "POST"),
    "backoffice:lift_prohibition": office(Action.VERIFY_PLAYER, "POST"),
    "backoffice:limit_player": office(Action.LIMIT_PLAYER, "POST"),
    "backoffice:exclude_player": PROTECTS,
    "backoffice:take_back_exclusion": PROTECTS,
    "backoffice:incident": office(Action.SEE_INCIDENTS),
    "backoffice:report_incident": office(Action.HANDLE_INCIDENTS, "GET", "POST"),
    "backoffice:note_incident": office(Action.HANDLE_INCIDENTS, "POST"),
    "backoffice:tell_regulator": office(Action.HANDLE_INCIDENTS, "POST"),
    "backoffice:close_incident": office(Action.HANDLE_INCIDENTS, "POST"),
}

SECTIONS: Final[Mapping[str, Mapping[str, Row]]] = MappingProxyType(
    {
        "The house itself": _HOUSE,
        "Tables, rounds, proofs": _PLAY,
        "Coming in and going out": _ENTRY,
        "The wallet": _MONEY,
        "Limits and breaks": _PROTECTION,
        "Complaints": _COMPLAINTS,
        "Information": _INFORMATION,
        "What belongs to the person": _OWN,
        "The API": _API,
        "The back office": _OFFICE,
    }
)
ADDRESSES: Final[Mapping[str, Row]] = MappingProxyType(
    {name: row for rows in SECTIONS.values() for name, row in rows.items()}
)

FRAMES: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "connect": EVERYONE,  # watching is free, and changes nothing
        "snapshot": EVERYONE,
        "ping": EVERYONE,
        "sit": PLAYERS,
        "leave": PLAYERS,
        "away": PLAYERS,
        "bet": PLAYERS,
        "deal": PLAYERS,
        "shown": PLAYERS,
        "checked": PLAYERS,
    }
)
"""The people who may send each frame over a table's socket; «connect» is opening it."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address of the house as the resolver knows it."""

    name: str
    route: str
    pattern: URLPattern


def addresses() -> Iterator[Address]:
    """Every address that the house answers to, walked from the root."""
    yield from _walk(get_resolver(), "", "")


def _walk(resolver: URLResolver, space: str, route: str) -> Iterator[Address]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            inner = f"{space}{each.namespace}:" if each.namespace else space
            yield from _walk(each, inner, route + str(each.pattern))
        else:
            yield Address(f"{space}{each.name or ''}", route + str(each.pattern), each)
