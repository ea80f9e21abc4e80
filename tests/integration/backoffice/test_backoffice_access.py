"""Who comes in where: every address of the back office against one table, for everybody who might try."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from casino.backoffice import access, pages, urls
from players.roles import ALLOWED, Action, Role
from reporting.figures import day_of
from reporting.operations import make_daily_report
from tables.operations import stops
from tests.factories import Floor
from tests.integration.backoffice.browsers import SignIn

GUARDS: Mapping[str, Action | None] = {
    "home": None,
    "floor": Action.SEE_FLOOR,
    "tables": Action.SEE_CONFIGURATIONS,
    "stop_play": Action.STOP_PLAY,
    "lift_stop": Action.STOP_PLAY,
    "new_table": Action.CREATE_TABLE,
    "table": Action.SEE_CONFIGURATIONS,
    "open_table": Action.OPEN_TABLE,
    "pause_table": Action.PAUSE_TABLE,
    "resume_table": Action.PAUSE_TABLE,
    "close_table": Action.CLOSE_TABLE,
    "void_round": Action.VOID_ROUND,
    "draft": Action.DRAFT_CONFIGURATION,
    "try_bets": Action.DRAFT_CONFIGURATION,
    "tried": Action.SEE_CONFIGURATIONS,
    "think": Action.DRAFT_CONFIGURATION,
    "configuration": Action.SEE_CONFIGURATIONS,
    "revise": Action.DRAFT_CONFIGURATION,
    "submit": Action.SUBMIT_CONFIGURATION,
    "approve": Action.APPROVE_CONFIGURATION,
    "reject": Action.APPROVE_CONFIGURATION,
    "decisions": Action.SEE_CONFIGURATIONS,
    "audit": Action.SEE_AUDIT,
    "rounds": Action.SEE_ROUNDS,
    "round": Action.SEE_ROUNDS,
    "replay": Action.SEE_ROUNDS,
    "reports": Action.SEE_REPORTS,
    "report": Action.SEE_REPORTS,
    "export": Action.EXPORT_REPORTS,
    "remake": Action.MAKE_REPORTS,
    "ledger": Action.SEE_LEDGER,
    "verify": Action.VERIFY_LEDGER,
}
"""The action that each address asks for; null: anybody on the staff."""


class House:
    """A house with one table in play, and every address of the back office within it."""

    def __init__(self, floor: Floor) -> None:
        table_id = floor.table(code="macau-1")
        code = floor.open_round(table_id)
        floor.settle(table_id)
        stops.stop(scope="macau", by=floor.staff(Role.SUPERVISOR).id, reason="câmara parada", now=floor.now)
        day = day_of(floor.now)
        make_daily_report(day=day, now=floor.now + timedelta(days=1))
        self.arguments: dict[str, tuple[object, ...]] = {
            **dict.fromkeys(
                (
                    "table",
                    "open_table",
                    "pause_table",
                    "resume_table",
                    "close_table",
                    "void_round",
                    "draft",
                    "think",
                    "try_bets",
                ),
                ("macau-1",),
            ),
            **dict.fromkeys(("configuration", "tried", "revise", "submit", "approve", "reject"), ("macau-1", 1)),
            "round": (code,),
            "replay": (code,),
            "lift_stop": ("macau",),
            "report": (day.isoformat(),),
            "remake": (day.isoformat(),),
            "export": (day.isoformat(), "csv"),
        }

    def address(self, name: str) -> str:
        return reverse(f"backoffice:{name}", args=self.arguments.get(name, ()))


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urls.urlpatterns} == set(GUARDS)


def test_every_view_is_guarded_by_the_action_of_the_table() -> None:
    for pattern in urls.urlpatterns:
        action = GUARDS[str(pattern.name)]
        expected = frozenset(Action) if action is None else frozenset({action})
        assert pattern.callback.guarded_by == expected, pattern.name  # type: ignore[union-attr]


@pytest.mark.parametrize("method", ["get", "post"])
def test_signed_out_visitors_are_sent_to_sign_in(floor: Floor, method: str) -> None:
    house = House(floor)
    for name in GUARDS:
        answer = getattr(Client(), method)(house.address(name))
        assert answer.status_code == 302, name
        assert answer.headers["Location"].startswith(reverse("portal:sign_in")), name


@pytest.mark.parametrize("method", ["get", "post"])
def test_players_never_come_in(floor: Floor, sign_in: SignIn, method: str) -> None:
    house, player = House(floor), sign_in(floor.player())
    for name in GUARDS:
        assert getattr(player, method)(house.address(name)).status_code == 403, name


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("method", ["get", "post"])
def test_each_role_reaches_what_it_may_do_and_nothing_else(
    floor: Floor, sign_in: SignIn, role: Role, method: str
) -> None:
    house, client = House(floor), sign_in(floor.staff(role))
    for name, action in GUARDS.items():
        answer = getattr(client, method)(house.address(name))
        if action is None or action in ALLOWED[role]:
            assert answer.status_code in {200, 302, 400, 405, 409}, (name, answer.status_code)
        else:
            assert answer.status_code == 403, (name, answer.status_code)


@pytest.mark.parametrize("role", Role)
def test_each_role_lands_on_a_page_that_it_may_see(floor: Floor, sign_in: SignIn, role: Role) -> None:
    answer = sign_in(floor.staff(role)).get(reverse("backoffice:home"), follow=True)

    assert answer.status_code == 200
    assert answer.request["PATH_INFO"] == reverse(access.LANDING[role])


@pytest.mark.parametrize("role", Role)
def test_the_navigation_offers_what_the_role_may_see(floor: Floor, sign_in: SignIn, role: Role) -> None:
    page = sign_in(floor.staff(role)).get(reverse("backoffice:home"), follow=True).content.decode()

    for _, entries in pages.PLACES:
        for name, _label, action in entries:
            offered = f'<li><a href="{reverse(f"backoffice:{name}")}"' in page
            assert offered == (action in ALLOWED[role]), name


def test_a_polling_fragment_leads_the_whole_page_to_sign_in(floor: Floor) -> None:
    answer = Client().get(reverse("backoffice:floor"), headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"].startswith(reverse("portal:sign_in"))


def test_nothing_here_is_kept_by_a_shared_machine(floor: Floor, sign_in: SignIn) -> None:
    answer = sign_in(floor.staff(Role.SUPERVISOR)).get(reverse("backoffice:floor"))

    assert answer.headers["Cache-Control"] == "private, no-store"
