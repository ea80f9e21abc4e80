"""The contract of what sends e-mails: a backend of Django's (`EMAIL_BACKEND`), given every kind of e-mail there is."""

from datetime import UTC, datetime
from email.message import Message
from typing import Final, Protocol

import pytest
from django.core.mail import BadHeaderError, EmailMessage

from casino.adapters import mail
from players.messages.operations.emails import ToSend

WRITTEN: Final = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


class OutsideMail(Protocol):
    """A mail server that can be looked into and switched off; `EMAIL_BACKEND` leads to it."""

    def arrived(self) -> list[Message]:
        """The e-mails that arrived."""

    def switch_off(self) -> None:
        """No e-mail is taken from now on."""


def an_email(kind: str = "withdrawal-paid", **facts: object) -> ToSend:
    """An e-mail of the product, to Rita in Portuguese."""
    told = {"amount": 50_00, "label": "PT50 •••• 4321", **facts}
    return ToSend(1, kind, told, "rita@sabot.example", "Rita", "pt", WRITTEN)


class MailKit:
    """The rules of every sender of e-mails."""

    def test_an_email_arrives_whole(self, outside: OutsideMail) -> None:
        mail.send(an_email())
        (arrived,) = outside.arrived()
        assert arrived["To"] == "rita@sabot.example"
        body = arrived.get_payload(decode=True)
        assert isinstance(body, bytes)
        assert "Rita" in body.decode()

    def test_an_address_of_its_own_comes_before_the_persons(self, outside: OutsideMail) -> None:
        mail.send(an_email(to="outra@sabot.example"))
        assert [each["To"] for each in outside.arrived()] == ["outra@sabot.example"]

    def test_no_header_is_smuggled_in(self, outside: OutsideMail) -> None:
        with pytest.raises(BadHeaderError):
            EmailMessage("Assunto\nBcc: x@sabot.example", "texto", to=["rita@sabot.example"]).send()
        assert outside.arrived() == []

    def test_a_server_that_takes_nothing_says_so(self, outside: OutsideMail) -> None:
        outside.switch_off()
        with pytest.raises(OSError):  # noqa: PT011  (which one is the server's affair)
            mail.send(an_email())
