"""A written past leaves work in every corner of the office: no list opens empty, every role has something to do."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, time, timedelta
from importlib import import_module
from pkgutil import iter_modules

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from casino.backoffice import lists, urls
from casino.backoffice.columns import Table
from casino.backoffice.listing import AFTER, ORDER
from casino.backoffice.lists import safe_files, sealed_days
from casino.backoffice.navigation import PLACES
from casino.backoffice.presenters import player_story
from casino.backoffice.presenters.inbox import TABS, inbox
from casino.portal import demo_accounts
from demonstration.work.past_tense import past_tense
from kernel.calendar import LISBON
from players.events import queries as events
from players.models import AuditEntry, Email, Event, Person, SandboxNotice
from players.roles import Role, may
from reporting import queries as reports
from reporting.making.guards import verify_guards
from tables import queries as tables
from tests.events import when_all_are_over
from tests.histories import seed_history
from tests.tampering import as_owner
from wallet import queries as wallet

EMPTY = 'class="empty"'
pytestmark = pytest.mark.django_db


def staff() -> Iterator[tuple[Role, Person, Client]]:
    """Each member of the demonstration's staff, signed in."""
    for account in demo_accounts.STAFF:
        person = get_user_model().objects.get(email=account.email)
        client = Client()
        client.force_login(person)
        yield Role(account.role), person, client


def test_no_list_of_the_office_opens_empty_after_a_written_past() -> None:
    before = timezone.now()
    call_command("seed_house", verbosity=0)  # a demonstration's own events come before those of its past
    seed_history(days=12, rounds=600, players=40, verbosity=0)

    for role, person, client in staff():
        for _, _, entries in PLACES:
            for name, _, action in entries:
                if not may(person, action):
                    continue
                answer = client.get(reverse(f"backoffice:{name}"))
                assert answer.status_code == 200, (role, name)
                assert EMPTY not in answer.content.decode(), (role, name)
        if role is not Role.CROUPIER:  # who works at a table, not in the office
            waiting = inbox(person=person, now=timezone.now())
            assert [tab for tab in ("", "put-off", "all") if not waiting.of(tab)] == [], role
    _every_state_has_rows()
    _every_tab_has_rows()
    _lists_within_have_rows()
    _all_is_told_at_its_own_moment(before)
    _a_players_story_tells_nothing_twice()
    _the_spine_says_since_when_it_tells()
    _the_books_agree()


def _every_state_has_rows() -> None:
    kinds = {
        "players_deposit": {"pending", "credited", "rejected", "expired", "charged-back"},
        "players_withdrawal": {"held", "paid", "cancelled", "refused", "failed"},
        "players_adjustment": {"proposed", "approved", "rejected"},
        "players_limit": {"waiting", "in-force", "replaced", "cancelled"},
        "players_complaint": {"received", "in-hand", "answered", "closed"},
        "players_correctionrequest": {"open", "accepted", "rejected"},
        "players_staffproposal": {"proposed", "approved", "rejected"},
        "tables_voidproposal": {"proposed", "approved", "rejected"},
        "reporting_extract": {"proposed", "approved", "rejected", "withdrawn"},
    }
    with connection.cursor() as cursor:
        for table, states in kinds.items():
            cursor.execute(f"SELECT DISTINCT state FROM {table}")
            assert states <= {state for (state,) in cursor.fetchall()}, table
        cursor.execute("SELECT DISTINCT status FROM tables_configuration")
        assert {status for (status,) in cursor.fetchall()} >= {
            "draft", "submitted", "rejected", "withdrawn", "revoked", "in-force", "superseded",
        }  # fmt: skip
        cursor.execute("SELECT DISTINCT outcome FROM players_complaintdecision WHERE decided_at IS NOT NULL")
        assert {outcome for (outcome,) in cursor.fetchall()} == {"accepted", "partly", "rejected"}
        for there in _THERE:
            cursor.execute(f"SELECT EXISTS ({there})")
            assert cursor.fetchone() == (True,), there


