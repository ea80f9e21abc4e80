"""The e-mails of a demonstration house that has no mail server, read from the house's folder."""

import email
import email.policy
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class UnsentEmail:
    """An e-mail that was not sent."""

    to: str
    subject: str
    text: str
    at: datetime


@require_safe
@never_cache
def demo_mail(request: HttpRequest) -> HttpResponse:
    """Show the latest e-mails, the newest first; 404 except in a demonstration house."""
    if not settings.DEMO_HOUSE or settings.ENVIRONMENT.mail is not None:
        raise Http404
    return render(request, "portal/demo_mail/page.html", {"emails": unsent()})


def unsent() -> list[UnsentEmail]:
    """The e-mails in the folder."""
    folder = Path(settings.EMAIL_FILE_PATH)
    if not folder.is_dir():
        return []
    files = sorted(folder.glob("*.log"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [_read(path) for path in files[:SHOWN]]


def _read(path: Path) -> UnsentEmail:
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    body = message.get_body(("plain",))
    text = body.get_content() if body is not None else ""
    return UnsentEmail(
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or ""),
        text=text.partition("\n" + "-" * 79)[0].strip(),
        at=datetime.fromtimestamp(path.stat().st_mtime).astimezone(),
    )
