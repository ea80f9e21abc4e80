"""Rules of a table at the staff's pages: drafted, thought through, submitted, decided by another person, in force."""

import re
import uuid
from dataclasses import replace
from datetime import timedelta
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.wording import words
from kernel.calendar import lisbon_date
from players.roles import Role
from tables import queries
from tables.operations import configurations
from tables.operations.configurations import ConfigurationRejected, ConfigurationRejection
from tables.queries import ConfigurationCard
from tables.table_settings import TableSettings
from tests.factories import MACAU, Actor, Floor
from tests.integration.backoffice.browsers import AsRole, SignIn
from tests.rules import rule

GOOD = {
    "preset": "macau",
    "decks": "8",
    "shuffle": "every-round",
    "commission": "half-on-5",
    "minimum": "20,00",
    "max_prize": "1 000,00",
    "betting_seconds": "25",
    "show_seconds": "5",
    "seats": "7",
    "pairs": "on",
}
DRAFT = "/casa/mesas/macau-1/regras/nova/"
V2 = "/casa/mesas/macau-1/regras/2/"


@pytest.fixture
def table_id(floor: Floor) -> int:
    floor.now = timezone.now()
    return floor.table(MACAU, code="macau-1")


def versions(table_id: int) -> list[ConfigurationCard]:
    return list(reversed(queries.configurations(table_id)))


def form(**changes: str) -> dict[str, str]:
    return {**GOOD, "key": str(uuid.uuid4()), **changes}


def drafted(manager: Client, **changes: str) -> None:
    assert manager.post(DRAFT, form(**changes)).status_code == 302


def submitted(manager: Client, **changes: str) -> None:
    drafted(manager, **changes)
    assert manager.post(f"{V2}submeter/").status_code == 302


@rule(
    "PT-49",
    asserts="Rules drafted by one person and approved by another with the reference SRIJ 2026/201 are in force from "
    "the next round, and those before are superseded.",
)
@rule("R41", asserts="A Macau table is approved with a maximum prize of 1,000.00 that the house chose.")
def test_a_draft_approved_by_another_applies_from_the_next_round(floor: Floor, table_id: int, as_role: AsRole) -> None:
    manager, approver = as_role(Role.GAME_MANAGER), as_role(Role.APPROVER)
    floor.open_round(table_id)

    submitted(manager)
    page = approver.get(V2).content.decode()
    assert "10,00\N{NO-BREAK SPACE}€" in page
    assert "20,00\N{NO-BREAK SPACE}€" in page
    answer = approver.post(f"{V2}aprovar/", {"reference": "SRIJ 2026/201"}, follow=True)
    assert "próxima jogada" in answer.content.decode()
    assert versions(table_id)[1].status == "approved"

    floor.settle(table_id)
    floor.open_round(table_id)
    old, new = versions(table_id)
    assert (old.status, new.status, new.reference) == ("superseded", "in-force", "SRIJ 2026/201")
    assert new.terms == TableSettings(
        preset="macau", minimum=20_00, max_prize=1_000_00, betting_seconds=25, show_seconds=5, seats=7
    )


def test_an_author_does_not_decide_the_own_proposal(floor: Floor, table_id: int, sign_in: SignIn) -> None:
    author = floor.staff(Role.GAME_MANAGER)
    submitted(sign_in(author))
    floor.promote(author, Role.APPROVER)
    both = sign_in(author)

    page = both.get(V2).content.decode()
    assert f"{V2}aprovar/" not in page
    assert "outra pessoa" in page
    for act, said in (("aprovar", {"reference": "SRIJ 2026/201"}), ("aprovar", {"reference": "outra referência"})):
        answer = both.post(f"{V2}{act}/", said)
        assert answer.status_code == 409
    assert versions(table_id)[1].status == "submitted"


def test_a_reviser_of_a_draft_is_its_author_too(floor: Floor, table_id: int, as_role: AsRole, sign_in: SignIn) -> None:
    manager, reviser = as_role(Role.GAME_MANAGER), floor.staff(Role.GAME_MANAGER)
    drafted(manager)
    assert sign_in(reviser).post(f"{V2}alterar/", form(minimum="30,00", seen_revision="1")).status_code == 302
    assert manager.post(f"{V2}submeter/").status_code == 302

    floor.promote(reviser, Role.APPROVER)
    assert sign_in(reviser).post(f"{V2}aprovar/", {"reference": "SRIJ 2026/201"}).status_code == 409


