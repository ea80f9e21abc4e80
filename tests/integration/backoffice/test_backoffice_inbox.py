"""The inbox on pages: what each role finds there, what acts change, the badge, and how many statements it takes."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.backoffice.presenters import inbox as presenters
from kernel.calendar import LISBON, end_of_day, lisbon_date
from players.cashier import operations as cashier
from players.complaints import operations as complaints
from players.inbox import operations, queries
from players.inbox.operations import InboxRejected, InboxRejection
from players.inbox.queries import Subject, Thing
from players.models import Complaint, ExclusionKind
from players.protection.operations.exclusion import exclude
from players.roles import Role
from tables.operations import configurations, incidents, voids
from tables.queries import table_names
from tables.table_settings import TableSettings
from tests.factories import Actor, Floor
from tests.integration.backoffice.browsers import AsRole, SignIn

pytestmark = pytest.mark.django_db
INBOX = "/casa/entrada/"


def complaint(floor: Floor, player: Actor | None = None) -> Thing:
    case = complaints.complain(
        person_id=(player or floor.player()).id,
        category="round",
        text="A aposta não entrou e o Ponto ganhou.",
        idempotency_key=uuid4(),
        now=floor.now,
    )
    return Thing(Subject.COMPLAINT, case.number)


def incident(floor: Floor) -> Thing:
    made = incidents.report(
        text="A câmara parou.", by=floor.staff(Role.SUPERVISOR).id, idempotency_key=uuid4(), now=floor.now
    )
    return Thing(Subject.INCIDENT, f"I-{made.incident_id}")


def proposal(floor: Floor, by: Actor) -> Thing:
    made = cashier.propose_adjustment(
        person_id=floor.player().id, amount=5_00, reason="acerto", idempotency_key=uuid4(), by=by.id, now=floor.now
    )
    return Thing(Subject.ADJUSTMENT, f"A-{made.adjustment_id}")


def rules(floor: Floor) -> Thing:
    table, manager = floor.table(code="macau-1"), floor.staff(Role.GAME_MANAGER)
    made = configurations.draft(
        table_id=table,
        terms=TableSettings(preset="macau", minimum=5_00),
        by=manager.id,
        idempotency_key=uuid4(),
        now=floor.now,
    )
    configurations.submit(configuration_id=made.configuration_id, by=manager.id, now=floor.now)
    return Thing(Subject.RULES, "macau-1/v2")


def of(floor: Floor, actor: Actor) -> presenters.Inbox:
    return presenters.inbox(person=get_user_model().objects.get(pk=actor.id), now=floor.now)


def things(items: tuple[presenters.Item, ...]) -> set[Thing]:
    return {item.thing for item in items}


def text(browser: Client, address: str = INBOX) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def word(thing: Thing) -> str:
    return f"{thing.kind.value}:{thing.key}"


def test_each_role_finds_what_it_works_on(floor: Floor) -> None:
    case, trouble, money, terms = (
        complaint(floor),
        incident(floor),
        proposal(floor, floor.staff(Role.SUPPORT)),
        rules(floor),
    )
    all_of_them = {case, trouble, money, terms}
    mine = {role: things(of(floor, floor.staff(role)).of("")) & all_of_them for role in Role}
    assert mine == {
        Role.GAME_MANAGER: set(),
        Role.APPROVER: {money, terms},
        Role.SUPERVISOR: {trouble},
        Role.SUPPORT: {case},
        Role.COMPLIANCE: {case, trouble, money},
        Role.AUDITOR: set(),
        Role.INSPECTOR: set(),
        Role.ADMINISTRATOR: set(),
        Role.CROUPIER: set(),
    }
    seen = {role: things(of(floor, floor.staff(role)).of("all")) & all_of_them for role in Role}
    assert seen[Role.INSPECTOR] == seen[Role.AUDITOR] == all_of_them
    assert seen[Role.SUPPORT] == {case, trouble, money}
    assert seen[Role.GAME_MANAGER] == {trouble, terms}


def test_ones_own_proposal_is_for_others(floor: Floor) -> None:
    author, other = floor.staff(Role.COMPLIANCE), floor.staff(Role.COMPLIANCE)
    money = proposal(floor, author)
    assert money not in things(of(floor, author).of("team"))
    assert money in things(of(floor, author).of("all"))
    assert money in things(of(floor, other).of(""))


def test_what_somebody_looks_after_is_theirs_and_the_roles(floor: Floor) -> None:
    one, other = floor.staff(Role.SUPPORT), floor.staff(Role.SUPPORT)
    case = complaint(floor)
    operations.assign(things=[case], person_id=one.id, by=one.id, now=floor.now)
    assert case in things(of(floor, one).of(""))
    assert case not in things(of(floor, other).of(""))
    assert case in things(of(floor, other).of("team"))


def test_an_auditor_is_asked_to_look(floor: Floor) -> None:
    """By naming them: an auditor does nothing about an incident, and is given none."""
    boss, auditor = floor.staff(Role.COMPLIANCE), floor.staff(Role.AUDITOR)
    trouble = incident(floor)
    number, text = int(trouble.key[2:]), f"@{auditor.name}, veja isto, por favor."
    incidents.note(incident_id=number, text=text, by=boss.id, idempotency_key=uuid4(), now=floor.now)
    assert things(of(floor, auditor).of("")) == {trouble}


def test_put_off_watched_and_mentioned_have_their_places(floor: Floor) -> None:
    one, boss = floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE)
    case, trouble = complaint(floor), incident(floor)
    operations.put_off(things=[case], until=floor.now + timedelta(days=1), by=one.id, now=floor.now)
    operations.watch(things=[trouble], by=one.id, now=floor.now)
    mine = of(floor, one)
    assert (things(mine.of("put-off")), things(mine.of("watched"))) == ({case}, {trouble})
    assert case not in things(mine.of("")) | things(mine.of("team"))
    incidents.note(
        incident_id=int(trouble.key[2:]),
        text=f"@{one.name}, viste isto?",
        by=boss.id,
        idempotency_key=uuid4(),
        now=floor.now,
    )
    first = of(floor, one).of("")[0]
    assert (first.thing, first.kept.mentioned_by if first.kept else "") == (trouble, boss.name)
    floor.wait(days=2)
    assert case in things(of(floor, one).of(""))


def test_what_is_done_leaves_but_stays_watched(floor: Floor) -> None:
    boss, second = floor.staff(Role.SUPERVISOR), floor.staff(Role.COMPLIANCE)
    trouble = incident(floor)
    operations.watch(things=[trouble], by=boss.id, now=floor.now)
    floor.end_incident(int(trouble.key[2:]), by=boss, second=second)
    found = of(floor, boss)
    assert trouble not in things(found.of("")) | things(found.of("team"))
    (gone,) = found.of("watched")
    assert (gone.thing, gone.worked, gone.title) == (trouble, False, f"Incidente {trouble.key}")


def test_the_end_that_its_owner_proposed_waits_for_the_others(floor: Floor) -> None:
    one, two = floor.staff(Role.SUPERVISOR), floor.staff(Role.COMPLIANCE)
    trouble = incident(floor)
    it: dict[str, Any] = {"incident_id": int(trouble.key[2:]), "by": one.id, "now": floor.now}
    incidents.assign(**it, owner_id=one.id)
    incidents.explain(**it, cause="cabo solto", solution="cabo preso")
    incidents.learn(**it, lessons="verificar os cabos")
    incidents.tell_regulator(**it, word="Um cabo solto.")
    assert trouble in things(of(floor, one).of(""))
    assert trouble not in things(of(floor, two).of(""))
    incidents.propose_end(**it)
    assert trouble not in things(of(floor, one).of(""))
    (waits,) = [item for item in of(floor, two).of("") if item.thing == trouble]
    assert waits.title.startswith("Por fechar: ")


def test_a_void_that_waits_is_decided_from_the_inbox(floor: Floor) -> None:
    """Also of a round that hangs, which waits twice: it is today's, leads to the decision, and is not its author's."""
    boss, other, table = floor.staff(Role.SUPERVISOR), floor.staff(Role.APPROVER), floor.table(code="macau-1")
    player = floor.player(cents=100_00)
    floor.sit(player, table)
    floor.open_round(table)
    floor.bet(player, table, ponto=20_00)
    voids.void_round(table_id=table, by=boss.id, reason="carta à vista", now=floor.now)
    floor.now += timedelta(hours=2)
    (item,) = (each for each in of(floor, other).of("") if each.thing.kind is Subject.ROUND)
    assert item.due.href == "/casa/mesas/macau-1/anulacao/"
    assert item.title == "Decidir a anulação da jogada"
    assert item.due.due_at == end_of_day(lisbon_date(floor.now))
    assert Subject.ROUND not in {each.thing.kind for each in of(floor, boss).of("")}


@pytest.mark.parametrize(
    ("sent_from", "leads_to"),
    [
        ("/casa/entrada/complaint/{}/?tab=team", "/casa/entrada/complaint/{}/?tab=team"),
        ("", "/casa/reclamacoes/{}/"),
        ("https://outra.example/casa/entrada/", "/casa/reclamacoes/{}/"),
        ("//outra.example/", "/casa/reclamacoes/{}/"),
        ("/casa/entrada/\\outra", "/casa/reclamacoes/{}/"),
        ("/casa/prazos/", "/casa/reclamacoes/{}/"),
    ],
)
def test_an_act_beside_the_list_leads_back_to_it(floor: Floor, sign_in: SignIn, sent_from: str, leads_to: str) -> None:
    case = complaint(floor)
    client = sign_in(floor.staff(Role.SUPPORT))
    answer = client.post(
        f"/casa/reclamacoes/{case.key}/tomar/",
        {"seen": Complaint.objects.get().revision, "inbox": sent_from.format(case.key)},
    )
    assert (answer.status_code, answer["Location"]) == (302, leads_to.format(case.key))


def test_a_payment_that_waits_for_another_person_is_not_its_authors(floor: Floor) -> None:
    one, other, boss = (floor.staff(role) for role in (Role.SUPPORT, Role.SUPPORT, Role.COMPLIANCE))
    case = complaint(floor)
    row = Complaint.objects.get()
    taken = complaints.take_in_hand(complaint_id=row.pk, by=one.id, seen=row.revision, now=floor.now)
    assert case in things(of(floor, one).of(""))
    complaints.decide(
        complaint_id=row.pk,
        outcome="accepted",
        award=5_00,
        reasons="A jogada foi paga a menos: devolvemos a diferença.",
        by=one.id,
        seen=taken.revision,
        idempotency_key=uuid4(),
        now=floor.now,
    )
    assert case not in things(of(floor, one).of(""))
    assert case not in things(of(floor, other).of("")), "support proposes, and pays nothing"
    (item,) = (each for each in of(floor, boss).of("") if each.thing == case)
    assert item.due.what == "Decidir o pagamento proposto"


def test_a_name_in_a_note_that_reaches_no_one_is_said(floor: Floor, sign_in: SignIn) -> None:
    boss, manager = floor.staff(Role.COMPLIANCE), floor.staff(Role.CROUPIER)
    trouble, case = incident(floor), complaint(floor)
    client = sign_in(boss)
    for path, more in (
        (f"/casa/incidentes/{trouble.key[2:]}/nota/", {}),
        (f"/casa/reclamacoes/{case.key}/escrever/", {"to": "note"}),
    ):
        sent = {"text": f"@{manager.name}, veja isto.", "key": uuid4(), **more}
        said = client.post(path, sent, follow=True).content.decode()
        assert f"@{manager.name.split('-')[0]} não é colega que possa ver isto" in said, path


def test_a_case_masks_its_players_e_mail_and_says_no_moment_that_no_one_gave(floor: Floor, sign_in: SignIn) -> None:
    rita = floor.player("rita")
    case = complaint(floor, rita)
    page = text(sign_in(floor.staff(Role.SUPPORT)), f"/casa/reclamacoes/{case.key}/")
    assert rita.email not in page
    assert "•••@" in page
    assert f"Aconteceu em até {floor.now.astimezone(LISBON):%d/%m/%Y}" in page


def test_who_cannot_do_anything_about_it_is_not_offered_it(floor: Floor, sign_in: SignIn) -> None:
    support, inspector, croupier = (floor.staff(role) for role in (Role.SUPPORT, Role.INSPECTOR, Role.CROUPIER))
    case = complaint(floor)
    client = sign_in(support)
    for page in (INBOX, f"{INBOX}complaint/{case.key}/"):
        shown = client.get(page).content.decode()
        assert not [each.name for each in (inspector, croupier) if f">{each.name}</option>" in shown], page
    with pytest.raises(InboxRejected) as refused:
        operations.assign(things=[case], person_id=inspector.id, by=support.id, now=floor.now)
    assert refused.value.reason is InboxRejection.COLLEAGUE_MAY_NOT_WORK_ON


def test_a_player_is_watched_from_their_own_page_and_stands_by_name(floor: Floor, as_role: AsRole) -> None:
    rita, support = floor.player("Rita"), as_role(Role.SUPPORT)
    page = f"/casa/jogadores/{rita.key}/"
    sent = {"from": "page", "open": f"player:{rita.key}", "things": f"player:{rita.key}"}
    assert ">Seguir <kbd" in support.get(page).content.decode()
    done = support.post(reverse("backoffice:watch_work"), sent)
    assert (done.status_code, done["Location"]) == (302, page)
    assert "Deixar de seguir" in support.get(page + "notas/").content.decode()
    watched = support.get("/casa/entrada/?tab=watched").content.decode()
    assert rita.name in watched
    assert f"<b>{rita.name}</b>" in watched
    assert support.post(reverse("backoffice:unwatch_work"), sent)["Location"] == page
    assert rita.name not in support.get("/casa/entrada/?tab=watched").content.decode()
    for nonsense in ("player:x", "player:", "x", "round:y"):
        odd = support.post(reverse("backoffice:watch_work"), sent | {"open": nonsense, "things": "player:x"})
        assert (odd.status_code, odd["Location"].startswith("/casa/entrada/")) == (302, True), nonsense


def test_decided_rules_are_watched_by_the_name_of_their_table(floor: Floor, as_role: AsRole) -> None:
    floor.table(code="lua")
    manager = floor.staff(Role.GAME_MANAGER)
    operations.watch(things=[Thing(Subject.RULES, "lua/v1")], by=manager.id, now=floor.now)
    (kept,) = of(floor, manager).of("watched")
    assert kept.title == f"Regras v1 de {table_names()['lua']}"


def test_what_is_due_stands_first_under_its_heading(floor: Floor) -> None:
    player, boss = floor.player("Rita"), floor.staff(Role.COMPLIANCE)
    trouble = incident(floor)
    exclude(person_id=player.id, kind=ExclusionKind.FIXED, months=3, now=floor.now)
    case = complaint(floor)
    found = of(floor, boss).of("")
    dues = [item.due.due_at for item in found if item.due.due_at is not None]
    assert dues == sorted(dues)
    order = [item.thing for item in found]
    assert order.index(trouble) < order.index(case)  # the regulator is told within a day, who complained in three weeks
    headings = [section.heading for section in presenters.sections(found, floor.now)]
    assert headings[-1] == "Mais tarde"
    floor.wait(days=40)
    late = presenters.sections(of(floor, boss).of(""), floor.now)
    assert case in {item.thing for item in late[0].items}


def test_a_long_list_shows_its_beginning_and_the_rest_on_demand(
    floor: Floor, as_role: AsRole, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        complaint(floor)
    incident(floor)
    person = as_role(Role.COMPLIANCE)
    monkeypatch.setattr(presenters, "AT_FIRST", 2)
    first = person.get(INBOX, {"kind": "complaint"}).content.decode()
    assert first.count('<li class="inbox-row') == 2
    assert 'kind=complaint&amp;todas=1">Mostrar os 3</a>' in first
    assert '<span class="soft">3</span></h2>' in first, "the heading counts those that are not shown, too"
    whole = person.get(INBOX, {"kind": "complaint", "todas": "1"}).content.decode()
    assert whole.count('<li class="inbox-row') == 3
    assert "Mostrar os 3" not in whole


def test_the_badge_counts_what_is_due_or_new(floor: Floor, sign_in: SignIn) -> None:
    one = floor.staff(Role.SUPPORT)
    browser = sign_in(one)
    assert of(floor, one).badge().count == 0
    complaint(floor)
    assert of(floor, one).badge() == presenters.Badge(1, False)
    operations.look(by=one.id, now=floor.now)
    assert of(floor, one).badge().count == 0  # seen, and due in three weeks
    floor.wait(days=40)
    assert of(floor, one).badge() == presenters.Badge(1, True)
    assert 'id="bar-count"' in browser.get(f"{INBOX}conta/", headers={"HX-Request": "true"}).content.decode()
    assert browser.get(f"{INBOX}conta/").headers["Location"] == INBOX


def test_a_look_at_the_page_makes_it_known(floor: Floor, sign_in: SignIn) -> None:
    one = floor.staff(Role.SUPPORT)
    complaint(floor)
    browser = sign_in(one)
    assert "inbox-row--new" in browser.get(INBOX).content.decode()
    assert "inbox-row--new" not in browser.get(INBOX).content.decode()


@pytest.mark.parametrize("role", Role)
def test_every_role_opens_every_tab(floor: Floor, as_role: AsRole, role: Role) -> None:
    case = complaint(floor)
    browser = as_role(role)
    for tab in (*presenters.TABS, "nada", "<script>"):
        assert browser.get(INBOX, {"tab": tab, "kind": "complaint"}).status_code == 200
    sees = role in {Role.SUPPORT, Role.COMPLIANCE, Role.AUDITOR, Role.INSPECTOR}
    assert browser.get(f"{INBOX}complaint/{case.key}/").status_code == (200 if sees else 404)


@pytest.mark.parametrize("path", ["complaint/R-2026-99999/", "nada/R-1/", "work/x/", "incident/7/", "table/macau-1/"])
def test_what_is_not_there_is_not_found(as_role: AsRole, path: str) -> None:
    assert as_role(Role.COMPLIANCE).get(INBOX + path).status_code == 404


def test_a_thing_opens_beside_the_list_and_alone(floor: Floor, as_role: AsRole) -> None:
    case = complaint(floor)
    browser = as_role(Role.SUPPORT)
    whole = browser.get(f"{INBOX}complaint/{case.key}/").content.decode()
    assert "«A aposta não entrou e o Ponto ganhou.»" in whole
    assert f'hx-get="/casa/reclamacoes/{case.key}/"' in whole
    part = browser.get(
        f"{INBOX}complaint/{case.key}/", headers={"HX-Request": "true", "HX-Target": "case"}
    ).content.decode()
    assert "<html" not in part
    assert "Ainda ninguém trata disto." in part


def test_acts_of_the_page(floor: Floor, sign_in: SignIn) -> None:
    one, other = floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE)
    first, second = complaint(floor), complaint(floor)
    browser = sign_in(one)
    both = {"things": [word(first), word(second)]}
    answer = browser.post(f"{INBOX}entregar/", {**both, "person": other.key, "tab": "team"})
    assert answer.headers["Location"] == f"{INBOX}?tab=team"
    assert {carer.person_id for carer in queries.carers([first, second]).values()} == {other.id}
    assert f"A cargo de {other.name}: 2 coisas." in text(browser)
    browser.post(f"{INBOX}entregar/", {**both, "person": ""})
    assert {carer.person_id for carer in queries.carers([first, second]).values()} == {None}
    answer = browser.post(f"{INBOX}adiar/", {**both, "until": "week", "open": word(first)})
    assert answer.headers["Location"] == f"{INBOX}complaint/{first.key}/"
    assert set(queries.kept_by(one.id, now=floor.now)) == {first, second}
    browser.post(f"{INBOX}retomar/", both)
    browser.post(f"{INBOX}seguir/", both)
    assert all(kept.is_watched for kept in queries.kept_by(one.id, now=floor.now).values())
    browser.post(f"{INBOX}deixar/", both)
    browser.post(f"{INBOX}lido/", both)
    assert queries.kept_by(one.id, now=floor.now) == {}


@pytest.mark.parametrize(
    ("path", "sent", "said"),
    [
        ("entregar/", {}, "Escolha pelo menos uma coisa da lista."),
        ("adiar/", {"things": "complaint:R-2026-99999", "until": "week"}, "Uma destas coisas não existe."),
        ("adiar/", {"things": "complaint:R-2026-00001", "until": "year"}, "year"),
        ("seguir/", {"things": "nada"}, "A página enviou algo que não devia."),
        ("seguir/", {"things": "complaint:x\0"}, "A página enviou algo que não devia."),
        ("seguir/", {"things": "rules:macau-1/v1"}, "A sua função não trata disto."),
        ("entregar/", {"things": "incident:I-1"}, "A sua função não trata disto."),
    ],
)
def test_what_cannot_be_is_said_above_the_list(as_role: AsRole, path: str, sent: dict[str, str], said: str) -> None:
    browser = as_role(Role.SUPPORT)
    assert browser.post(INBOX + path, {**sent, "open": "//evil.example:x"}).headers["Location"] == INBOX
    assert said in text(browser)


def test_a_colleague_without_the_role_cannot_be_given_it(floor: Floor, as_role: AsRole) -> None:
    approver = floor.staff(Role.APPROVER)
    case = complaint(floor)
    browser = as_role(Role.SUPPORT)
    browser.post(f"{INBOX}entregar/", {"things": word(case), "person": approver.key})
    assert "A função deste colega não pode fazer nada quanto a isto." in text(browser)


def test_the_story_of_a_thing_tells_who_was_given_it(floor: Floor, sign_in: SignIn) -> None:
    boss, other, auditor = (floor.staff(role) for role in (Role.COMPLIANCE, Role.SUPERVISOR, Role.AUDITOR))
    trouble = incident(floor)
    operations.assign(things=[trouble], person_id=other.id, by=boss.id, now=floor.now)
    said = f"{boss.name} entregou a {other.name}: incidente {trouble.key}"
    assert said in text(sign_in(boss), f"{INBOX}incident/{trouble.key}/")
    assert said in text(sign_in(boss), f"/casa/incidentes/{trouble.key[2:]}/")
    page = sign_in(auditor).get("/casa/auditoria/").content.decode()
    assert f'href="{INBOX}incident/{trouble.key}/"' in page


@pytest.mark.parametrize("language", ["pt", "en", "ro"])
def test_the_inbox_speaks_three_languages(floor: Floor, as_role: AsRole, language: str) -> None:
    complaint(floor)
    browser = as_role(Role.SUPPORT)
    browser.post("/lingua/", {"language": language})
    heading = {"pt": "Caixa de entrada", "en": "Inbox", "ro": "Căsuța de intrare"}[language]
    assert f"{heading} " in text(browser)


def test_many_things_take_as_many_statements_as_few(floor: Floor, as_role: AsRole) -> None:
    browser = as_role(Role.COMPLIANCE)
    case = complaint(floor)
    incident(floor)
    counts = []
    for more in (0, 6):
        for _ in range(more):
            complaint(floor)
            incident(floor)
        for address in (INBOX, f"{INBOX}conta/", f"{INBOX}complaint/{case.key}/"):
            headers = {"HX-Request": "true"} if address.endswith("conta/") else {}
            browser.get(address, headers=headers)
            with CaptureQueriesContext(connection) as asked:
                assert browser.get(address, headers=headers).status_code == 200
            counts.append(len(asked))
    assert counts[:3] == counts[3:]


def test_rules_are_named_as_on_their_own_page(floor: Floor, sign_in: SignIn) -> None:
    """By table and version, and not by the key that the address has."""
    thing, reader = rules(floor), floor.staff(Role.COMPLIANCE)
    item = of(floor, reader).item(thing)
    assert item is not None
    assert item.about.split(" · ")[:2] == ["Macau-1", "v2"]
    assert "macau-1/v2" not in item.about


def test_the_kinds_are_folded_and_say_which_one_is_chosen(floor: Floor, as_role: AsRole) -> None:
    complaint(floor)
    incident(floor)
    client = as_role(Role.SUPPORT)
    assert "<summary>Por espécie: <b>Tudo</b></summary>" in client.get(INBOX, {"tab": "all"}).content.decode()
    chosen = client.get(INBOX, {"tab": "all", "kind": "complaint"}).content.decode()
    assert "<summary>Por espécie: <b>Reclamações</b></summary>" in chosen


@pytest.mark.parametrize(("role", "told"), [(Role.SUPPORT, True), (Role.CROUPIER, False)])
def test_the_key_of_the_floor_is_said_to_those_who_see_it(as_role: AsRole, role: Role, told: bool) -> None:
    page = as_role(role).get(INBOX).content.decode()
    assert ("<kbd>G</kbd> <kbd>S</kbd> sala" in page) is told
