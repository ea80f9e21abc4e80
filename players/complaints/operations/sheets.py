"""The number of a sheet in the Complaints Book: read as typed, given to one case alone, corrected later (PT-79)."""

import re
from datetime import datetime
from typing import Any, Final

from django.db import connection, transaction

from kernel.reasons import stated
from kernel.typed import cleaned
from players.complaints.operations.cases import CaseRejected, CaseRejection, case, require, unchanged_since
from players.complaints.operations.rows import CaseDone, done, happened
from players.models import Channel, Complaint, What
from players.roles import Action

SHEET: Final = re.compile(r"[A-Z]{0,4}[0-9]{5,24}")
"""The number of a sheet in the Complaints Book, without spaces: `ROR` and digits online, digits on paper."""
SHEET_MOST: Final = 40
SHEET_LOCK: Final = 0x5AB0D
"""First half of the advisory lock under which a number is given to a case; the number's hash is the other."""


def correct_sheet(*, complaint_id: int, sheet: str, reason: str, by: int, seen: int, now: datetime) -> CaseDone:
    """Write the right number of its sheet into a case of the Complaints Book, also where it has none yet.

    In any state, closed too: the number is a reference to the Book, and no part of what was said or decided (ADR 0269).
    The number before, the reason and the author stay in the case's story. Raises `CaseRejected`.
    """
    require(by, Action.ANSWER_COMPLAINTS)
    number = read_sheet(sheet)
    if number is None:
        raise CaseRejected(CaseRejection.SHEET_INVALID)
    reason = stated(cleaned(reason), CaseRejected(CaseRejection.REASON_MISSING))
    with transaction.atomic():
        complaint = case(complaint_id)
        if complaint.channel != Channel.BOOK:
            raise CaseRejected(CaseRejection.NOT_OF_THE_BOOK)
        if complaint.sheet == number:
            raise CaseRejected(CaseRejection.SAME_SHEET)
        unchanged_since(complaint, seen)
        owner = case_of_sheet(number)
        if owner is not None:
            raise CaseRejected(CaseRejection.SHEET_TAKEN, number=owner.number)
        _write(complaint, number, reason, by=by, now=now)
    return done(complaint)


def _write(complaint: Complaint, number: str, reason: str, *, by: int, now: datetime) -> None:
    change: dict[str, Any] = {"before": complaint.sheet, "after": number}
    complaint.sheet = number
    happened(complaint, What.SHEET_CORRECTED, by=by, now=now, told=change, why=reason, **change, reason=reason)


def read_sheet(typed: str) -> str | None:
    """The number of a sheet as it is kept; None for what can be none."""
    number = "".join(cleaned(typed).split()).upper()
    return number if SHEET.fullmatch(number) else None


def case_of_sheet(number: str) -> Complaint | None:
    """The case that has this number. No other case is given it until the caller's transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [SHEET_LOCK, number])
    return Complaint.objects.filter(sheet=number).first()


def first_sheet(complaint: Complaint) -> str:
    """The number with which the case was registered, whatever it was corrected to since."""
    corrected = complaint.events.filter(what=What.SHEET_CORRECTED).order_by("pk").first()
    return complaint.sheet if corrected is None else str(corrected.facts["before"])
