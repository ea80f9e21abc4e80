"""Each role by keyboard alone: signs in, reaches its work, does an act; the focus is always seen."""

import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, expect

from players.cashier import operations as cashier
from players.complaints import operations as complaints
from players.complaints.operations import Subject
from players.complaints.operations.replies import write_template
from players.models import Adjustment, ComplaintDecision, Limit, ReplyUse, SubjectKind, Viewing
from players.roles import Role
from reporting.making.figures import day_of
from reporting.operations import make_daily_report
from tables.models import Configuration, Shift, Stop
from tests.croupiers import paper_table
from tests.factories import BANCA_WINS_WITH_5, PONTO_E_BANCA, Actor, Floor
from tests.functional.browsers import Person, browser, press
from tests.functional.office import code_of
from tests.running import running_house

pytestmark = pytest.mark.browser
TABS_MOST = 160
"""A page's ways and fields; who needs more presses than this is lost in it."""
SEEN = """() => {
  const here = document.activeElement;
  if (!here || here === document.body) return "nothing has the focus";
  const named = `${here.tagName} ${here.id || here.name || here.textContent.trim().slice(0, 40)}`;
  if (!here.matches(":focus-visible")) return `${named}: the focus is not shown`;
  const ringed = (each) => {
    const style = getComputedStyle(each);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
  };
  if (![here, here.parentElement, here.nextElementSibling].some((each) => each && ringed(each)))
    return `${named}: no ring around it`;
  const box = here.getBoundingClientRect();
  if (!box.width || !box.height) return `${named}: it has no extent`;
  const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return seen ? "" : `${named}: it is out of sight`;
}"""
"""Why the focus cannot be seen, or nothing."""


@dataclass
class Hands:
    """A person with a keyboard and no pointer."""

    person: Person
    name: str

    def press(self, *keys: str) -> None:
        """Press each key in turn."""
        press(self.person.page, *keys)

    def type(self, text: str) -> None:
        """Into the field that has the focus."""
        self.person.page.keyboard.type(text)

    def seen(self) -> None:
        """The focus is somewhere, and everybody sees where."""
        fault = self.person.page.evaluate(SEEN)
        if fault:
            self.person.picture(f"keyboard-{self.name}-lost")
        assert not fault, (self.name, self.person.page.url, fault)

    def to(self, target: Locator) -> None:
        """Press Tab until this has the focus; on the way the focus is seen wherever it is."""
        handle = target.first.element_handle()
        for _ in range(TABS_MOST):
            if self.person.page.evaluate("(target) => document.activeElement === target", handle):
                self.seen()
                return
            self.press("Tab")
            if self.person.page.evaluate("() => document.activeElement !== document.body"):
                self.seen()
        raise AssertionError((self.name, self.person.page.url, f"no way to {target}"))

    def act(self, button: str | re.Pattern[str], **fields: str) -> None:
        """Tab to the fields of the form of this button, fill them in, and press it."""
        main = self.person.page.locator("main")
        pressed = main.get_by_role("button", name=button)
        form = main.locator("form", has=self.person.page.get_by_role("button", name=button)).first
        for name, value in fields.items():
            self.to(form.locator(f'[name="{name}"]'))
            self.press("Control+a")
            self.type(value)
        self.to(form.get_by_role("button", name=button) if fields else pressed)
        self.press("Enter")

    def opens(self, text: str) -> None:
        """Walk the rows with J to this one, and open it."""
        page = self.person.page
        row = page.locator("main tbody tr, main [data-rows] > li", has_text=text).first
        expect(row).to_be_visible()
        for _ in range(TABS_MOST):
            self.press("j")
            self.seen()
            if row.evaluate("row => row.contains(document.activeElement)"):
                break
        else:
            raise AssertionError((self.name, f"J never comes to {text}"))
        self.press("Enter")

    def finds(self, text: str, option: str | re.Pattern[str]) -> None:
        """By the one search."""
        page = self.person.page
        self.press("/")
        expect(page.locator("#palette").get_by_role("combobox")).to_be_focused()
        self.type(text)
        expect(page.locator("#palette").get_by_role("option", name=option).first).to_be_visible()
        expect(page.locator("#palette").get_by_role("option").first).to_have_attribute("aria-selected", "true")
        self.press("Enter")

    def signs_in(self, member: Actor) -> None:
        """With both factors, from the field that has the focus when the page opens."""
        page = self.person.page
        self.person.go("/entrar/")
        self.to(page.locator("#id_login"))
        self.type(member.email)
        self.to(page.locator("#id_password"))
        self.type(member.password)
        self.press("Enter")
        self.to(page.locator("#id_code"))
        self.type(code_of(member))
        self.press("Enter")
        page.wait_for_url(re.compile(r"/(casa|croupier)/"))


