"""The permissions at every address and over the table's socket: one table, from which docs/permissions.md is made.

The views guard themselves; this table says which answers they must give. Tests compare the two by asking every
address as every kind of person, and fail for an address or a frame without a row.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.urls import URLPattern, URLResolver, get_resolver

from casino.access.office_rows import OFFICE
from casino.access.rows import (
    EVERYONE,
    MACHINES,
    NOT_GUESTS,
    NOT_STAFF,
    PLAYERS,
    PLAYING,
    SIGNED_IN,
    Row,
    both,
    braked,
    office,
    reads,
    sends,
)
from players.messages.brakes import Asked
from players.roles import Action

_HOUSE: Final[Mapping[str, Row]] = {
    "livez": reads(EVERYONE),
    "healthz": reads(EVERYONE),
    "readyz": reads(EVERYONE),
    "site_health": reads(EVERYONE),
    "set_language": both(EVERYONE),
    "deadline_calendar": reads(EVERYONE),  # the address is the secret; the answer names no person
}

_PLAY: Final[Mapping[str, Row]] = {
    "portal:front": reads(EVERYONE),  # who is signed in is sent on to the lobby
    "portal:lobby": reads(EVERYONE),
    "portal:table": reads(EVERYONE),
    "portal:felt": reads(EVERYONE),  # what everybody in the room sees, without names
    "portal:seat": reads(EVERYONE),  # the requester's own
    "portal:top_up": sends(PLAYING),
    "portal:rules": reads(EVERYONE),
    "portal:round": reads(EVERYONE),  # cards and proof for all; bets, slips and lines only of the requester
    "portal:guide": reads(EVERYONE),  # why the cards fell so for all; what bets cost only for the requester
    "portal:proof": reads(EVERYONE),
    "portal:round_verifier": reads(EVERYONE),  # the proof for all; receipts and bets only of the requester
    "portal:verifier": reads(EVERYONE),
    "portal:verifier_file": reads(EVERYONE),
    "portal:verify_days": reads(EVERYONE),
    "portal:log_checkpoint": reads(EVERYONE),
    "portal:log_entries": reads(EVERYONE),
    "portal:log_tile": reads(EVERYONE),
}

_ENTRY: Final[Mapping[str, Row]] = {
    "portal:guest": braked(both(EVERYONE), Asked.GUEST),  # who has an account is led to the demonstration tables
    "portal:sign_in": both(NOT_GUESTS),
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
    "account_login": both(NOT_GUESTS),
    "mfa_authenticate": both(SIGNED_IN),  # visitors half signed in; others are sent on
    "account_reauthenticate": both(SIGNED_IN),
    "mfa_reauthenticate": both(SIGNED_IN),
    "mfa_reauthenticate_webauthn": both(SIGNED_IN),
    "mfa_index": both(NOT_GUESTS),
    "mfa_activate_totp": both(SIGNED_IN),
    "totp_picture": reads(SIGNED_IN),
    "mfa_deactivate_totp": both(SIGNED_IN),
    "mfa_view_recovery_codes": reads(SIGNED_IN),
    "mfa_generate_recovery_codes": both(SIGNED_IN),
    "mfa_download_recovery_codes": reads(SIGNED_IN),
    "mfa_list_webauthn": both(NOT_GUESTS),
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
    "portal:statement_pdf": braked(reads(PLAYERS), Asked.PRINT),
    "portal:payment_notice": sends(MACHINES),
    "portal:sandbox_bank": both(NOT_GUESTS),
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
    "portal:all_rules": reads(EVERYONE),
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
    "portal:first_steps": both(PLAYERS),
    "portal:contact_details": both(PLAYERS),
    "portal:personal_data": reads(PLAYERS),
    "portal:ask_export": sends(PLAYERS),
    "portal:fetch_export": reads(PLAYERS, own=True),
    "portal:ask_rectification": sends(PLAYERS),
    "portal:close_account": both(PLAYERS),
    "portal:reopen_account": both(PLAYERS),
    "portal:sessions": reads(PLAYERS),
    "portal:sessions_file": braked(reads(PLAYERS), Asked.PRINT),
    "portal:rounds": reads(PLAYERS),
    "portal:rounds_file": braked(reads(PLAYERS), Asked.PRINT),
    "portal:receipt": reads(PLAYERS, own=True),
    "portal:session": reads(PLAYING, own=True),
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

_CROUPIER: Final[Mapping[str, Row]] = {
    "croupier:home": office(Action.DEAL_CARDS),
    "croupier:deck": office(Action.DEAL_CARDS),
    "croupier:console": office(Action.DEAL_CARDS),
    "croupier:standing": office(Action.DEAL_CARDS),
    "croupier:scanner": sends(MACHINES),  # a scanner of that table, by its token
    "croupier:act": office(Action.DEAL_CARDS, "POST"),  # acts at a table, of its own croupier alone
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
        "The croupier’s console": _CROUPIER,
        "The back office": OFFICE,
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
        "sit": PLAYING,
        "leave": PLAYING,
        "away": PLAYING,
        "bet": PLAYING,
        "deal": PLAYING,
        "shown": PLAYING,
        "checked": PLAYING,
        "cut": PLAYING,
        "show": PLAYING,
        "lift": PLAYING,
        "turn": PLAYING,
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
