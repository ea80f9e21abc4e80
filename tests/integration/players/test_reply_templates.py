"""Texts kept for answers: versions with author and reason, kept for good; retired, not deleted; answers name theirs."""

import uuid
from typing import Any

import pytest
from django.db import InternalError, connection, transaction
from django.db.utils import IntegrityError
from pytest_django import DjangoAssertNumQueries

from players.complaints import operations as complaints
from players.complaints.operations import CaseRejected, CaseRejection
from players.complaints.operations.replies import (
    ReplyDone,
    ReplyRejected,
    ReplyRejection,
    change_template,
    retire_template,
    write_template,
)
from players.complaints.queries import cases
from players.complaints.queries.replies import fitting, template, templates, versions_of
from players.events import queries as spine
from players.events.names import EventName
from players.models import ReplyTemplate, ReplyUse, ReplyVersion
from players.privacy.queries import told_models
from players.roles import Role
from tests.factories import Actor, Floor
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db
SAID = {
    "category": "bet",
    "language": "pt",
    "title": "Fora de tempo",
    "text": "{address}, a aposta {slip} chegou {late} depois de fecharem as apostas.",
    "reason": "é a pergunta mais frequente",
}


def write(floor: Floor, by: Actor, **others: Any) -> ReplyDone:
    said = {"idempotency_key": uuid.uuid4(), **SAID, **others}
    return write_template(**said, by=by.id, now=floor.now)


def change(floor: Floor, by: Actor, done: ReplyDone, **others: Any) -> ReplyDone:
    said: dict[str, Any] = {
        "title": "Fora de tempo",
        "text": "{address}, chegou tarde: {late}.",
        "reason": "mais curto",
        "seen": done.version,
        "idempotency_key": uuid.uuid4(),
        **others,
    }
    return change_template(template_id=done.template_id, by=by.id, now=floor.now, **said)


@pytest.fixture
def tiago(floor: Floor) -> Actor:
    return floor.staff(Role.SUPPORT)


def test_a_change_is_another_version_with_its_author_and_reason(floor: Floor, tiago: Actor) -> None:
    boss = floor.staff(Role.COMPLIANCE)
    first = write(floor, tiago)
    second = change(floor, boss, first)
    assert (first.version, second.version, second.template_id) == (1, 2, first.template_id)
    newest, oldest = versions_of(first.template_id)
    assert (newest.by, newest.reason, newest.text) == (boss.name, "mais curto", "{address}, chegou tarde: {late}.")
    assert (oldest.by, oldest.text) == (tiago.name, SAID["text"])
    assert (newest.name, newest.key) == (f"T-{first.template_id}/v2", f"T-{first.template_id}")
    assert template(first.template_id) == newest
    assert templates() == (newest,)


def test_a_retired_text_is_kept_is_not_offered_and_comes_back_by_a_change(floor: Floor, tiago: Actor) -> None:
    done = write(floor, tiago)

    def retire(seen: int) -> ReplyDone:
        return retire_template(
            template_id=done.template_id,
            reason="a regra mudou",
            seen=seen,
            by=tiago.id,
            idempotency_key=uuid.uuid4(),
            now=floor.now,
        )

    retired = retire(1)
    assert fitting(category="bet", language="pt") == ()
    assert templates() == ()
    assert [each.version for each in templates(retired=True)] == [2]
    assert [each.retired for each in versions_of(done.template_id)] == [True, False]
    with pytest.raises(ReplyRejected) as refused:
        retire(2)
    assert refused.value.reason is ReplyRejection.UNCHANGED
    change(floor, tiago, retired, text=SAID["text"], reason="volta a valer")
    assert [each.version for each in fitting(category="bet", language="pt")] == [3]


def test_only_texts_of_the_subject_and_language_fit_those_of_the_subject_first(floor: Floor, tiago: Actor) -> None:
    anywhere = write(floor, tiago, category="", title="Abertura")
    own = write(floor, tiago)
    write(floor, tiago, language="en")
    write(floor, tiago, category="money")
    found = fitting(category="bet", language="pt")
    assert [each.template_id for each in found] == [own.template_id, anywhere.template_id]
    assert [each.language for each in templates(language="en")] == ["en"]
    assert len(templates(category="money")) == 1


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"title": "ab"}, ReplyRejection.TITLE_INVALID),
        ({"title": "x" * 81}, ReplyRejection.TITLE_INVALID),
        ({"text": "curto"}, ReplyRejection.TEXT_INVALID),
        ({"text": "x" * 2_001}, ReplyRejection.TEXT_INVALID),
        ({"text": "A aposta de {valor} e {nif}."}, ReplyRejection.PLACEHOLDER_UNKNOWN),
        ({"text": "Uma chaveta { sozinha."}, ReplyRejection.PLACEHOLDER_UNKNOWN),
        ({"reason": " "}, ReplyRejection.REASON_MISSING),
        ({"category": "lost"}, ReplyRejection.CATEGORY_UNKNOWN),
        ({"language": "de"}, ReplyRejection.LANGUAGE_UNKNOWN),
    ],
)
def test_what_cannot_be_kept(floor: Floor, tiago: Actor, wrong: dict[str, str], reason: ReplyRejection) -> None:
    with pytest.raises(ReplyRejected) as refused:
        write(floor, tiago, **wrong)
    assert refused.value.reason is reason
    assert not ReplyTemplate.objects.exists()


def test_unknown_places_are_named(floor: Floor, tiago: Actor) -> None:
    with pytest.raises(ReplyRejected) as refused:
        write(floor, tiago, text="A aposta de {valor} e {nif}.")
    assert refused.value.unknown == ("{valor}", "{nif}")


