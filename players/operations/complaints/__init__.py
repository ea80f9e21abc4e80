"""Complaints: a player makes one and follows it, staff answer and decide, the sweep reminds (PT-77 to PT-80)."""

from players.operations.complaints.cases import CaseRefusal, CaseRefused, note, take_in_hand, write
from players.operations.complaints.deadlines import remind
from players.operations.complaints.deciding import approve_award, decide, refuse_award
from players.operations.complaints.making import (
    ComplaintRefusal,
    ComplaintRefused,
    Subject,
    close,
    complain,
    reopen,
    reply,
)
from players.operations.complaints.rows import CaseDone

__all__ = [
    "CaseDone",
    "CaseRefusal",
    "CaseRefused",
    "ComplaintRefusal",
    "ComplaintRefused",
    "Subject",
    "approve_award",
    "close",
    "complain",
    "decide",
    "note",
    "refuse_award",
    "remind",
    "reopen",
    "reply",
    "take_in_hand",
    "write",
]
