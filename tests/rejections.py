"""A rejection of any reason, with facts to fill its sentence."""

from datetime import UTC, datetime
from enum import StrEnum

from kernel.rejection import Rejected
from players.complaints.operations import CaseRejected, CaseRejection
from players.complaints.operations.attachments import AttachmentRejected, AttachmentRejection
from players.complaints.operations.replies import ReplyRejected, ReplyRejection
from players.gates import Block
from players.roles import Role
from players.staff.operations import MemberRejected, MemberRejection

UNTIL = datetime(2026, 11, 30, 12, tzinfo=UTC)


def rejected(reason: StrEnum) -> Rejected:
    if isinstance(reason, MemberRejection):
        return MemberRejected(reason, until=UNTIL, roles=(Role.APPROVER, Role.GAME_MANAGER))
    if isinstance(reason, CaseRejection):
        return CaseRejected(reason, number="R-2026-00007", asked=9, least=1, most=8, until=UNTIL)
    if isinstance(reason, AttachmentRejection):
        return AttachmentRejected(reason, name="talão.pdf", most=7)
    if isinstance(reason, ReplyRejection):
        return ReplyRejected(reason, unknown=("{montante}",))
    return Rejected(reason, asked=9, least=1, most=8, until=UNTIL, block=Block.SUSPENDED)
