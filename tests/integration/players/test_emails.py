"""E-mails that wait: tried again later and later, never kept back by one that cannot go."""

import smtplib
import uuid
from datetime import datetime, timedelta

import pytest
from people import NOW, People

from players.messages.operations.emails import AWAY, TRIES, ToSend, send_emails, wait_before, write_email
from players.models import Email
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db


def emails(people: People, count: int) -> list[int]:
    person_id = people.player().person_id
    with as_owner():
        Email.objects.all().delete()
    for _ in range(count):
        write_email(person_id=person_id, kind="confirm-email", facts={}, idempotency_key=uuid.uuid4(), now=NOW)
    return list(Email.objects.order_by("pk").values_list("pk", flat=True))


def test_a_mail_server_that_is_away_for_hours_loses_nothing(people: People) -> None:
    emails(people, 2)

    def away(email: ToSend) -> None:
        raise ConnectionRefusedError

    for seconds in range(0, 4 * 60 * 60, 5):
        send_emails(send=away, now=NOW + timedelta(seconds=seconds))
    assert max(Email.objects.values_list("tries", flat=True)) < TRIES / 3
    assert send_emails(send=lambda email: None, now=NOW + timedelta(hours=8)) == 2


def test_an_email_that_cannot_go_keeps_no_other_back(people: People) -> None:
    first, second, *others = emails(people, 4)
    tried: list[int] = []

    def send(email: ToSend) -> None:
        tried.append(email.email_id)
        if email.email_id == first:
            raise ValueError("cannot be worded")
        if email.email_id == second:
            raise smtplib.SMTPRecipientsRefused({})

    with pytest.raises(ValueError, match="worded"):
        send_emails(send=send, now=NOW)
    assert tried == [first, second, *others]
    assert set(Email.objects.filter(sent_at=NOW).values_list("pk", flat=True)) == set(others)
    assert send_emails(send=send, now=NOW) == 0, "not before its time"
    assert tried[4:] == []


def test_a_server_that_takes_nothing_is_left_alone_until_the_next_sweep(people: People) -> None:
    emails(people, AWAY + 2)
    tried: list[datetime] = []

    def away(email: ToSend) -> None:
        tried.append(email.written_at)
        raise ConnectionRefusedError

    assert send_emails(send=away, now=NOW) == 0
    assert len(tried) == AWAY
    assert Email.objects.filter(tries=0).count() == 2


def test_the_last_try_is_after_a_month() -> None:
    assert timedelta(days=28) < wait_before(TRIES - 1) < timedelta(days=40)
