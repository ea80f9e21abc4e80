"""Corrections of the regulator's files at the office: two persons, what waits for them, and who only looks."""

import re
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.utils import timezone

from demonstration import first_hours
from kernel.calendar import lisbon_date
from players.roles import Role
from reporting.models import Job, SafeCorrection, SafePackage
from reporting.operations import correction_jobs, do_open_jobs
from reporting.operations.due_files import deliver_due
from reporting.operations.safe_files import make_files
from reporting.queries.jobs import progress_name
from reporting.six_files.safe import FolderSafe
from tests.integration.backoffice.browsers import AsRole
from tests.integration.backoffice.test_backoffice_safe_files import FILES, page_of
from tests.settled import days_settle, seal_days
from tests.yesterday import noon_of_the_last_day

PAGE = f"{FILES}correcoes/"
ROOM = "/casa/regulador/"


@pytest.fixture(autouse=True)
def whole() -> Iterator[None]:
    """A test's own transaction is under way all along: it counts as over."""
    with days_settle():
        yield


@pytest.fixture
def day(db: None, settings: LazySettings, tmp_path: Path) -> date:
    """The last day, whose files lie in the safe; since then the house has another number at the supervisor's."""
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": "sandbox"}
    noon, profile = noon_of_the_last_day(), settings.OPERATOR_PROFILE.files
    for moment in (noon, timezone.now()):
        deliver_due(profile=profile, safe=FolderSafe(tmp_path), now=moment)
    other = replace(profile, operator=profile.operator + 1)
    settings.OPERATOR_PROFILE = replace(settings.OPERATOR_PROFILE, files=other)
    return lisbon_date(noon)


def sent(day: object, reason: str = "número do operador errado") -> dict[str, str]:
    return {"day": str(day), "reason": reason, "key": str(uuid.uuid4())}


def test_two_persons_correct_a_day(day: date, as_role: AsRole, settings: LazySettings, tmp_path: Path) -> None:
    first, second = as_role(Role.COMPLIANCE), as_role(Role.SUPERVISOR)
    assert "Propor uma correção" in page_of(first.get(FILES))
    assert "Propor fazer de novo os ficheiros do dia" in page_of(second.get(PAGE)), "also who does not see reports"
    assert "Proposto." in page_of(first.post(f"{PAGE}propor/", sent(day), follow=True))
    row = SafeCorrection.objects.get()
    proposal = {"proposal": str(row.pk)}
    shown = page_of(second.get(PAGE))
    assert "98 ficheiros" in shown
    assert "<summary>" in shown
    assert f'title="{row.changes[0]["new"]}"' in shown
    assert "A proposta é sua" in page_of(first.get(PAGE))
    names = re.findall(r' id="([^"]+)"', shown)
    assert len(names) == len(set(names)), "two forms stand on the page"
    refused = first.post(f"{PAGE}aprovar/", proposal)
    assert refused.status_code == 409
    assert "A proposta é sua" in page_of(refused)
    done = page_of(second.post(f"{PAGE}aprovar/", proposal, follow=True))
    assert "Acordado. PACK_" in done
    assert "rp.zip" in done
    decided = page_of(first.get(PAGE, {"proposta": row.pk}))
    assert "Correção que foi feita" in decided
    assert "rp.zip" in decided
    assert "Concordar com a correção" not in decided
    assert "Correção que foi feita" not in page_of(first.get(PAGE)), "no one asked for it"
    history = page_of(first.get(FILES))
    assert "número do operador errado" in history
    assert "por entregar" in history
    deliver_due(profile=settings.OPERATOR_PROFILE.files, safe=FolderSafe(tmp_path), now=timezone.now())
    shown = page_of(as_role(Role.AUDITOR).get(FILES))
    assert shown.count("no cofre") >= 2
    assert "corrigido depois" in shown