_THERE = (
    "SELECT FROM players_complaint WHERE state IN ('received', 'in-hand') AND due_on < current_date",
    "SELECT FROM players_complaint WHERE state = 'received' AND due_on BETWEEN current_date AND current_date + 5",
    "SELECT FROM players_complaint WHERE turn = 2",
    "SELECT FROM players_complaint WHERE outsider_id IS NOT NULL",
    "SELECT FROM players_complaintmessage WHERE side = 'note'",
    "SELECT FROM players_exclusion WHERE ends_at < now()",
    "SELECT FROM players_exclusion WHERE ends_at > now()",
    "SELECT FROM players_exclusion WHERE revoked_at IS NOT NULL",
    "SELECT FROM players_limit WHERE source = 'operator'",
    "SELECT FROM players_limit WHERE due_at IS NOT NULL AND starts_at >= due_at",
    "SELECT FROM players_signal WHERE closed_at IS NULL",
    "SELECT FROM players_signal WHERE closed_at IS NOT NULL",
    "SELECT FROM players_duty WHERE done_at IS NULL",
    "SELECT FROM players_duty WHERE done_at IS NOT NULL",
    "SELECT FROM players_dutyturn WHERE done_at IS NOT NULL",
    "SELECT FROM players_dutyturn WHERE done_at IS NULL AND owner_id IS NOT NULL",
    "SELECT FROM players_prohibition WHERE lifted_at IS NOT NULL",
    "SELECT FROM tables_incident WHERE closed_at IS NULL AND owner_id IS NOT NULL",
    "SELECT FROM tables_incident WHERE closed_at IS NOT NULL AND amount IS NOT NULL AND lessons <> '' AND cause <> ''",
    "SELECT FROM players_notepin",
    "SELECT FROM players_viewing",
    "SELECT FROM players_signinattempt WHERE outcome = 'failed'",
    "SELECT FROM players_replyversion WHERE number = 2",
    "SELECT FROM players_replyversion WHERE retired",
    "SELECT FROM players_replyuse WHERE decision_id IS NOT NULL",
    "SELECT FROM players_replyuse WHERE message_id IS NOT NULL",
    "SELECT FROM reporting_schedule WHERE state = 'active' AND rhythm = 'day'",
    "SELECT FROM reporting_schedule WHERE state = 'active' AND rhythm = 'week'",
    "SELECT FROM reporting_notice WHERE received_at > at",
    "SELECT FROM reporting_notice WHERE received_at IS NULL",
)


def _every_tab_has_rows() -> None:
    now = timezone.now()
    compliance = get_user_model().objects.get(email=f"{Role.COMPLIANCE.value}@sabot.example")
    waiting = inbox(person=compliance, now=now)
    assert [tab for tab in TABS if not waiting.of(tab)] == []
    assert {item.thing.kind.value for item in waiting.items} >= {
        "complaint", "incident", "withdrawal", "adjustment", "signal", "correction", "staff-proposal",
    }  # fmt: skip


TRULY_EMPTY = (safe_files.CORRECTIONS, sealed_days.DAYS)
"""No day's files were corrected: nothing that they tell was put right afterwards. Days are sealed by the worker."""


def _lists_within_have_rows() -> None:
    """Of every page without a key in its address: no list and no table of it says that it has nothing."""
    modules = (import_module(f"{lists.__name__}.{each.name}") for each in iter_modules(lists.__path__))
    tables = {id(each): each for module in modules for each in vars(module).values() if isinstance(each, Table)}
    nothing = [escape(str(each.empty)) for each in tables.values() if each.empty and each not in TRULY_EMPTY]
    pages = [each.name for each in urls.urlpatterns if each.name and "<" not in str(each.pattern)]
    found = {
        (name, each)
        for role, _, client in staff()
        for name in pages
        if (page := _page(client, name))
        for each in [EMPTY, *nothing]
        if each in page
    }
    assert not found, found


def _page(client: Client, name: str) -> str:
    """A page of the office as this reader gets it; nothing where it is a door for writing, or another role's."""
    answer = client.get(reverse(f"backoffice:{name}"))
    return answer.content.decode() if answer.status_code == 200 and "html" in answer["Content-Type"] else ""


def _all_is_told_at_its_own_moment(before: datetime) -> None:
    midnight = datetime.combine(before.astimezone(LISBON).date(), time(), LISBON)
    begin = midnight - timedelta(days=13)
    work = events.of_person(Person.objects.get(nickname="Abel_01").pk, limit=200)
    assert len(work) > 8, "one player's story"
    assert all(begin <= event.at < midnight for event in work)
    assert [event.at for event in work] == sorted((event.at for event in work), reverse=True)
    told = Event.objects.filter(at__gte=begin, at__lt=midnight)
    assert len({*told.values_list("act", flat=True)}) > 800, "each act is an act of its own"
    by_staff = AuditEntry.objects.filter(subject="players_withdrawal", change="update", by__isnull=False)
    assert by_staff.filter(at__gte=begin, at__lt=midnight).exists()
    told_of = told.filter(name="withdrawal.approved").latest("pk")
    entries = AuditEntry.objects.filter(act=told_of.act)
    assert {(entry.by, entry.at, entry.origin[:10]) for entry in entries} == {(told_of.by, told_of.at, "203.0.113.")}
    assert not AuditEntry.objects.filter(at__lt=begin).exists()
    old = Email.objects.filter(sent_at=None, person__email__endswith="@passado.sabot.example")
    assert not old.exists(), "old news is not sent now"
    notices = SandboxNotice.objects.filter(posted_at=None, due_at__lt=midnight)
    assert not notices.exclude(payment__payer__in=[player.full_name for player in demo_accounts.PLAYERS]).exists()
    with as_owner():
        assert verify_guards() == (), "what told the past is as it was"