def test_one_form_makes_one_draft(floor: Floor, table_id: int, as_role: AsRole) -> None:
    manager, once = as_role(Role.GAME_MANAGER), form()

    for _ in range(2):
        assert manager.post(DRAFT, once).status_code == 302

    assert len(versions(table_id)) == 2


def test_a_stale_form_is_told_and_keeps_its_values(floor: Floor, table_id: int, as_role: AsRole) -> None:
    first, second = as_role(Role.GAME_MANAGER), as_role(Role.GAME_MANAGER)
    drafted(first)
    assert first.post(f"{V2}alterar/", form(minimum="30,00", seen_revision="1")).status_code == 302

    answer = second.post(f"{V2}alterar/", form(minimum="40,00", seen_revision="1"))

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "outra pessoa guardou alterações" in page
    assert 'value="40,00"' in page
    assert re.search(r"<del>.*30,00.*</del>.*<ins>.*40,00.*</ins>", page)
    assert versions(table_id)[1].terms.minimum == 30_00
    seen = re.search(r'name="seen_revision" value="(\d+)"', page)
    assert seen is not None
    assert second.post(f"{V2}alterar/", form(minimum="40,00", seen_revision=seen[1])).status_code == 302
    assert versions(table_id)[1].terms.minimum == 40_00


def test_a_submitted_proposal_is_edited_no_more(floor: Floor, table_id: int, as_role: AsRole) -> None:
    manager = as_role(Role.GAME_MANAGER)
    submitted(manager)

    answer = manager.post(f"{V2}alterar/", form(minimum="40,00", seen_revision="1"))

    assert answer.status_code == 409
    assert versions(table_id)[1].terms.minimum == 20_00


def test_an_edge_for_the_players_is_said_and_needs_words(floor: Floor, table_id: int, as_role: AsRole) -> None:
    manager, approver = as_role(Role.GAME_MANAGER), as_role(Role.APPROVER)
    submitted(manager, commission="none")

    page = approver.get(V2).content.decode()
    assert "dá vantagem ao jogador: −1,2351\N{NO-BREAK SPACE}%" in page
    assert "perde, em média, 1,24\N{NO-BREAK SPACE}€ por cada 100,00\N{NO-BREAK SPACE}€" in page
    answer = approver.post(f"{V2}aprovar/", {"reference": "SRIJ 2026/201", "override": "porque"})
    assert answer.status_code == 409
    assert 'value="SRIJ 2026/201"' in answer.content.decode()
    assert versions(table_id)[1].status == "submitted"

    said = {"reference": "SRIJ 2026/201", "override": "campanha de uma semana, com teto de perda"}
    assert approver.post(f"{V2}aprovar/", said).status_code == 302
    assert versions(table_id)[1].decision_reason == "campanha de uma semana, com teto de perda"


@rule(
    "PT-49",
    asserts="An approval with no reference, two letters, 81 letters or blanks is refused, and the rules stay "
    "submitted.",
)
@pytest.mark.parametrize("reference", ["", "ab", "x" * 81, "   "])
def test_an_approval_needs_the_regulators_reference(
    floor: Floor, table_id: int, as_role: AsRole, reference: str
) -> None:
    submitted(as_role(Role.GAME_MANAGER))

    answer = as_role(Role.APPROVER).post(f"{V2}aprovar/", {"reference": reference})
    with pytest.raises(ConfigurationRejected) as refused:  # past the page's form
        configurations.approve(
            configuration_id=versions(table_id)[1].configuration_id,
            by=floor.staff(Role.APPROVER).id,
            reference=reference,
            now=timezone.now(),
        )

    assert answer.status_code == 400
    assert refused.value.reason is ConfigurationRejection.NO_REFERENCE
    assert versions(table_id)[1].status == "submitted"


