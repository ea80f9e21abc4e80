"""How the e-mails stand that wait to be sent."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min

from players.models import Email


@dataclass(frozen=True, slots=True)
class WaitingEmails:
    """How many e-mails are not sent yet, and since when the oldest of them waits; None where none does."""

    count: int
    since: datetime | None


def waiting_emails() -> WaitingEmails:
    """The e-mails that no mail server has taken yet. One statement."""
    found = Email.objects.filter(sent_at=None).aggregate(count=Count("pk"), since=Min("written_at"))
    return WaitingEmails(found["count"], found["since"])
