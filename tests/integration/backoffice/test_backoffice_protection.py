"""The staff's page of protection: signals, obligations and the national list."""

from datetime import timedelta

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from casino.settings import HARM_THRESHOLDS
from kernel.questions import answer
from players.protection.operations.exclusion import ExclusionKind, exclude
from players.protection.queries import watch
from players.roles import Role
from tables.operations.watching import facts_of, watch_day
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole, SignIn
from tests.rules import rule

PAGE = "/casa/protecao/"


def text_of(browser: Client) -> str:
    return " ".join(browser.get(PAGE).content.decode().replace("\N{NO-BREAK SPACE}", " ").split())


@rule(
    "MT-05",
    asserts="Ninety minutes of play at night are a signal, told to staff and to the player in the same words; staff "
    "note what they did and close it with a reason.",
)
def test_a_night_at_the_table_is_seen_told_alike_and_closed_with_a_reason(
    floor: Floor, as_role: AsRole, sign_in: SignIn
) -> None:
    floor.now = floor.now.replace(hour=1)
    table, rita = floor.table(), floor.player("Rita")
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=20_00)
    floor.settle(table)
    floor.wait(minutes=90)
    facts = facts_of(floor.now.date(), now=floor.now)[rita.id]
    assert (len(facts.rounds), facts.night_seconds) == (1, facts.seconds)
    assert watch_day(now=floor.now, thresholds=HARM_THRESHOLDS) == 1
    assert watch_day(now=floor.now, thresholds=HARM_THRESHOLDS) == 0
    browser = as_role(Role.COMPLIANCE)
    sentence = "Entre a meia-noite e as seis da manhã esteve à mesa"
    assert sentence in text_of(browser)
    mirror = sign_in(rita).get(reverse("portal:limits")).content.decode()
    assert sentence in mirror, "the player reads what staff read"
    (signal,) = watch.signals()
    address = reverse("backoffice:step_signal", args=[signal.id])
    for act, text, status in (
        ("close", " ", 400),
        ("forget", "x", 400),
        ("contact", "Falei: vai pôr um limite", 302),
        ("close", "Limite posto", 302),
    ):
        assert browser.post(address, {"act": act, "text": text}).status_code == status
    (signal,) = watch.signals()
    assert signal.closed_at is not None
    assert [step.act for step in signal.steps] == ["contact", "close"]
    late = browser.post(address, {"act": "note", "text": "tarde"})
    assert (late.status_code, "já estava fechado" in late.content.decode()) == (409, True)
    assert len(watch.signals()[0].steps) == 2
    assert (
        browser.post(reverse("backoffice:step_signal", args=[10**9]), {"act": "note", "text": "x"}).status_code == 404
    )


def test_a_obligation_is_shown_late_and_noted_done(floor: Floor, as_role: AsRole) -> None:
    rita = floor.player("Rita")
    exclude(person_id=rita.id, kind=ExclusionKind.FIXED, months=6, now=floor.now)
    assert answer(watch.OVERDUE_OBLIGATIONS, now=floor.now + timedelta(hours=23)) == 0
    assert answer(watch.OVERDUE_OBLIGATIONS, now=floor.now + timedelta(hours=25)) == 1
    browser = as_role(Role.COMPLIANCE)
    assert "fora do prazo" in text_of(browser), "the house's own clock is long past the deadline of this test"
    (obligation,) = watch.obligations(is_open=True, now=floor.now)
    address = reverse("backoffice:do_obligation", args=[obligation.id])
    browser.post(address, {"note": " "})
    assert watch.obligations(is_open=True, now=floor.now) == (obligation,)
    browser.post(address, {"note": "por ofício 7/2026"})
    assert watch.obligations(is_open=True, now=floor.now) == ()
    assert "por ofício 7/2026" in text_of(browser)


def test_a_role_that_only_looks_has_no_forms(floor: Floor, as_role: AsRole) -> None:
    exclude(person_id=floor.player().id, kind=ExclusionKind.FIXED, months=6, now=floor.now)
    assert "Dar como cumprida" not in text_of(as_role(Role.SUPPORT))


def test_the_list_is_taken_whole_or_refused_with_its_lines(floor: Floor, as_role: AsRole) -> None:
    browser, address = as_role(Role.COMPLIANCE), reverse("backoffice:take_national_list")
    head = b"referencia;nif;tipo;pais;documento;inicio;meses\n"

    def sent(content: bytes | None) -> tuple[int, str]:
        data = {} if content is None else {"file": SimpleUploadedFile("lista.csv", content)}
        answer = browser.post(address, data, follow=True)
        return answer.status_code, answer.content.decode()

    assert sent(None)[0] == 400
    status, page = sent(head + b"A;12;;;;2026-01-31;\nB;;;;;x;")
    assert status == 400
    assert "linha 2:" in page
    assert "linha 3:" in page
    status, page = sent(head + b"A;123456789;;;;2026-01-31;")
    assert status == 200
    assert "Lista aceite: 1 entrada;" in page