def test_a_rejection_needs_a_reason_and_stands(floor: Floor, table_id: int, as_role: AsRole) -> None:
    submitted(as_role(Role.GAME_MANAGER))
    approver = as_role(Role.APPROVER)

    assert approver.post(f"{V2}recusar/", {"reason": "x"}).status_code == 400
    assert approver.post(f"{V2}recusar/", {"reason": "o mínimo é alto demais"}).status_code == 302
    assert approver.post(f"{V2}aprovar/", {"reference": "SRIJ 2026/201"}).status_code == 409

    assert versions(table_id)[1].status == "rejected"
    assert "o mínimo é alto demais" in approver.get("/casa/mesas/macau-1/").content.decode()


BAD = [
    ("minimum", "", "obrigatório"),
    ("minimum", "-5", "não é um valor"),
    ("minimum", "0", "aposta mínima vai de"),
    ("minimum", "0,005", "não é um valor"),
    ("minimum", "5,001", "não é um valor"),
    ("minimum", "cinco", "não é um valor"),
    ("minimum", "<b>5</b>", "não é um valor"),
    ("minimum", "1e3", "não é um valor"),
    ("minimum", "99999999999999999", "aposta mínima vai de"),
    ("minimum", "9" * 400, "20"),
    ("minimum", "١٢", "não é um valor"),
    ("max_prize", "-1", "não é um valor"),
    ("max_prize", "99999999999999999", "prémio máximo vai até"),
    ("max_prize", "100,00", "R43c"),
    ("betting_seconds", "2", "PT-32"),
    ("betting_seconds", "121", "PT-32"),
    ("betting_seconds", "2.5", "inteiro"),
    ("betting_seconds", "9" * 5000, "inteiro"),
    ("show_seconds", "0", "segundos"),
    ("seats", "0", "R6a"),
    ("seats", "10", "R6a"),
    ("cycle_seconds", "61", "C11"),
    ("cycle_seconds", "-1", "C11"),
    ("cycle_seconds", "x", "inteiro"),
    ("decks", "7", "7"),
    ("cap_lucky-six", "50,00", "não está no pano"),
    ("preset", "roleta", "roleta"),
    ("commission", "10-percent", "10-percent"),
    ("cap_ponto", "5,00", "menor do que a aposta mínima"),
    ("cap_ponto", "50,00", "R40"),
    ("cap_par-ponto", "1,00", "menor do que a aposta mínima"),
]


@pytest.mark.parametrize(("field", "value", "said"), BAD)
def test_a_bad_value_is_named_at_its_field_and_nothing_is_kept(
    floor: Floor, table_id: int, as_role: AsRole, field: str, value: str, said: str
) -> None:
    answer = as_role(Role.GAME_MANAGER).post(DRAFT, form(**{field: value}))

    page = answer.content.decode()
    assert answer.status_code == 400
    errors = re.search(rf'id="id_{field}_error">(.*?)</ul>', page, re.DOTALL)
    assert errors is not None, "the fault stands at its field"
    assert said in errors[1]
    assert "<b>5</b>" not in page
    assert 'name="seats" value="7"' in page or field == "seats", "the other values are kept"
    assert len(versions(table_id)) == 1


@rule("R41", asserts="A maximum prize at a table of ponto e banca is refused with R41.")
def test_a_maximum_prize_belongs_to_macau(floor: Floor, table_id: int, as_role: AsRole) -> None:
    answer = as_role(Role.GAME_MANAGER).post(DRAFT, form(preset="ponto-e-banca"))

    assert answer.status_code == 400
    assert "R41" in answer.content.decode()


def test_both_pairs_under_one_ceiling_are_chosen_priced_and_published(
    floor: Floor, table_id: int, as_role: AsRole
) -> None:
    manager = as_role(Role.GAME_MANAGER)
    thought = manager.post("/casa/mesas/macau-1/regras/calcular/", form(pairs_combined="on")).content.decode()
    assert "−1\N{NO-BREAK SPACE}880,00\N{NO-BREAK SPACE}€" in thought, "M, and 11 to 1 on 80,00 once instead of twice"
    submitted(manager, pairs_combined="on")
    page = as_role(Role.APPROVER).get(V2).content.decode()
    assert "para os dois juntos" in page
    assert versions(table_id)[1].terms.pairs_combined


@pytest.mark.parametrize(
    "changes", [{"preset": "ponto-e-banca", "max_prize": ""}, {"max_prize": ""}, {"pairs": ""}], ids=str
)
def test_pairs_without_a_ceiling_are_not_combined(
    floor: Floor, table_id: int, as_role: AsRole, changes: dict[str, str]
) -> None:
    answer = as_role(Role.GAME_MANAGER).post(DRAFT, form(pairs_combined="on", **changes))

    assert answer.status_code == 400
    assert 'id="id_pairs_combined_error"' in answer.content.decode()


