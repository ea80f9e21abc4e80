"""The pages of limits and breaks, through Django's client with time moved."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from kernel.money import Currency
from players.protection.queries import protection
from tests.factories import Actor, Floor
from tests.rules import rule

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture
def rita(floor: Floor) -> Actor:
    return floor.player("Rita", cents=500_00)


@pytest.fixture
def browser(rita: Actor) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.get(pk=rita.id))
    return client


def sent(browser: Client, name: str, data: dict[str, Any] | None = None, **arguments: Any) -> Any:
    return browser.post(reverse(f"portal:{name}", kwargs=arguments), data or {}, follow=True)


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().replace("\N{NO-BREAK SPACE}", " ").split())


def line(person: Actor, name: str, now: datetime) -> protection.LimitLine:
    lines = protection.limits_of(person.id, played=(0, 0), now=now)
    return next(each for each in lines if each.name == name)


def test_a_limit_is_set_raised_after_a_day_and_confirmed(browser: Client, rita: Actor) -> None:
    with time_machine.travel(NOW, tick=False):
        answer = sent(browser, "limits", {"limit": "stake-day", "most": "100", "key": str(uuid.uuid4())})
        assert "o seu limite de apostas por dia é agora 100,00 €. Vale desde já." in text_of(answer)
        answer = sent(browser, "limits", {"limit": "stake-day", "most": "250,50", "key": str(uuid.uuid4())})
        assert "Por agora nada muda" in text_of(answer)
        assert "Confirmar a mudança" not in text_of(answer)
        waiting = line(rita, "stake-day", NOW).waiting
        assert waiting is not None
        early = sent(browser, "limit_confirm", limit_id=waiting.limit_id)
        assert "Ainda não passaram as 24 horas" in text_of(early)
    with time_machine.travel(NOW + timedelta(hours=24), tick=False):
        assert "Confirmar a mudança" in text_of(browser.get(reverse("portal:limits")))
        answer = sent(browser, "limit_confirm", limit_id=waiting.limit_id)
        assert "é agora 250,50 €" in text_of(answer)
        assert line(rita, "stake-day", NOW + timedelta(hours=24)).most == 250_50


def test_a_wish_is_given_up_and_a_limit_taken_away(browser: Client, rita: Actor) -> None:
    with time_machine.travel(NOW, tick=False):
        sent(browser, "limits", {"limit": "session-day", "most": "90"})
        assert "1 hora e 30 minutos" in text_of(browser.get(reverse("portal:limits")))
        sent(browser, "limits", {"limit": "session-day", "none": "1"})
        waiting = line(rita, "session-day", NOW).waiting
        assert waiting is not None
        assert waiting.most is None
        assert "Desistiu do pedido" in text_of(sent(browser, "limit_cancel", limit_id=waiting.limit_id))
        assert line(rita, "session-day", NOW).waiting is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"limit": "stake-day", "most": "muito"}, "Escreva um valor como 50 ou 50,00."),
        ({"limit": "stake-day", "most": ""}, "Escreva um valor como 50 ou 50,00."),
        ({"limit": "stake-day", "most": "-5"}, "Escreva um valor como 50 ou 50,00."),
        ({"limit": "stake-day", "most": "1" * 14}, "Escreva um valor como 50 ou 50,00."),
        ({"limit": "session-day", "most": "2000"}, "Escreva os minutos por dia"),
        ({"limit": "session-day", "most": "1,5"}, "Escreva os minutos por dia"),
        ({"limit": "loss-week", "none": "1"}, "O limite já é esse"),
    ],
)
def test_nonsense_is_answered_beside_its_field(browser: Client, rita: Actor, data: dict[str, str], said: str) -> None:
    answer = sent(browser, "limits", data)
    assert answer.status_code == (409 if "none" in data else 400)
    assert said in text_of(answer)
    assert f'value="{data.get("most", "")}"' in answer.content.decode()
    assert all(each.own is None for each in protection.limits_of(rita.id, played=(0, 0), now=NOW))


def test_a_form_without_its_amount_or_with_a_nonsense_key_says_what_is_wrong(browser: Client, rita: Actor) -> None:
    missing = sent(browser, "limits", {"limit": "stake-day"})
    assert (missing.status_code, "Escreva um valor como 50" in text_of(missing)) == (400, True)
    assert 'value="None"' not in missing.content.decode()
    nonsense = sent(browser, "limits", {"limit": "stake-day", "most": "50", "key": "x"})
    assert (nonsense.status_code, 'id="erro-stake-day"' in nonsense.content.decode()) == (400, True)
    assert line(rita, "stake-day", NOW).own is None


def test_missing_things_and_those_of_others_are_not_found(browser: Client, floor: Floor) -> None:
    assert sent(browser, "limits", {"limit": "stake-year", "most": "5"}).status_code == 400
    assert sent(browser, "limits").status_code == 400
    other = floor.player()
    client = Client()
    client.force_login(get_user_model().objects.get(pk=other.id))
    with time_machine.travel(NOW, tick=False):
        sent(client, "limits", {"limit": "stake-day", "most": "5"})
        sent(client, "limits", {"limit": "stake-day", "most": "50"})
        waiting = line(other, "stake-day", NOW).waiting
        assert waiting is not None
        for act in ("limit_confirm", "limit_cancel"):
            assert sent(browser, act, limit_id=waiting.limit_id).status_code == 404
            assert sent(browser, act, limit_id=10**30).status_code == 404
        assert line(other, "stake-day", NOW).waiting == waiting


def test_the_interval_of_the_check_is_chosen(browser: Client, rita: Actor) -> None:
    assert protection.check_minutes([rita.id])[rita.id] == 30
    assert "a cada 45 minutos" in text_of(sent(browser, "check_interval", {"minutes": "45"}))
    for nonsense in ("", "9", "121", "dez", "9" * 40):
        assert "Nada mudou" in text_of(sent(browser, "check_interval", {"minutes": nonsense}))
    assert protection.check_minutes([rita.id])[rita.id] == 45


def test_the_limits_show_what_counts_and_what_the_pace_costs(browser: Client, rita: Actor, floor: Floor) -> None:
    table = floor.table(code="macau-1")
    floor.sit(rita, table)
    floor.open_round(table, cards=("4S", "KH", "4D", "7C"))
    floor.bet(rita, table, banca=40_00)
    floor.settle(table)
    with time_machine.travel(floor.now + timedelta(minutes=10), tick=False):
        sent(browser, "limits", {"limit": "loss-day", "most": "50"})
        answer = text_of(browser.get(reverse("portal:limits")))
        found = line(rita, "loss-day", floor.now)
        assert (found.used, found.left, found.share) == (40_00, 10_00, 80)
    assert "Custo médio por hora" in answer
    assert "Restam" in answer


@rule("PT-25", asserts="A break of 24 hours is begun with one press, and pressing twice begins one.")
@rule("PT-27", asserts="The page of a break begun says that money can still be withdrawn, and the help line 1414.")
def test_a_break_begins_with_one_press_and_money_can_still_leave(browser: Client, rita: Actor, floor: Floor) -> None:
    with time_machine.travel(floor.now, tick=False):
        key = str(uuid.uuid4())
        for _ in range(2):
            answer = sent(browser, "breaks", {"kind": "short", "hours": "24", "key": key})
            assert "não pode apostar nem depositar" in text_of(answer)
        assert len(protection.exclusions_of(rita.id, floor.now)) == 1
        assert "levantar o seu dinheiro" in text_of(answer)
        assert "1414" in text_of(answer), "a player who stops is told who helps"
        assert "acaba sozinha" in text_of(sent(browser, "break_notice"))
    assert rita.balance(Currency.EUR) == 500_00


def test_an_exclusion_without_end_needs_understanding_and_can_be_given_notice_of(
    browser: Client, rita: Actor, floor: Floor
) -> None:
    with time_machine.travel(floor.now, tick=False):
        answer = sent(browser, "breaks", {"kind": "indefinite"})
        assert answer.status_code == 400
        assert "Assinale" in text_of(answer)
        sent(browser, "breaks", {"kind": "indefinite", "understood": "1"})
        assert "A sua conta fechou" in text_of(browser.get(reverse("portal:breaks")))
        answer = text_of(sent(browser, "break_notice"))
        assert "A sua autoexclusão termina em 10/06/2026" in answer
        assert "Já tinha dado este aviso" in text_of(sent(browser, "break_notice"))


def test_notice_is_offered_only_where_it_ends_something_and_says_when(browser: Client, floor: Floor) -> None:
    page = reverse("portal:breaks")
    with time_machine.travel(floor.now, tick=False):
        key = str(uuid.uuid4())
        sent(browser, "breaks", {"kind": "fixed", "months": "3", "key": key})
        assert "Dar o aviso" not in text_of(browser.get(page)), "three months are the least"
        again = sent(browser, "breaks", {"kind": "fixed", "months": "6", "key": key})
        assert (again.status_code, "carregue outra vez" in text_of(again)) == (409, True), "an old page, a longer wish"
        sent(browser, "breaks", {"kind": "fixed", "months": "6", "key": str(uuid.uuid4())})
        told = text_of(browser.get(page))
        assert told.index("Há quem ajude") < told.index("Excluir-me") < told.index("Terminar antes do fim"), (
            "help first"
        )
        told = told.partition("Se der o aviso agora, termina em")[2]
        assert "10/06/2026" in told.partition("Dar o aviso")[0]


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({}, 400),
        ({"kind": "forever"}, 400),
        ({"kind": "short"}, 400),
        ({"kind": "short", "hours": "0"}, 400),
        ({"kind": "short", "hours": "99999"}, 400),
        ({"kind": "fixed", "months": "2"}, 409),
        ({"kind": "fixed", "months": "128"}, 400),
        ({"kind": "fixed", "months": "x"}, 409),
    ],
)
def test_a_senseless_break_is_refused(browser: Client, rita: Actor, data: dict[str, str], status: int) -> None:
    assert sent(browser, "breaks", data).status_code == status
    assert protection.exclusions_of(rita.id, NOW) == ()
