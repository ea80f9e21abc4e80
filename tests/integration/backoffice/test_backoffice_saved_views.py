"""Kept views of lists: one's own, by name, found again with the filters they were kept with."""

import pytest

from players.audit.operations.saved_views import MOST, ViewRejected, ViewRejection, save_view
from players.audit.queries.saved_views import views_of
from players.roles import Role
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole, SignIn

pytestmark = pytest.mark.django_db


def test_a_view_is_kept_shown_and_forgotten(floor: Floor, sign_in: SignIn) -> None:
    actor = floor.staff(Role.SUPPORT)
    browser = sign_in(actor)
    page = browser.get("/casa/jogadores/?state=suspended&antes=9").content.decode()
    assert 'value="state=suspended"' in page
    answer = browser.post(
        "/casa/vistas/", {"place": "players", "name": "  Suspensos ", "query": "state=suspended&antes=9&text="}
    )
    assert answer.headers["Location"] == "/casa/jogadores/?state=suspended"
    (kept,) = views_of(actor.id)
    assert (kept.name, kept.query) == ("Suspensos", "state=suspended")
    assert 'href="?state=suspended"' in browser.get("/casa/jogadores/").content.decode()
    browser.post(f"/casa/vistas/{kept.id}/esquecer/", {"place": "players"})
    assert views_of(actor.id) == ()


def test_anothers_view_cannot_be_forgotten_nor_seen(floor: Floor, sign_in: SignIn) -> None:
    one, other = floor.staff(Role.SUPPORT), floor.staff(Role.SUPPORT)
    saved = save_view(person_id=one.id, place="players", name="Meus", query="state=closed", now=floor.now)
    browser = sign_in(other)
    assert browser.post(f"/casa/vistas/{saved.view_id}/esquecer/", {"place": "players"}).status_code == 404
    assert "Meus" not in browser.get("/casa/jogadores/").content.decode()
    assert len(views_of(one.id)) == 1


def test_the_same_name_stands_for_the_new_filters(floor: Floor) -> None:
    one = floor.staff(Role.SUPPORT)
    save_view(person_id=one.id, place="players", name="Meus", query="state=closed", now=floor.now)
    again = save_view(person_id=one.id, place="players", name="Meus", query="state=excluded", now=floor.now)
    assert again.repeat
    assert [view.query for view in views_of(one.id)] == ["state=excluded"]


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"name": " "}, ViewRejection.NAME_INVALID),
        ({"name": "x" * 41}, ViewRejection.NAME_INVALID),
        ({"name": "a\nb\0"}, ViewRejection.NAME_INVALID),
        ({"query": "x" * 501}, ViewRejection.QUERY_INVALID),
        ({"query": "é"}, ViewRejection.QUERY_INVALID),
    ],
)
def test_views_that_cannot_be_kept(floor: Floor, facts: dict[str, str], reason: ViewRejection) -> None:
    with pytest.raises(ViewRejected) as refused:
        save_view(
            **{"person_id": floor.staff(Role.SUPPORT).id, "place": "players", "name": "Meus", "query": "", **facts},  # type: ignore[arg-type]
            now=floor.now,
        )
    assert refused.value.reason is reason


def test_players_and_too_many_are_refused(floor: Floor) -> None:
    with pytest.raises(ViewRejected) as refused:
        save_view(person_id=floor.player().id, place="players", name="Meus", query="", now=floor.now)
    assert refused.value.reason is ViewRejection.NO_SUCH_PERSON
    one = floor.staff(Role.SUPPORT)
    for number in range(MOST):
        save_view(person_id=one.id, place="players", name=f"Vista {number}", query="", now=floor.now)
    with pytest.raises(ViewRejected) as refused:
        save_view(person_id=one.id, place="players", name="Outra", query="", now=floor.now)
    assert (refused.value.reason, refused.value.most) == (ViewRejection.TOO_MANY, MOST)


@pytest.mark.parametrize("place", ["", "floor", "../..", "home", "https://x.example"])
def test_only_lists_have_views(as_role: AsRole, place: str) -> None:
    answer = as_role(Role.SUPPORT).post("/casa/vistas/", {"place": place, "name": "Meus", "query": "a=b"})
    assert answer.status_code == 400