def test_the_houses_own_ceilings_are_kept_through_a_revision(floor: Floor, table_id: int, as_role: AsRole) -> None:
    manager = as_role(Role.GAME_MANAGER)
    drafted(manager, preset="ponto-e-banca", max_prize="", cap_ponto="500,00")

    page = manager.get(f"{V2}alterar/").content.decode()

    assert versions(table_id)[1].terms.caps == {"ponto": 500_00}
    assert 'name="cap_ponto" value="500,00"' in page


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_thinking_along_tells_all_and_stores_nothing(
    floor: Floor, table_id: int, as_role: AsRole, headers: dict[str, str]
) -> None:
    manager = as_role(Role.GAME_MANAGER)
    address = "/casa/mesas/macau-1/regras/calcular/" if headers else DRAFT
    answer = manager.post(address, form(calculate="1", max_prize="10 000,00"), headers=headers)

    page = answer.content.decode()
    assert answer.status_code == 200
    for figure in ("10\N{NO-BREAK SPACE}000,00", "1\N{NO-BREAK SPACE}000,00", "800,00", "−27\N{NO-BREAK SPACE}600,00"):
        assert f"{figure}\N{NO-BREAK SPACE}€" in page
    assert "1,2351\N{NO-BREAK SPACE}%" in page
    assert (
        "4\N{NO-BREAK SPACE}998\N{NO-BREAK SPACE}398\N{NO-BREAK SPACE}275\N{NO-BREAK SPACE}503\N{NO-BREAK SPACE}360"
        in page
    )
    assert len(versions(table_id)) == 1


def test_the_multiples_of_r15_follow_the_minimum(floor: Floor, table_id: int, as_role: AsRole) -> None:
    asked = form(preset="ponto-e-banca", max_prize="", minimum="2,00")
    page = as_role(Role.GAME_MANAGER).post("/casa/mesas/macau-1/regras/calcular/", asked).content.decode()

    for cents in ("140,00", "30,00", "16,00"):
        assert f"{cents}\N{NO-BREAK SPACE}€" in page


def test_thinking_along_names_what_is_missing(floor: Floor, table_id: int, as_role: AsRole) -> None:
    answer = as_role(Role.GAME_MANAGER).post("/casa/mesas/macau-1/regras/calcular/", form(minimum="abc"))

    assert answer.status_code == 200
    assert 'href="#id_minimum"' in answer.content.decode()


def test_a_new_table_is_made_closed_and_escapes_its_name(floor: Floor, as_role: AsRole) -> None:
    manager = as_role(Role.GAME_MANAGER)
    made = {"name": "<script>x</script>", "code": "Sala-Norte", "currency": "EUR", "kind": "shared"}

    assert manager.post(reverse("backoffice:new_table"), made).headers["Location"].endswith("/sala-norte/regras/nova/")
    page = manager.get(reverse("backoffice:tables")).content.decode()
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page
    refused = manager.post("/casa/mesas/sala-norte/abrir/", {"round_code": ""})
    assert refused.status_code == 409
    assert "PT-49" in refused.content.decode()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("code", "nova"),
        ("code", "macau 1"),
        ("code", "x" * 41),
        ("code", "maçã"),
        ("name", ""),
        ("currency", "USD"),
        ("kind", ""),
    ],
)
def test_a_table_that_cannot_be_is_refused_at_its_field(floor: Floor, as_role: AsRole, field: str, value: str) -> None:
    asked = {"name": "Macau 9", "code": "macau-9", "currency": "EUR", "kind": "shared", field: value}

    answer = as_role(Role.GAME_MANAGER).post(reverse("backoffice:new_table"), asked)

    assert answer.status_code == 400
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert not queries.floor(now=floor.now)


def test_a_code_is_given_once(floor: Floor, table_id: int, as_role: AsRole) -> None:
    asked = {"name": "Outra", "code": "macau-1", "currency": "EUR", "kind": "shared"}

    answer = as_role(Role.GAME_MANAGER).post(reverse("backoffice:new_table"), asked)

    assert answer.status_code == 409
    assert "Já existe uma mesa" in answer.content.decode()


