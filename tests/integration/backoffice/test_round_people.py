"""An interrupted round: its story, its evidence and its pages say who did what and why, and which deadline held."""

from datetime import datetime

from django.test import Client
from django.utils import timezone

from casino.stories import evidence as wording
from casino.stories import round_story
from players.roles import Role
from reporting.files import evidence
from tables.models import Round, StaffAct
from tables.operations import tables
from tables.queries import evidence_of
from tests.factories import PONTO_E_BANCA, Actor, Floor
from tests.integration.backoffice.browsers import AsRole


def interrupted(floor: Floor) -> tuple[str, Actor, Actor, list[datetime]]:
    """A round paused with a stake, resumed, paused again, made void; its player, the supervisor, its deadlines."""
    table, ana, boss = floor.table(PONTO_E_BANCA, code="praia"), floor.player("ana"), floor.staff(Role.SUPERVISOR)
    floor.sit(ana, table)
    code = floor.open_round(table)
    ends = [closes_at(code)]
    floor.bet(ana, table, ponto=2_00)
    floor.wait(seconds=3)
    tables.pause(table_id=table, by=boss.id, reason="luz falhou", now=floor.now)
    floor.wait(minutes=2)
    tables.resume(table_id=table, by=boss.id, reason="luz voltou", now=floor.now)
    ends.append(closes_at(code))
    floor.wait(seconds=3)
    tables.pause(table_id=table, by=boss.id, reason="carta no chão", now=floor.now)
    floor.wait(seconds=4)
    floor.void(table, by=boss, reason="carta vista")
    return code, ana, boss, ends


def closes_at(code: str) -> datetime:
    at = Round.objects.get(code=code).closes_at
    assert at is not None
    return at


def test_the_story_has_the_people_and_the_deadlines_that_did_not_hold(floor: Floor) -> None:
    """The people who paused, resumed and made void, their reasons, and the deadlines set aside; names for staff
    alone."""
    code, ana, boss, ends = interrupted(floor)
    acts = ["pause-table", "resume-table", "pause-table", "propose-void", "void-round"]
    second = StaffAct.objects.get(action="void-round").by.nickname
    for person_id, by, said, voided in (
        (None, {boss.name, second}, boss.name, second),
        (ana.id, {"staff"}, "a supervisão", "a supervisão"),
    ):
        facts = evidence_of(round_code=code, person_id=person_id, now=timezone.now())
        assert facts is not None
        document = evidence.document(facts)
        assert [each["action"] for each in document["acts"]] == acts
        assert {each["by"] for each in document["acts"]} == by
        assert [(datetime.fromisoformat(each["at"]), each["held"]) for each in document["deadlines"]] == [
            (end, False) for end in ends
        ]
        told = " ".join(round_story.story(facts))
        for reason in ("luz falhou", "luz voltou", "carta no chão", "carta vista"):
            assert reason in told
        assert f"por {voided}. Motivo" in told
        assert told.count("deixou de valer") == 2
        timer = str(next(part for part in wording.printed(facts)["parts"] if "milésimo" in part["title"]))
        assert timer.count("que não chegou a valer") == 2
        assert f"mesa em pausa ({said}: «luz falhou»)" in timer
        assert (boss.name in f"{document}{told}{timer}") is (person_id is None)
        assert evidence.pack(facts, wording.printed(facts), "").files == 6


def test_a_deadline_that_held_is_told_as_one(floor: Floor) -> None:
    table = floor.table(PONTO_E_BANCA)
    code = floor.open_round(table)
    floor.settle(table)
    facts = evidence_of(round_code=code, person_id=None, now=timezone.now())
    assert facts is not None
    assert [(each.at, each.held) for each in facts.deadlines] == [(facts.round.closes_at, True)]
    assert facts.acts == ()


def test_pages_tell_the_interruption_to_staff_by_name_and_to_players_by_function(
    floor: Floor, as_role: AsRole, client: Client
) -> None:
    code, _, boss, _ = interrupted(floor)
    office = as_role(Role.AUDITOR).get(f"/casa/jogadas/{code}/").content.decode()
    public = client.get(f"/jogadas/{code}/").content.decode()
    assert f"mesa em pausa ({boss.name}: «luz falhou»)" in office
    second = StaffAct.objects.get(action="void-round").by.nickname
    assert f"anulação proposta ({boss.name}: «carta vista»)" in office
    assert f"jogada anulada, apostas devolvidas ({second}: «carta vista»)" in office
    assert "Mesa em pausa (a supervisão: «luz falhou»)" in public
    for page in (office, public):
        assert page.lower().count("prazo das apostas que não chegou a valer") == 2
    assert boss.name not in public


def test_lines_after_a_void_in_the_same_moment_are_not_the_rounds(floor: Floor, client: Client) -> None:
    table, ana = floor.table(PONTO_E_BANCA, code="praia"), floor.player("ana")
    floor.sit(ana, table)
    code = floor.open_round(table)
    floor.bet(ana, table, ponto=2_00)
    floor.wait(seconds=1)
    floor.void(table)
    facts = evidence_of(round_code=code, person_id=None, now=timezone.now())
    assert facts is not None
    assert [act.action for act in facts.acts] == ["propose-void", "pause-table", "void-round"]
    page = client.get(f"/jogadas/{code}/").content.decode()
    proposed, paused, void = (
        page.index(text) for text in ("Anulação proposta", "Mesa em pausa", "Jogada anulada, apostas")
    )
    assert proposed < paused < void, "acts of one moment stay in the order in which they were done"
