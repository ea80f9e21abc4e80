"""The registration's page: errors beside fields, nothing lost, and the same answer for known and unknown people."""

import re
import uuid
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from casino.adapters import mail as emails
from casino.tasks import check_identities
from players.gates import may_deposit
from players.messages.operations.asks import write_asked
from players.messages.operations.emails import send_emails
from players.models import Person, Registration
from tests.factories import Floor, personal_details
from tests.rules import rule

pytestmark = pytest.mark.django_db
PAGE = "/registar/"


def typed(**others: Any) -> dict[str, Any]:
    """A registration as a browser sends it."""
    details = personal_details()
    facts = {name: getattr(details, name) for name in details.__dataclass_fields__}
    sent = {
        **facts,
        "birth_date": "1990-05-04",
        "email": "nova@sabot.example",
        "nickname": "Nova_7",
        "password": "uma-frase-bem-nova",
        "accuracy": "on",
        "terms": "on",
        "privacy": "on",
        "key": str(uuid.uuid4()),
        "terms_version": "1",
    }
    return sent | others


def sent_emails() -> list[tuple[str, str]]:
    mail.outbox.clear()
    write_asked(now=timezone.now())
    send_emails(send=emails.send, now=timezone.now())
    return [(message.to[0], f"{message.subject}\n{message.body}") for message in mail.outbox]


def test_from_the_form_to_the_cashiers_door() -> None:
    client = Client()
    assert client.get(PAGE).status_code == 200
    assert client.post(PAGE, typed()).headers["Location"] == "/registar/feito/"
    [(to, text)] = sent_emails()
    link = re.search(r"https?://[^/\s]+(/\S+)", text)
    assert to == "nova@sabot.example"
    assert link is not None
    onward = client.post(link[1]).headers["Location"]
    assert onward == "/entrar/?next=%2Fconta%2Fcomecar%2F"
    assert 'name="next" value="/conta/comecar/"' in client.get(onward).content.decode()
    check_identities()
    sent = {"login": "nova@sabot.example", "password": "uma-frase-bem-nova", "next": "/conta/comecar/"}
    assert client.post("/entrar/", sent).headers["Location"] == "/conta/comecar/"
    assert "Confirmada" in client.get("/identidade/").content.decode()
    assert may_deposit(person_id=Person.objects.get(email=to).pk, now=timezone.now()).allowed


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"birth_date": f"{date.today().year - 10}-01-01"}, "Só quem já fez 18 anos"),
    ({"birth_date": "31/02/1990"}, "Não é uma data"),
    ({"birth_date": "0001-01-01"}, "não pode ser"),
    ({"nif": "123456788"}, "Este NIF não está certo"),
    ({"iban": "PT51000201231234567890154"}, "Este IBAN não está certo"),
    ({"full_name": "<script>alert(1)</script> x"}, "nome completo como está no documento"),
    ({"full_name": "x" * 5000}, "120"),
    ({"nationality": "XX"}, "field__errors"),
    ({"password": "1234567890"}, "palavras-passe mais usadas"),
    ({"password": "curta"}, "pelo menos 10 caracteres"),
    ({"nickname": "<b>"}, "De 3 a 20 letras"),
    ({"terms": ""}, "Sem isto não é possível"),
    ({"terms_version": "7"}, "outra versão dos termos"),
    ({"email": "nada"}, "field__errors"),
    ({"document_kind": "9"}, "field__errors"),
]


@pytest.mark.parametrize(("wrong", "said"), WRONG)
def test_errors_are_said_and_nothing_typed_is_lost(wrong: dict[str, Any], said: str) -> None:
    answer = Client().post(PAGE, typed(**wrong))
    page = answer.content.decode()
    assert answer.status_code == 400
    assert said in page
    assert "<script>alert" not in page
    assert 'value="Rua da Prata 12, Lisboa"' in page
    assert not Person.objects.exists()
    assert not Registration.objects.exists()


