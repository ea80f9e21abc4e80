"""What is kept, at the pages of the office: the list, a proposal, the decision, the board (PT-56, GDPR 5)."""

import html
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from kernel.calendar import add_months, lisbon_date
from players.keeping import operations
from players.models import Erasure, Person, SignInAttempt
from players.roles import Role
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db
PATH = "/casa/conservacao/"
WHY = "Fim do prazo de conservação"


@pytest.fixture
def old() -> SignInAttempt:
    """An attempt whose term was over two years ago."""
    at = add_months(timezone.now(), -48)
    return SignInAttempt.objects.create(email="antigo@sabot.example", factor="password", outcome="failed", at=at)


def page_of(answer: object) -> str:
    return html.unescape(answer.content.decode())  # type: ignore[attr-defined]


def sent(**others: str) -> dict[str, str]:
    latest = lisbon_date(add_months(timezone.now(), -24)).isoformat()
    return {"key": str(uuid.uuid4()), "before": latest, "reason": WHY} | others


def test_one_proposes_another_agrees_and_it_is_gone(old: SignInAttempt, as_role: AsRole) -> None:
    author, second = as_role(Role.ADMINISTRATOR), as_role(Role.COMPLIANCE)
    assert "Ainda não contado" in page_of(author.get(PATH))
    operations.look(now=timezone.now())
    listed = page_of(author.get(PATH))
    assert "tentativas de entrada" in listed.lower()
    assert f"{PATH}sign-ins/apagar/" in listed
    assert f"{PATH}money/apagar/" not in listed
    form = page_of(author.get(f"{PATH}sign-ins/apagar/"))
    assert "24 meses" in form
    said = page_of(author.post(f"{PATH}sign-ins/apagar/", sent(), follow=True))
    [row] = Erasure.objects.all()
    assert WHY in said
    own = page_of(author.get(f"{PATH}propostas/{row.pk}/"))
    assert "Aprovar o apagamento" not in own
    assert f"L-{row.pk}" in page_of(second.get("/casa/prazos/"))
    there = page_of(second.get(f"{PATH}propostas/{row.pk}/"))
    assert "Aprovar o apagamento" in there
    answer = second.post(f"{PATH}propostas/{row.pk}/aprovar/", follow=True)
    assert answer.status_code == 200
    operations.erase_due(now=timezone.now())
    assert not SignInAttempt.objects.filter(pk=old.pk).exists()
    over = page_of(second.get(f"{PATH}propostas/{row.pk}/"))
    assert "feito" in over.lower() or "concluíd" in over.lower()
    assert f"propostas/{row.pk}/" in page_of(second.get(PATH))


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"reason": ""}, 400),
        ({"reason": "x"}, 400),
        ({"before": "amanhã"}, 400),
        ({"before": "2999-01-01"}, 409),
        ({"before": "2001-01-01"}, 409),
        ({"key": "outra"}, 400),
    ],
)
def test_a_form_that_does_not_do_is_answered_and_proposes_nothing(
    old: SignInAttempt, as_role: AsRole, change: dict[str, str], status: int
) -> None:
    answer = as_role(Role.COMPLIANCE).post(f"{PATH}sign-ins/apagar/", sent(**change))
    assert answer.status_code == status
    assert not Erasure.objects.exists()


def test_addresses_that_name_nothing(old: SignInAttempt, as_role: AsRole) -> None:
    client = as_role(Role.COMPLIANCE)
    for path in ("money/apagar/", "nada/apagar/", "propostas/9/"):
        assert client.get(PATH + path).status_code == 404
    for act in ("aprovar", "recusar", "retirar"):
        assert client.post(f"{PATH}propostas/9/{act}/", {"reason": WHY}).status_code == 404


def test_a_proposal_is_turned_down_or_withdrawn(old: SignInAttempt, as_role: AsRole) -> None:
    author, second = as_role(Role.ADMINISTRATOR), as_role(Role.COMPLIANCE)
    author.post(f"{PATH}sign-ins/apagar/", sent())
    [row] = Erasure.objects.all()
    assert second.post(f"{PATH}propostas/{row.pk}/recusar/", {"reason": ""}).status_code == 400
    said = page_of(second.post(f"{PATH}propostas/{row.pk}/recusar/", {"reason": "Há um processo"}, follow=True))
    assert "Há um processo" in said
    author.post(f"{PATH}sign-ins/apagar/", sent())
    again = Erasure.objects.latest("pk")
    assert author.post(f"{PATH}propostas/{again.pk}/retirar/").status_code == 302
    assert Erasure.objects.get(pk=again.pk).state == "withdrawn"
    assert SignInAttempt.objects.filter(pk=old.pk).exists()


def test_what_is_past_its_term_stands_on_the_board(old: SignInAttempt, as_role: AsRole) -> None:
    client = as_role(Role.COMPLIANCE)
    assert PATH not in page_of(client.get("/casa/prazos/")).partition("<main")[2]
    operations.look(now=timezone.now() - timedelta(hours=1))
    assert PATH in page_of(client.get("/casa/prazos/")).partition("<main")[2]


def test_the_page_of_a_player_who_was_made_anonymous_opens(as_role: AsRole, floor: Floor) -> None:
    actor = floor.player(cents=0)
    with past_triggers():
        Person.objects.filter(pk=actor.id).update(closed_at=add_months(timezone.now(), -130))
    now = timezone.now()
    before = lisbon_date(add_months(now, -120))
    author, second = floor.staff(Role.ADMINISTRATOR).id, floor.staff(Role.COMPLIANCE).id
    made = operations.propose_erasure(
        kind="accounts", before=before, reason=WHY, by=author, idempotency_key=uuid.uuid4(), now=now
    )
    operations.approve_erasure(erasure_id=made.erasure_id, by=second, now=now)
    assert operations.erase_due(now=now) == 1
    client = as_role(Role.COMPLIANCE)
    for part in ("", "protecao/", "notas/", "historia/", "acessos/", "dinheiro/", "jogadas/", "casos/", "sessoes/"):
        answer = client.get(f"/casa/jogadores/{actor.key}/{part}")
        assert answer.status_code == 200, part
    assert f"erased-{actor.id}" in page_of(client.get(f"/casa/jogadores/{actor.key}/"))
    assert client.post(f"/casa/jogadores/{actor.key}/dados/", {"reason": WHY}).status_code in {200, 302, 404}