def test_waiting_decisions_are_counted_for_those_who_decide(
    floor: Floor, table_id: int, as_role: AsRole, sign_in: SignIn
) -> None:
    author: Actor = floor.staff(Role.GAME_MANAGER)
    submitted(sign_in(author))

    page = as_role(Role.APPROVER).get(reverse("backoffice:home"), follow=True).content.decode()

    assert '<span class="office-nav__count">1</span>' in page
    assert author.name in page


@pytest.mark.parametrize("address", ["/casa/mesas/nada/", "/casa/mesas/macau-1/regras/9/", "/casa/jogadas/nada/"])
def test_missing_things_are_not_found(floor: Floor, table_id: int, as_role: AsRole, address: str) -> None:
    assert as_role(Role.AUDITOR).get(address).status_code == 404


def test_an_approval_from_a_moment_is_shown_everywhere_and_revoked(
    floor: Floor, table_id: int, as_role: AsRole
) -> None:
    manager, approver = as_role(Role.GAME_MANAGER), as_role(Role.APPROVER)
    submitted(manager)
    day = (timezone.localtime() + timedelta(days=30)).date()
    said = {"reference": "SRIJ 2026/201", "start": "moment", "start_day": day.isoformat(), "start_time": "18:30"}

    assert approver.post(f"{V2}aprovar/", said).status_code == 302

    shown = f"{day:%d/%m/%Y} 18:30"
    for address in (V2, "/casa/mesas/", "/casa/mesas/macau-1/", reverse("backoffice:deadlines")):
        page = manager.get(address).content.decode()
        assert shown in page or (f"{day:%d/%m/%Y}" in page and "18:30" in page), address
    assert as_role(Role.GAME_MANAGER).post(f"{V2}revogar/", {"reason": "não é minha"}).status_code == 409
    assert manager.post(f"{V2}revogar/", {"reason": "data errada"}).status_code == 302
    page = approver.get(V2).content.decode()
    assert "data errada" in page
    assert "revogada" in page
    assert f"{V2}revogar/" not in page
    begun = manager.get(f"{DRAFT}?de=2").content.decode()
    assert 'name="minimum" value="20,00"' in begun


@pytest.mark.parametrize(
    ("day", "hour", "says"),
    [
        ("2027-03-28", "01:30", "esta hora não existe"),
        ("2027-10-31", "01:30", "acontece duas vezes"),
        ("", "01:30", "Escolha o dia"),
        ("2020-01-01", "00:00", "momento futuro"),
        ("9999-12-31", "23:59", "momento futuro"),
        ("32/13/2027", "00:00", "válida"),
    ],
)
def test_a_start_that_cannot_be_is_told_at_its_field(
    floor: Floor, table_id: int, as_role: AsRole, day: str, hour: str, says: str
) -> None:
    submitted(as_role(Role.GAME_MANAGER))
    said = {"reference": "SRIJ 2026/201", "start": "moment", "start_day": day, "start_time": hour}

    answer = as_role(Role.APPROVER).post(f"{V2}aprovar/", said)

    assert answer.status_code in {400, 409}
    assert says in answer.content.decode()
    assert versions(table_id)[1].status == "submitted"


def test_authors_propose_a_start_and_the_approver_decides(floor: Floor, table_id: int, as_role: AsRole) -> None:
    day = (lisbon_date(timezone.now()) + timedelta(days=9)).isoformat()
    manager = as_role(Role.GAME_MANAGER)
    drafted(manager)
    wrong = manager.post(f"{V2}submeter/", {"start": "moment", "start_day": "2020-01-01"})
    assert (wrong.status_code, "start_day_error" in wrong.content.decode()) == (400, True)
    assert manager.post(f"{V2}submeter/", {"start": "moment", "start_day": ""}).status_code == 400
    assert versions(table_id)[1].status == "draft"

    sent = {"start": "moment", "start_day": day, "start_time": "06:30"}
    assert manager.post(f"{V2}submeter/", sent).status_code == 302

    proposed = versions(table_id)[1].proposed_start
    assert proposed is not None
    assert versions(table_id)[1].starts_at is None
    shown = words.minute(proposed)
    approver = as_role(Role.APPROVER)
    page = approver.get(V2).content.decode()
    assert f"Os autores querem que comece em {shown}" in page
    assert f"submetida, para começar em {shown}" in page
    assert re.search(rf'name="start_day"[^>]*value="{day}"|value="{day}"[^>]*name="start_day"', page)
    approver.post(f"{V2}aprovar/", {"reference": "SRIJ 2026/201", "start": "next"})
    assert (versions(table_id)[1].status, versions(table_id)[1].starts_at) == ("approved", None)
    assert versions(table_id)[1].proposed_start == proposed


