"""Where each role begins and what it is offered; the permission matrix's own test covers access."""

import pytest
from django.test import Client
from django.urls import reverse

from casino.backoffice import access, navigation
from players.roles import ALLOWED, Role
from tests.factories import Floor
from tests.integration.backoffice.browsers import SignIn


@pytest.mark.parametrize("role", Role)
def test_each_role_lands_on_a_page_that_it_may_see(floor: Floor, sign_in: SignIn, role: Role) -> None:
    answer = sign_in(floor.staff(role)).get(reverse("backoffice:home"), follow=True)

    assert answer.status_code == 200
    assert answer.request["PATH_INFO"] == reverse(access.LANDING[role])


@pytest.mark.parametrize("role", Role)
def test_the_navigation_offers_what_the_role_may_see(floor: Floor, sign_in: SignIn, role: Role) -> None:
    page = sign_in(floor.staff(role)).get(reverse("backoffice:home"), follow=True).content.decode()

    for _, _, entries in navigation.PLACES:
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