def test_who_may_keep_texts(floor: Floor, tiago: Actor) -> None:
    done = write(floor, tiago)
    for by in (floor.staff(Role.AUDITOR), floor.staff(Role.SUPERVISOR), floor.player()):
        for act in (lambda by=by: write(floor, by), lambda by=by: change(floor, by, done)):
            with pytest.raises(ReplyRejected) as refused:
                act()
            assert refused.value.reason is ReplyRejection.NOT_ALLOWED
    assert ReplyVersion.objects.count() == 1


def test_two_who_change_the_same_version(floor: Floor, tiago: Actor) -> None:
    first = write(floor, tiago)
    change(floor, tiago, first)
    with pytest.raises(ReplyRejected) as refused:
        change(floor, floor.staff(Role.COMPLIANCE), first, text="Outra coisa, escrita ao mesmo tempo.")
    assert refused.value.reason is ReplyRejection.STALE
    with pytest.raises(ReplyRejected) as refused:
        change(floor, tiago, ReplyDone(9_999_999, 1))
    assert refused.value.reason is ReplyRejection.NO_SUCH_TEMPLATE


def test_the_same_form_sent_twice_keeps_one_version(floor: Floor, tiago: Actor) -> None:
    key = uuid.uuid4()
    first = write(floor, tiago, idempotency_key=key)
    again = write(floor, tiago, idempotency_key=key)
    assert (again.template_id, again.version, again.repeat) == (first.template_id, 1, True)
    with pytest.raises(ReplyRejected) as refused:
        write(floor, tiago, idempotency_key=key, text="Outro texto com a mesma chave.")
    assert refused.value.reason is ReplyRejection.KEY_REUSED
    other = uuid.uuid4()
    change(floor, tiago, first, idempotency_key=other)
    assert change(floor, tiago, first, idempotency_key=other).repeat
    assert ReplyVersion.objects.count() == 2


def test_the_spine_tells_of_each_version(floor: Floor, tiago: Actor) -> None:
    done = write(floor, tiago)
    retire_template(
        template_id=done.template_id,
        reason="a regra mudou",
        seen=1,
        by=tiago.id,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    retired, written = spine.events(limit=2)
    assert (written.name, written.key) == (EventName.TEMPLATE_WRITTEN, f"T-{done.template_id}")
    assert (retired.name, retired.facts) == (
        EventName.TEMPLATE_RETIRED,
        {"version": 2, "reason": "a regra mudou"},
    )


@pytest.mark.parametrize("statement", ["UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
@pytest.mark.parametrize("table", ["players_replytemplate", "players_replyversion", "players_replyuse"])
def test_the_database_keeps_them(floor: Floor, tiago: Actor, table: str, statement: str) -> None:
    write(floor, tiago)
    refused = pytest.raises((IntegrityError, InternalError))
    with refused, transaction.atomic(), as_owner(), connection.cursor() as cursor:
        cursor.execute(statement.format(table))


class Answer:
    """A case in hand, and its answer."""

    def __init__(self, floor: Floor, support: Actor) -> None:
        self.floor, self.support = floor, support
        case = complaints.complain(
            person_id=floor.player("ana").id,
            category="bet",
            text="A aposta não entrou.",
            idempotency_key=uuid.uuid4(),
            now=floor.now,
        )
        self.case = complaints.take_in_hand(
            complaint_id=case.complaint_id, by=support.id, seen=case.revision, now=floor.now
        )
        self.key = uuid.uuid4()

    def decide(self, *templates: int, award: int = 0) -> None:
        complaints.decide(
            complaint_id=self.case.complaint_id,
            outcome="partly" if award else "rejected",
            reasons="A aposta chegou depois do fecho.",
            by=self.support.id,
            seen=self.case.revision,
            idempotency_key=self.key,
            award=award,
            templates=templates,
            now=self.floor.now,
        )


def version_id(done: ReplyDone) -> int:
    return ReplyVersion.objects.get(template_id=done.template_id, number=done.version).pk


@pytest.mark.parametrize("award", [0, 5_00])
def test_an_answer_names_the_version_that_it_came_from(floor: Floor, tiago: Actor, award: int) -> None:
    done = write(floor, tiago)
    old = version_id(done)
    new = version_id(change(floor, tiago, done))
    answer = Answer(floor, tiago)
    answer.decide(new, old, new, award=award)
    answer.decide(new, old, new, award=award)  # sent twice
    (decision,) = cases.decisions_of(answer.case.complaint_id, standing_only=False)
    assert [use.name for use in decision.replies] == [f"T-{done.template_id}/v1", f"T-{done.template_id}/v2"]
    assert [each.uses for each in versions_of(done.template_id)] == [1, 1]
    for told in cases.decisions_of(answer.case.complaint_id, standing_only=True):
        assert told.replies == (), "its player is not told which text it began with"


def test_the_file_of_ones_own_data_says_the_answer_and_not_where_it_began() -> None:
    assert not {"ReplyTemplate", "ReplyVersion", "ReplyUse"} & told_models()


def test_an_answer_from_a_version_that_there_is_not(floor: Floor, tiago: Actor) -> None:
    answer = Answer(floor, tiago)
    with pytest.raises(CaseRejected) as refused:
        answer.decide(9_999_999)
    assert refused.value.reason is CaseRejection.TEMPLATE_UNKNOWN
    assert not ReplyUse.objects.exists()
    answer.decide()


def test_reading_costs_one_statement_however_many(
    floor: Floor, tiago: Actor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for n in range(4):
        change(floor, tiago, write(floor, tiago, title=f"texto {n}"))
    with django_assert_num_queries(1):
        assert len(templates()) == 4