def test_a_proposal_is_withdrawn_by_its_author_alone(floor: Floor, table_id: int, as_role: AsRole) -> None:
    manager = as_role(Role.GAME_MANAGER)
    submitted(manager)

    assert as_role(Role.GAME_MANAGER).post(f"{V2}retirar/", {"reason": "não é minha"}).status_code == 409
    assert manager.post(f"{V2}retirar/", {"reason": "x"}).status_code == 400
    assert manager.post(f"{V2}retirar/", {"reason": "mínimo errado"}).status_code == 302
    assert versions(table_id)[1].status == "withdrawn"
    assert "mínimo errado" in manager.get("/casa/mesas/macau-1/").content.decode()


def test_the_difference_of_a_rejected_draft_stays(floor: Floor, table_id: int, as_role: AsRole) -> None:
    manager, approver = as_role(Role.GAME_MANAGER), as_role(Role.APPROVER)
    submitted(manager)
    assert approver.post(f"{V2}recusar/", {"reason": "alto demais", "seen_number": "1"}).status_code == 302
    floor.now = timezone.now()
    floor.approve(table_id, replace(MACAU, minimum=70_00))
    floor.open_round(table_id)
    assert versions(table_id)[2].status == "in-force"

    page = approver.get(V2).content.decode()

    assert re.search(r"<del>.*10,00.*</del>.*<ins>.*20,00.*</ins>", page)
    assert "70,00" not in page


def test_a_decision_on_a_page_that_is_too_old_shows_the_new_difference(
    floor: Floor, table_id: int, as_role: AsRole
) -> None:
    submitted(as_role(Role.GAME_MANAGER))
    floor.now = timezone.now()
    floor.approve(table_id, replace(MACAU, minimum=70_00))
    floor.open_round(table_id)
    approver = as_role(Role.APPROVER)

    answer = approver.post(f"{V2}aprovar/", {"reference": "SRIJ 2026/201", "seen_number": "1"})

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "entraram em vigor outras regras" in page
    assert "70,00" in page
    seen = re.search(r'name="seen_number" value="(\d+)"', page)
    assert seen is not None
    assert seen[1] == "3"
    assert approver.post(f"{V2}aprovar/", {"reference": "SRIJ 2026/201", "seen_number": seen[1]}).status_code == 302


def test_an_edge_for_players_is_flagged_wherever_the_version_is(floor: Floor, table_id: int, as_role: AsRole) -> None:
    manager, approver = as_role(Role.GAME_MANAGER), as_role(Role.APPROVER)
    flag = "badge--override"
    submitted(manager, commission="none")
    for address in (V2, reverse("backoffice:decisions"), reverse("backoffice:deadlines"), "/casa/mesas/macau-1/"):
        assert flag in approver.get(address).content.decode(), address
    said = {"reference": "SRIJ 2026/201", "override": "campanha de uma semana, com teto de perda"}
    assert approver.post(f"{V2}aprovar/", said).status_code == 302
    assert flag in approver.get("/casa/mesas/").content.decode()
    floor.now = timezone.now()
    code = floor.open_round(table_id)
    rita = floor.player()
    floor.sit(rita, table_id)
    floor.bet(rita, table_id, banca=50_00)
    floor.settle(table_id)
    report = reverse("backoffice:report", args=[lisbon_date(floor.now).isoformat()])
    with mock.patch("casino.backoffice.views.reports.timezone.now", return_value=floor.now + timedelta(seconds=1)):
        for address in ("/casa/mesas/", f"/casa/jogadas/{code}/", report):
            page = as_role(Role.AUDITOR).get(address).content.decode()
            assert flag in page, address
            assert "vantagem do jogador" in page, address
    assert "campanha de uma semana" in approver.get(V2).content.decode()
