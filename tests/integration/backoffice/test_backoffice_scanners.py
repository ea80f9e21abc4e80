"""Tokens of scanners on the supervisors' page: shown once, with a reason, and revoked there (C9)."""

import re
import uuid

import pytest
from django.test import Client

from players.roles import Role
from tables.models import CardEvent, Scanner
from tables.operations.croupier.scanners import digest_of
from tests.croupiers import PaperTable, paper_table
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole

PAGE = "/casa/croupiers/"


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    return paper_table(floor)


def seen(client: Client, path: str = PAGE) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def sent(client: Client, live: PaperTable, **changed: str) -> tuple[int, str]:
    facts = {"name": "Leitor 1", "reason": "leitor novo", "idempotency_key": str(uuid.uuid4())}
    answer = client.post(f"{PAGE}{live.code}/leitores/", facts | changed)
    return answer.status_code, answer.content.decode()


def shown(page: str) -> str:
    return "".join(re.findall(r'value="(sabot-scanner-[\w-]+)"', page))


def test_a_token_is_shown_this_once(live: PaperTable, as_role: AsRole) -> None:
    supervisor, key = as_role(Role.SUPERVISOR), str(uuid.uuid4())
    assert "Nenhum leitor tem chave para esta mesa" in seen(supervisor)
    status, page = sent(supervisor, live, idempotency_key=key)
    token = shown(page)
    assert status == 200
    assert Scanner.objects.get().digest == digest_of(token)
    assert "A chave de acesso de «Leitor 1»" in page
    again = sent(supervisor, live, idempotency_key=key)
    assert (again[0], shown(again[1])) == (200, "")
    assert "Esta chave já foi emitida e mostrada" in again[1]
    listed = seen(supervisor)
    assert "leitor novo" in listed
    assert token not in listed
    assert Scanner.objects.count() == 1


def test_what_was_wrong_is_said_on_the_page(live: PaperTable, as_role: AsRole) -> None:
    supervisor = as_role(Role.SUPERVISOR)
    assert sent(supervisor, live, reason="")[0] == 400
    status, page = sent(supervisor, live, name="x")
    assert (status, "de 2 a 40 caracteres" in page) == (400, True)
    sent(supervisor, live)
    status, page = sent(supervisor, live)
    assert (status, "já tem esse nome" in page) == (409, True)
    assert supervisor.post(f"{PAGE}nada/leitores/", {}).status_code == 404


def test_a_token_is_revoked_there(live: PaperTable, as_role: AsRole) -> None:
    supervisor = as_role(Role.SUPERVISOR)
    sent(supervisor, live)
    (scanner,) = Scanner.objects.all()
    answer = supervisor.post(f"{PAGE}leitores/{scanner.pk}/revogar/", follow=True)
    assert "este leitor já não lê cartas" in answer.content.decode()
    assert "Nenhum leitor tem chave para esta mesa" in answer.content.decode()
    scanner.refresh_from_db()
    assert scanner.revoked_by_id == int(supervisor.session["_auth_user_id"])
    assert not CardEvent.objects.exists()
    assert supervisor.post(f"{PAGE}leitores/999999/revogar/").status_code == 409


def test_a_croupier_issues_none(live: PaperTable, as_role: AsRole) -> None:
    assert sent(as_role(Role.CROUPIER), live)[0] == 403
    assert not Scanner.objects.exists()
