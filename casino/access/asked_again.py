"""Which addresses ask who is there before they act: part of the permission matrix."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ASKED_AGAIN: Final = frozenset(
    {
        "backoffice:lift_stop",
        "backoffice:void_round",
        "backoffice:approve_void",
        "backoffice:reject_void",
        "backoffice:approve",
        "backoffice:evidence",
        "backoffice:export_complaints",
        "backoffice:approve_award",
        "backoffice:refuse_award",
        "backoffice:personal_data",
        "backoffice:limit_player",
        "backoffice:exclude_player",
        "backoffice:take_back_exclusion",
        "backoffice:prohibit",
        "backoffice:lift_prohibition",
        "backoffice:request_report",
        "backoffice:take_report",
        "backoffice:export",
        "backoffice:propose_extract",
        "backoffice:approve_extract",
        "backoffice:reject_extract",
        "backoffice:propose_erasure",
        "backoffice:approve_erasure",
        "backoffice:reject_erasure",
        "backoffice:decide_rectification",
        "backoffice:close_for_death",
        "backoffice:new_staff",
        "backoffice:change_roles",
        "backoffice:disable_staff",
        "backoffice:enable_staff",
        "backoffice:give_identity",
        "backoffice:reset_factor",
        "backoffice:approve_staff",
        "backoffice:reject_staff",
        "backoffice:take_sealed_day",
        "backoffice:ask_sealed",
        "backoffice:propose_faulty_day",
        "backoffice:approve_faulty_day",
        "backoffice:propose_correction",
        "backoffice:approve_correction",
        "backoffice:propose_reopening",
        "backoffice:approve_reopening",
        "backoffice:propose_line_opening",
        "backoffice:approve_line_opening",
        "backoffice:approve_end",
        "backoffice:propose_opening",
        "backoffice:approve_opening",
        "backoffice:approve_withdrawal",
        "backoffice:refuse_withdrawal",
        "backoffice:approve_adjustment",
        "backoffice:reject_adjustment",
        "portal:change_password",
        "portal:change_email",
        "portal:change_payment_account",
    }
)
"""The addresses that ask for a recent proof of identity first (`casino.signing.again`, GL-05)."""

REFUSED_AT_ONCE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "backoffice:reject": "the table goes on under the configuration that it has",
        "backoffice:reject_opening": "play stays stopped, which is the safe side, as stopping it is",
        "backoffice:reject_line_opening": "play stays stopped, which is the safe side, as stopping it is",
        "backoffice:reject_faulty_day": "the day stays without a seal, as it is",
        "backoffice:reject_end": "the incident stays open, as it is",
        "backoffice:reject_correction": "the files stay as they were made",
        "backoffice:reject_card": "the card does not count, and its place stays due",
        "backoffice:reject_reopening": "play stays closed, which is the safe side, as stopping it is",
    }
)
"""Both answers of a second person ask for that proof, except these rejections, which change nothing important."""
