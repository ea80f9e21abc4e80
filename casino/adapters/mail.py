"""The texts of e-mails: a template for each kind, in the person's language, sent by Django's mail."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import translation

from casino.adapters.links import link_of
from casino.wording import protection_names, schedule_names, staff_names
from players.messages.operations.emails import ToSend


def send(message: ToSend) -> None:
    """Write the e-mail and send it. `templates/mail/<kind>.txt`: the first line is the subject, the rest the text.

    Facts whose name ends in `_at` reach the template as moments; `link` is the target of the e-mail's link, `to` an
    address other than the person's own. The operator's contacts stand below every e-mail.

    Raises `OSError` when no mail server takes it.
    """
    with translation.override(message.language):
        context = {"nickname": message.nickname, "house": settings.HOUSE_NAME, "link": link_of(message)} | {
            name: _moment(value) if name.endswith("_at") else value for name, value in message.facts.items()
        }
        context |= {
            "helpers": settings.OPERATOR_PROFILE.help,
            "operator_profile": settings.OPERATOR_PROFILE,
            **protection_names.spoken(message.facts),
            **staff_names.spoken(message.facts),
            **schedule_names.spoken(message.facts),
        }
        subject, _, text = render_to_string(f"mail/{message.kind}.txt", context).strip().partition("\n")
    operator = settings.OPERATOR_PROFILE.operator
    text = f"{text.strip()}\n{operator.email} · {operator.phone}\n"
    EmailMessage(subject.strip(), text, to=[message.facts.get("to", message.email)]).send()


def _moment(value: Any) -> Any:
    return datetime.fromisoformat(value) if isinstance(value, str) else value
