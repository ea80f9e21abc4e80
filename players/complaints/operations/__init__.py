"""Complaints: a player makes one and follows it, staff answer and decide, the sweep reminds (PT-77 to PT-80)."""

from players.complaints.operations.cases import CaseRejected, CaseRejection, note, take_in_hand, write
from players.complaints.operations.deadlines import remind
from players.complaints.operations.deciding import approve_award, decide, refuse_award
from players.complaints.operations.making import (
    ComplaintRejected,
    ComplaintRejection,
    Subject,
    close,
    complain,
    register_complaint,
    reopen,
    reply,
)
from players.complaints.operations.outsiders import mark_posted, register_outsider, register_reply
from players.complaints.operations.rows import CaseDone
from players.complaints.operations.sheets import correct_sheet

__all__ = [
    "CaseDone",
    "CaseRejected",
    "CaseRejection",
    "ComplaintRejected",
    "ComplaintRejection",
    "Subject",
    "approve_award",
    "close",
    "complain",
    "correct_sheet",
    "decide",
    "mark_posted",
    "note",
    "refuse_award",
    "register_complaint",
    "register_outsider",
    "register_reply",
    "remind",
    "reopen",
    "reply",
    "take_in_hand",
    "write",
]