def test_a_heavy_day_is_left_to_a_worker_and_the_page_follows_it(
    day: date, as_role: AsRole, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(correction_jobs, "AT_ONCE_BYTES", -1)
    first, second = as_role(Role.COMPLIANCE), as_role(Role.SUPERVISOR)
    begun = first.post(f"{PAGE}propor/", sent(day))
    job = Job.objects.get()
    address = f"{PAGE}?pedido={job.key}"
    assert begun["Location"] == address
    shown = page_of(first.get(address))
    assert "À espera de começar" in shown
    assert 'hx-select="#work-of-files"' in shown
    assert shown.count('id="work-of-files"') == 1
    assert 'id="work"' in page_of(second.get(PAGE)), "the others see it too"
    cache.set(progress_name(job.key), 40)
    assert "Passo 40 de 100" in page_of(first.get(address))
    assert not SafeCorrection.objects.exists()
    assert do_open_jobs(now=timezone.now()) == 1
    shown = page_of(first.get(address))
    assert "Proposto." in shown
    assert 'hx-trigger="every 2s"' not in shown

    proposal = {"proposal": str(SafeCorrection.objects.get().pk)}
    begun = second.post(f"{PAGE}aprovar/", proposal)
    job = Job.objects.latest("pk")
    assert begun["Location"] == f"{PAGE}?pedido={job.key}"
    Job.objects.filter(pk=job.pk).update(state="gathering")
    assert first.post(f"{PAGE}recusar/", proposal | {"reason": "não é preciso"}).status_code == 409
    assert do_open_jobs(now=timezone.now()) == 1
    shown = page_of(second.get(f"{PAGE}?pedido={job.key}"))
    assert "Acordado. PACK_" in shown
    assert do_open_jobs(now=timezone.now()) == 0
    first.post(f"{PAGE}propor/", sent(day))
    job = Job.objects.latest("pk")
    assert do_open_jobs(now=timezone.now()) == 1
    assert "não há nada a corrigir" in page_of(first.get(f"{PAGE}?pedido={job.key}"))
    for strange in ("x", str(uuid.uuid4()), ""):
        assert first.get(PAGE, {"pedido": strange}).status_code == 200


def test_a_proposal_is_turned_down_or_taken_back(day: date, as_role: AsRole) -> None:
    first, second = as_role(Role.COMPLIANCE), as_role(Role.SUPERVISOR)
    first.post(f"{PAGE}propor/", sent(day))
    proposal = str(SafeCorrection.objects.get().pk)
    short = second.post(f"{PAGE}recusar/", {"proposal": proposal, "reason": "x"})
    assert short.status_code == 400
    said = second.post(f"{PAGE}recusar/", {"proposal": proposal, "reason": "o número estava certo"}, follow=True)
    assert "Recusado." in page_of(said)
    assert "o número estava certo" in page_of(first.get(FILES))
    first.post(f"{PAGE}propor/", sent(day))
    own = str(SafeCorrection.objects.latest("pk").pk)
    said = first.post(f"{PAGE}recusar/", {"proposal": own, "reason": "engano meu"}, follow=True)
    assert "Recusado." in page_of(said)
    gone = second.post(f"{PAGE}aprovar/", {"proposal": own})
    assert gone.status_code == 409
    assert "já foi decidida" in page_of(gone)


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"day": "2999-01-01"}, 409),
        ({"day": "2020-01-01"}, 409),
        ({"day": "amanhã"}, 400),
        ({"day": "9999-99-99"}, 400),
        ({"day": ""}, 400),
        ({"reason": "x"}, 400),
        ({"reason": "x" * 301}, 400),
        ({"key": "x"}, 400),
    ],
)
def test_bad_input_changes_nothing(day: date, as_role: AsRole, given: dict[str, str], status: int) -> None:
    answer = as_role(Role.COMPLIANCE).post(f"{PAGE}propor/", sent(day) | given)
    assert answer.status_code == status
    assert not SafeCorrection.objects.exists()


@pytest.mark.parametrize("proposal", ["0", "x", "-1", "", "99999999999999999999", "2147483648"])
def test_strange_proposals_are_none(day: date, as_role: AsRole, proposal: str) -> None:
    staff = as_role(Role.SUPERVISOR)
    for act in ("aprovar", "recusar"):
        answer = staff.post(f"{PAGE}{act}/", {"proposal": proposal, "reason": "não existe"})
        assert answer.status_code in (400, 409)
    assert staff.get(PAGE, {"proposta": proposal}).status_code == 200


