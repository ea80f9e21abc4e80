"""Links in e-mails lead to the address of the house that the person came from, and never to another's."""

import re
import uuid
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client, override_settings
from django.utils import timezone

from casino.adapters import mail as emails
from players.accounts.operations import contact
from players.messages.operations.asks import write_asked
from players.messages.operations.emails import send_emails
from players.models import Email, Person
from tests.factories import Actor, Floor
from tests.integration.portal.test_registration_pages import typed

pytestmark = pytest.mark.django_db
SECOND = "http://testserver"
"""The tests' clients come to this one of the house's two addresses; the first is the one that e-mails lead to alone."""


def _leads_to() -> str:
    """The address that the link of the e-mail that was asked for begins with."""
    mail.outbox.clear()
    write_asked(now=timezone.now())
    send_emails(send=emails.send, now=timezone.now())
    [message] = mail.outbox
    found = re.search(r"(https?://[^/\s]+)/\S+", message.body)
    assert found is not None
    return found[1]


def _player(floor: Floor) -> Actor:
    """A player who has read the e-mails of before."""
    rita = floor.player("Rita", email="rita@sabot.example")
    Email.objects.update(sent_at=timezone.now())
    return rita


def _register(client: Client, floor: Floor) -> Any:
    return client.post("/registar/", typed())


def _confirm_again(client: Client, floor: Floor) -> Any:
    Person.objects.filter(pk=_player(floor).id).update(email_confirmed_at=None)
    return client.post("/registar/confirmar/", {"email": "rita@sabot.example"})


def _recover(client: Client, floor: Floor) -> Any:
    _player(floor)
    return client.post("/recuperar/", {"email": "rita@sabot.example"})


ASKS = {"register": _register, "confirm again": _confirm_again, "recover": _recover}


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
def test_a_link_leads_back_to_where_one_came_from(client: Client, floor: Floor, ask: Any) -> None:
    assert settings.HOUSE_URL != SECOND
    assert ask(client, floor).status_code == 302
    assert _leads_to() == SECOND


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
def test_an_address_that_is_not_named_is_led_to_nowhere(client: Client, floor: Floor, ask: Any) -> None:
    """A host that may be asked, and is no address of the house: the link leads to the first one."""
    with override_settings(CSRF_TRUSTED_ORIGINS=[settings.HOUSE_URL]):
        assert ask(client, floor).status_code == 302
    assert _leads_to() == settings.HOUSE_URL


def test_an_address_given_up_since_is_led_to_no_more(floor: Floor) -> None:
    """Between the wish and the e-mail the operator may have named other addresses."""
    rita = _player(floor)
    contact.ask_email_change(
        person_id=rita.id,
        email="nova@sabot.example",
        origin="https://old.example",
        idempotency_key=uuid.uuid4(),
        now=timezone.now(),
    )
    assert _leads_to() == settings.HOUSE_URL
