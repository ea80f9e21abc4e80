"""Members of staff: taken on, changed and let in again by two persons; shut out, or gone, by one (H7, PT-16)."""

from players.staff.operations.deciding import approve_proposal, reject_proposal
from players.staff.operations.leaving import disable_staff, invite_again
from players.staff.operations.proposing import (
    propose_enabling,
    propose_factor_reset,
    propose_hire,
    propose_identity,
    propose_roles,
)
from players.staff.operations.rows import MemberChanged, MemberRejected, MemberRejection, ProposalStands
from players.staff.operations.sealing import open_register, seal_staff

__all__ = [
    "MemberChanged",
    "MemberRejected",
    "MemberRejection",
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