def test_nothing_to_correct_is_said(day: date, as_role: AsRole, settings: LazySettings) -> None:
    profile = settings.OPERATOR_PROFILE.files
    same = replace(profile, operator=profile.operator - 1)
    settings.OPERATOR_PROFILE = replace(settings.OPERATOR_PROFILE, files=same)
    answer = as_role(Role.COMPLIANCE).post(f"{PAGE}propor/", sent(day))
    assert answer.status_code == 409
    assert "não há nada a corrigir" in page_of(answer)


@pytest.mark.parametrize("role", [Role.AUDITOR, Role.INSPECTOR, Role.GAME_MANAGER, Role.SUPPORT, Role.APPROVER])
def test_who_only_reads_does_not_act(day: date, as_role: AsRole, role: Role) -> None:
    as_role(Role.COMPLIANCE).post(f"{PAGE}propor/", sent(day))
    proposal, reader = str(SafeCorrection.objects.get().pk), as_role(role)
    assert reader.get(PAGE).status_code == 403
    for act, given in (
        ("propor", sent(day)),
        ("aprovar", {"proposal": proposal}),
        ("recusar", {"proposal": proposal, "reason": "não"}),
    ):
        assert reader.post(f"{PAGE}{act}/", given).status_code == 403
    if role is not Role.SUPPORT:
        shown = page_of(reader.get(FILES))
        assert "número do operador errado" in shown, "the proposal that waits is seen"
        assert f'href="{PAGE}"' not in shown
    assert SafeCorrection.objects.get().state == "proposed"


def test_it_waits_on_the_board_and_in_the_inbox(day: date, as_role: AsRole) -> None:
    first, second = as_role(Role.COMPLIANCE), as_role(Role.SUPERVISOR)
    first.post(f"{PAGE}propor/", sent(day))
    number = SafeCorrection.objects.get().pk
    for staff in (first, second):
        assert "Decidir a correção dos ficheiros do regulador" in page_of(staff.get("/casa/prazos/"))
    assert f"F-{number}" in page_of(second.get("/casa/entrada/"))
    thing = second.get(f"/casa/entrada/files-correction/F-{number}/")
    assert thing.status_code == 200
    assert f"{PAGE}?proposta={number}" in page_of(thing)
    second.post(f"{PAGE}aprovar/", {"proposal": number})
    board = page_of(first.get("/casa/prazos/"))
    assert "Decidir a correção" not in board
    assert "Pôr a correção dos ficheiros do dia no cofre" in board
    trail = page_of(as_role(Role.AUDITOR).get("/casa/auditoria/"))
    assert "propôs corrigir os ficheiros do regulador" in trail
    assert "aprovou a correção" in trail


@pytest.fixture
def played(db: None) -> None:
    """The house played on that day: a day without play is not sealed."""
    first_hours.open_house(now=noon_of_the_last_day())


def test_the_room_shows_both_packages(
    played: None, day: date, as_role: AsRole, settings: LazySettings, tmp_path: Path
) -> None:
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    seal_days()
    first, second = as_role(Role.COMPLIANCE), as_role(Role.SUPERVISOR)
    first.post(f"{PAGE}propor/", sent(day))
    second.post(f"{PAGE}aprovar/", {"proposal": SafeCorrection.objects.get().pk})
    inspector = as_role(Role.INSPECTOR)
    shown = page_of(inspector.get(ROOM, {"mes": f"{day:%Y-%m}", "dia": day.isoformat()}))
    for package in SafePackage.objects.all():
        assert package.name in shown
    assert "correção 1" in shown
    assert "Corrigido depois" in shown
    assert "ficheiros não entregues, ficheiros corrigidos" in shown
    made = make_files(day=day, profile=settings.OPERATOR_PROFILE.files, now=timezone.now())
    assert (made.repeat, made.correction) == (True, 1)