@rule(
    "GL-04",
    asserts="Without the statement that the details are true, the terms, or the consent to monitoring no one is "
    "registered, and the page says that it is not possible without; every field that is needed has a mark.",
)
@pytest.mark.parametrize("left", ["accuracy", "terms", "privacy"])
def test_nobody_registers_without_agreeing(left: str) -> None:
    page = Client().get(PAGE).content.decode()
    assert page.count('class="field__need"') > 10
    for said in ("verdadeiros", "termos e condições", "vigiem o jogo"):
        assert said in page, said
    facts = typed()
    del facts[left]
    answer = Client().post(PAGE, facts)
    assert answer.status_code == 400
    assert "Sem isto não é possível" in answer.content.decode()
    assert not Person.objects.exists()


def test_everything_wrong_is_said_at_once() -> None:
    """What the form finds (no address, no date) and what only the registration finds, in one answer."""
    wrong = {"email": "nada", "birth_date": "31/31/1990", "nif": "1", "iban": "x", "nickname": "a", "password": "curta"}
    page = Client().post(PAGE, typed(**wrong)).content.decode()
    for field in wrong:
        assert f'id="id_{field}_error"' in page, field
    assert page.count('class="field__errors"') == len(wrong), "one sentence each"
    assert "palavra-passe: por segurança, escreva-a de novo" in page
    assert 'value="curta"' not in page


def test_a_date_is_written_alike_in_every_browser() -> None:
    page = Client().get(PAGE).content.decode()
    assert 'type="date"' not in page
    assert "Dia/mês/ano, por exemplo 31/12/1990." in page
    assert Client().post(PAGE, typed(birth_date="04/05/1990")).status_code == 302
    assert Person.objects.get().birth_date == date(1990, 5, 4)


def test_of_several_things_wrong_the_first_on_the_page_has_the_focus() -> None:
    page = Client().post(PAGE, typed(nickname="", full_name="", nif="1")).content.decode()
    (focused,) = re.findall(r"<(?:input|select)[^>]* autofocus[^>]*>", page)
    assert 'name="nickname"' in focused


def test_an_empty_form_and_nonsense_are_answered() -> None:
    for sent in ({}, {"key": "x", "terms_version": "x"}, dict.fromkeys(typed(), "\x00")):
        assert Client().post(PAGE, sent).status_code == 400
    assert not Person.objects.exists()


def test_the_answer_does_not_tell_that_an_account_exists(floor: Floor) -> None:
    ana = floor.player("ana")
    nif = Registration.objects.get(person_id=ana.id).nif
    sent_emails()
    for number, taken in enumerate(({"email": ana.email}, {"nif": nif})):
        others = {"email": f"outra{number}@sabot.example", "nickname": f"Outra_{number}"} | taken
        with time_machine.travel(timezone.now() + number * timedelta(minutes=5)):  # e-mails about it are few
            assert Client().post(PAGE, typed(**others)).headers["Location"] == "/registar/feito/"
            [(to, text)] = sent_emails()
        assert to == ana.email
        assert "Já tem uma conta" in text
    assert Person.objects.count() == 1


def test_a_form_sent_twice_registers_once() -> None:
    sent = typed()
    for _ in range(2):
        assert Client().post(PAGE, sent).headers["Location"] == "/registar/feito/"
    assert Registration.objects.count() == 1


def test_emails_lie_open_in_a_demonstration_house(settings: Any, tmp_path: Path) -> None:
    settings.DEMO_HOUSE, settings.EMAIL_FILE_PATH = True, tmp_path
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    Client().post(PAGE, typed())
    write_asked(now=timezone.now())
    send_emails(send=emails.send, now=timezone.now())
    page = Client().get("/correio/").content.decode()
    assert "nova@sabot.example" in page
    assert re.search(r'<a href="https?://[^"]+/registar/confirmar/', page)
