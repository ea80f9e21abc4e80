"""Members of staff: taken on, changed and let in again by two persons; shut out, or gone, by one (H7, PT-16)."""

from players.operations.staff.deciding import approve_proposal, reject_proposal
from players.operations.staff.leaving import disable_staff, invite_again
from players.operations.staff.proposing import (
    propose_enabling,
    propose_factor_reset,
    propose_hire,
    propose_identity,
    propose_roles,
)
from players.operations.staff.rows import REASON, MemberChanged, MemberRefusal, MemberRefused, ProposalStands
from players.operations.staff.sealing import open_register, seal_staff

__all__ = [
    "REASON",
    "MemberChanged",
    "MemberRefusal",
    "MemberRefused",
    "ProposalStands",
    "approve_proposal",
    "disable_staff",
    "invite_again",
    "open_register",
    "propose_enabling",
    "propose_factor_reset",
    "propose_hire",
    "propose_identity",
    "propose_roles",
    "reject_proposal",
    "seal_staff",
]
