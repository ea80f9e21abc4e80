"""A rejection of any reason, with facts to fill its sentence."""

from datetime import UTC, datetime
from enum import StrEnum

from kernel.rejection import Rejected
from players.complaints.operations.attachments import AttachmentRefusal, AttachmentRefused
from players.gates import Barrier
from players.roles import Role
from players.staff.operations import MemberRefusal, MemberRefused

UNTIL = datetime(2026, 11, 30, 12, tzinfo=UTC)


def rejected(reason: StrEnum) -> Rejected:
    if isinstance(reason, MemberRefusal):
        return MemberRefused(reason, until=UNTIL, roles=(Role.APPROVER, Role.GAME_MANAGER))
    if isinstance(reason, AttachmentRefusal):
        return AttachmentRefused(reason, name="talão.pdf", most=7)
    return Rejected(reason, asked=9, least=1, most=8, until=UNTIL, block=Barrier.SUSPENDED)