@dataclass(frozen=True)
class Desk:
    """A house in which each role has something to do, and a member of staff of each."""

    staff: Mapping[Role, Actor]
    player: Actor
    number: str


@pytest.fixture
def desk(open_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the browser's loop runs in this thread
    floor = open_floor
    floor.now = timezone.now() - timedelta(minutes=5)
    staff = {role: floor.staff(role) for role in Role}
    table = floor.table(PONTO_E_BANCA, code="praia")
    ana = floor.player("ana")
    paper_table(floor, taken=False)
    floor.sit(ana, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(ana, table, ponto=5_00)
    floor.settle(table)
    case = complaints.complain(
        person_id=ana.id,
        category="bet",
        text="A aposta não entrou e o Ponto ganhou.",
        subject=Subject(SubjectKind.ROUND, code),
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    write_template(
        category="bet",
        language="pt",
        title="Jogada vista de novo",
        text="Vimos de novo a jogada {round}: {result}.",
        reason="a resposta mais frequente",
        by=staff[Role.SUPPORT].id,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    cashier.propose_adjustment(
        person_id=ana.id,
        amount=20_00,
        reason="acerto",
        idempotency_key=uuid.uuid4(),
        by=floor.staff(Role.SUPPORT).id,
        now=floor.now,
    )
    make_daily_report(day=day_of(floor.now) - timedelta(days=1), now=floor.now)
    floor.now = timezone.now()
    return Desk(staff, ana, case.number)


def supervisor(hands: Hands, desk: Desk) -> None:
    """Stops a table from the floor, with one letter."""
    page = hands.person.page
    hands.press("g", "s")
    expect(page).to_have_url(re.compile(r"/casa/sala/"))
    hands.press("j")
    hands.seen()
    hands.press("s")
    expect(page.get_by_role("link", name=re.compile("Levantar…")).first).to_be_visible()
    hands.seen()
    assert Stop.objects.exists()


def game_manager(hands: Hands, desk: Desk) -> None:
    """Opens a table from the list and drafts other rules for it."""
    page = hands.person.page
    hands.press("g", "m")
    expect(page).to_have_url(re.compile(r"/casa/mesas/"))
    hands.opens("Praia")
    expect(page).to_have_url(re.compile(r"/casa/mesas/praia/"))
    hands.to(page.get_by_role("link", name="Propor novas regras"))
    hands.press("Enter")
    hands.act("Guardar rascunho", betting_seconds="17")
    expect(page.get_by_role("button", name="Submeter para aprovação")).to_be_visible()
    assert Configuration.objects.filter(status="draft").exists()


def approver(hands: Hands, desk: Desk) -> None:
    """Approves money from the inbox."""
    page = hands.person.page
    hands.press("g", "i")
    expect(page).to_have_url(re.compile(r"/casa/entrada/"))
    hands.opens("20,00")
    expect(page.locator("#case h1")).to_be_visible()
    hands.press("Enter")
    hands.seen()
    hands.act("Aprovar")
    expect(page.get_by_text("Aprovado", exact=False).first).to_be_visible()
    assert Adjustment.objects.get().state == "approved"


def support(hands: Hands, desk: Desk) -> None:
    """Takes a complaint from the inbox, answers it from a template, and sends it."""
    page = hands.person.page
    hands.opens("A aposta não entrou")
    expect(page.locator("#case").get_by_role("heading", name="Mensagens")).to_be_visible()
    hands.press("Enter")
    hands.seen()
    hands.act("Assumir o caso")
    expect(page.get_by_text("O caso é seu.")).to_be_visible()
    hands.press("n")  # though the case may still be on its way
    expect(page.get_by_label("Mensagem")).to_be_focused()
    hands.seen()
    hands.type("Jogada repetida: tudo igual.")
    hands.press("Control+Enter")
    expect(page.get_by_text("A nota ficou guardada")).to_be_visible()
    hands.press("m")
    expect(page.locator("#id_template")).to_be_focused()
    hands.seen()
    hands.type("Jogada vista")
    hands.press("Enter")
    expect(page.locator("[name=reasons]")).to_be_focused()
    expect(page.locator("[data-answer] [data-inserted]")).to_contain_text("Inserido: T-")
    hands.press("Tab")
    hands.press("3")
    expect(page.locator("[name=outcome][value=rejected]")).to_be_checked()
    hands.seen()
    hands.person.picture("keyboard-answer")
    hands.press("Control+Enter")
    expect(page.get_by_text("Decidido.")).to_be_visible()
    assert ComplaintDecision.objects.get().outcome == "rejected"
    assert ReplyUse.objects.count() == 1


def compliance(hands: Hands, desk: Desk) -> None:
    """Finds a player and sets a limit of the house."""
    page = hands.person.page
    hands.finds("ana", re.compile("^ana"))
    expect(page).to_have_url(re.compile(rf"/casa/jogadores/{desk.player.key}/"))
    hands.to(page.get_by_text("Definir um limite da casa…"))
    hands.press("Enter")
    hands.act("Definir o limite", most="50,00", reason="sinais de dano")
    expect(page.get_by_text("O limite da casa mudou").first).to_be_visible()
    assert Limit.objects.filter(person_id=desk.player.id, state="in-force").exists()


def auditor(hands: Hands, desk: Desk) -> None:
    """Has the books proven."""
    page = hands.person.page
    hands.finds("livro", re.compile("Livro|livro"))
    expect(page).to_have_url(re.compile(r"/casa/livro/"))
    hands.act(re.compile("Verificar|Provar|Recalcular"))
    expect(page.locator("main")).to_contain_text(re.compile(r"\w"))


def inspector(hands: Hands, desk: Desk) -> None:
    """Sees a player's personal data, with the reason that is noted."""
    page = hands.person.page
    hands.press("g", "d")
    expect(page).to_have_url(re.compile(r"/casa/jogadores/"))
    hands.opens("ana")
    hands.to(page.get_by_text("Ver os dados pessoais…"))
    hands.press("Enter")
    hands.act("Mostrar durante 5 minutos", reason="inspeção 2026/118")
    expect(page.get_by_text("Mostrados até").first).to_be_visible()
    assert Viewing.objects.get(person_id=desk.player.id).reason == "inspeção 2026/118"


def administrator(hands: Hands, desk: Desk) -> None:
    """Stops the house from the bar."""
    page = hands.person.page
    hands.to(page.locator("#stop-play"))
    hands.press("Enter")
    expect(page.locator("#stop-all")).to_be_visible()
    assert Stop.objects.filter(scope="all").exists()


def croupier(hands: Hands, desk: Desk) -> None:
    """Takes the table from the list of the console, with one letter."""
    page = hands.person.page
    expect(page).to_have_url(re.compile(r"/croupier/$"))
    hands.to(page.get_by_role("link", name=re.compile("Live")))
    hands.press("Enter")
    expect(page.locator("#headline")).to_contain_text("Aqui não há croupier")
    hands.press("t")
    expect(page.locator("#headline")).to_contain_text("Comece um sabot novo")
    assert Shift.objects.filter(ended_at=None).exists()


JOURNEYS: Mapping[Role, Callable[[Hands, Desk], None]] = {
    Role.GAME_MANAGER: game_manager,
    Role.APPROVER: approver,
    Role.SUPPORT: support,
    Role.COMPLIANCE: compliance,
    Role.AUDITOR: auditor,
    Role.INSPECTOR: inspector,
    Role.SUPERVISOR: supervisor,
    Role.ADMINISTRATOR: administrator,
    Role.CROUPIER: croupier,
}


def test_every_role_has_its_journey() -> None:
    assert set(JOURNEYS) == set(Role)


def test_a_days_work_without_a_pointer(desk: Desk, tmp_path: Path, subtests: pytest.Subtests) -> None:
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        for role, journey in JOURNEYS.items():
            with subtests.test(role.value):
                _walks(chromium, house.url, role, journey, desk)


def _walks(chromium: Browser, url: str, role: Role, journey: Callable[[Hands, Desk], None], desk: Desk) -> None:
    person = Person(chromium, url)
    hands = Hands(person, role.value)
    hands.signs_in(desk.staff[role])
    journey(hands, desk)
    assert person.complaints == []
    person.context.close()