def _a_players_story_tells_nothing_twice() -> None:
    player = Person.objects.get(nickname="Abel_01").pk
    compliance = get_user_model().objects.get(email=f"{Role.COMPLIANCE.value}@sabot.example")
    page = player_story.page(player, reader=compliance, before=None, limit=200, now=timezone.now())
    assert page.older is None
    told = events.of_person(player, limit=200)
    assert len(page.events) <= len(told), "the records tell what events tell"


def _the_spine_says_since_when_it_tells() -> None:
    """The demonstration's own events have lower numbers than those of its past, and are later."""
    earliest = Event.objects.order_by("at").first()
    assert earliest is not None
    assert earliest.at < Event.objects.earliest("pk").at
    assert events.told_since() == earliest.at
    auditor = next(client for role, _, client in staff() if role is Role.AUDITOR)
    for order in ("", "at"):  # either end of the list is its last page
        near = Event.objects.order_by("-pk" if order else "pk").values_list("pk", flat=True)[10]
        last = auditor.get(reverse("backoffice:audit"), {ORDER: order, AFTER: near})
        assert last.context["page"].older is None
        assert last.context["told_since"] == earliest.at
        assert "Os acontecimentos contam-se desde" in last.content.decode()


def _the_books_agree() -> None:
    assert not wallet.verify_ledger().differences
    assert not tables.verify_rounds()
    cards = list(reports.daily_reports())
    assert len(cards) >= 12
    assert all(card.figures.reconciles for card in cards)
    own = [code for code in tables.finished_rounds() if code.startswith("passado-sala")]
    assert len(own) >= 6
    for code in own:
        verdict = tables.replay(code)
        assert verdict is not None
        assert verdict.agrees, verdict.findings


COUNTED = re.compile(r"players_\w+|tables_(?:incident|configuration|staffact|voidproposal)\w*")
OF_CARDS = ("payout", "prizes", "stakes-lost", "commission")
"""Lines that depend on the cards of the rounds at a real table, which are not known before."""


class _Undone(Exception):
    """Takes a past back."""


def test_the_same_numbers_give_the_same_past() -> None:
    counts = [_counts_of_a_past(), _counts_of_a_past()]
    assert counts[0] == counts[1]
    assert sum(counts[0].values()) > 1_000


def _counts_of_a_past() -> dict[str, int]:
    found: dict[str, int] = {}
    with suppress(_Undone), transaction.atomic():
        seed_history(days=3, rounds=90, players=24, no_proof=True, verbosity=0)
        with as_owner():
            found |= _counts()
        raise _Undone
    return found


def _counts() -> dict[str, int]:
    found = {}
    with connection.cursor() as cursor:
        for table in filter(COUNTED.fullmatch, connection.introspection.table_names()):
            cursor.execute(f"SELECT count(*) FROM {table}")
            found[table] = cursor.fetchone()[0]
        cursor.execute("SELECT name, count(*) FROM players_event GROUP BY name")
        found |= dict(cursor.fetchall())
        cursor.execute("SELECT code, count(*) FROM wallet_transfer WHERE code <> ALL(%s) GROUP BY code", [[*OF_CARDS]])
        found |= dict(cursor.fetchall())
    return found


@pytest.mark.django_db(transaction=True)
def test_events_go_on_after_the_past_in_the_same_era_and_the_feed_has_them_all() -> None:
    past_at = timezone.now() - timedelta(days=3)
    first = Event.objects.create(at=timezone.now(), name="play.stopped", subject="play")
    with as_owner(), past_tense(until=timezone.now()) as past:
        for number in range(3):
            with past.act(past_at + timedelta(hours=number)) as at:
                Event.objects.create(at=at, name="play.stopped", subject="play")
    Event.objects.create(at=timezone.now(), name="play.lifted", subject="play")
    told = list(Event.objects.order_by("pk"))
    assert {event.era for event in told} == {0}
    acts = [event.act for event in told]
    assert acts == sorted(set(acts)), "acts of their own, in their order"
    fed = when_all_are_over(4, after=first.pk)
    assert [card.number for card in fed] == [event.pk for event in told[1:]]


def test_the_past_tense_is_no_door_of_a_house(settings: object) -> None:
    settings.DEMO_HOUSE = False  # type: ignore[attr-defined]  # pytest-django's own
    with pytest.raises(RuntimeError, match="Only a demonstration"), past_tense(until=timezone.now()):
        pass


def test_the_past_tense_is_no_door_of_the_role_that_runs_a_house() -> None:
    with (
        pytest.raises(Exception, match=r"must be owner|permission denied"),
        past_tense(until=timezone.now()),
    ):
        pass
