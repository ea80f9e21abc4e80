"""Two doors to a croupier's table with the same acts: the operations, and the pages of console and office."""

import html
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from casino.croupier.views import ACTS
from casino.wording.rejections.croupier import SENTENCES
from tables.operations.croupier import calls, paper_shoes, ruling, shifts
from tables.operations.croupier.standing import CroupierRejected, CroupierRejection
from tests.factories import Actor, Floor


@dataclass(frozen=True, slots=True)
class OfficeAct:
    """An act of the supervisors' page: its operation and its address."""

    operation: Callable[..., Any]
    path: str


OFFICE: Final[Mapping[str, OfficeAct]] = {
    "answer": OfficeAct(calls.answer_call, "chamadas/{call_id}/"),
    "confirm": OfficeAct(partial(ruling.confirm_keyed, confirmed=True), "cartas/{keyed_id}/confirmar/"),
    "reject": OfficeAct(partial(ruling.confirm_keyed, confirmed=False), "cartas/{keyed_id}/recusar/"),
    "back": OfficeAct(ruling.take_back, "{table}/retirar/"),
    "aside": OfficeAct(ruling.put_aside, "{table}/afastar/"),
    "relieve": OfficeAct(shifts.relieve, "{table}/render/"),
    "shoe": OfficeAct(paper_shoes.end_shoe, "{table}/sabot/"),
}


class Door(Protocol):
    """Who acts at which table. `refused` is the rejection that the act must meet."""

    def console(
        self, act: str, table: "At", by: Actor, refused: CroupierRejection | None = None, **facts: Any
    ) -> None: ...

    def office(self, act: str, table: "At", by: Actor, **facts: Any) -> None: ...


@dataclass(frozen=True, slots=True)
class At:
    """A table by its number and its code."""

    id: int
    code: str


@dataclass
class Operations:
    """The operations that the views call."""

    floor: Floor

    def console(self, act: str, table: At, by: Actor, refused: CroupierRejection | None = None, **facts: Any) -> None:
        """Do an act of the console."""
        do = partial(ACTS[act].do, table_id=table.id, by=by.id, now=self.floor.now, **facts)
        if refused is None:
            do()
            return
        with pytest.raises(CroupierRejected, match=f"^{refused.value}$"):
            do()

    def office(self, act: str, table: At, by: Actor, **facts: Any) -> None:
        """Do an act of the supervisors' page."""
        where = {"table_id": table.id} if "{table}" in OFFICE[act].path else {}
        OFFICE[act].operation(**where, **facts, by=by.id, now=self.floor.now)


@dataclass
class Pages:
    """The pages, each person in a browser of their own. The clock of the views is the floor's."""

    floor: Floor
    _browsers: dict[int, Client] = field(default_factory=dict)

    def console(self, act: str, table: At, by: Actor, refused: CroupierRejection | None = None, **facts: Any) -> None:
        """Send an act of the console as its script does."""
        answer = self._browser(by).post(
            f"/croupier/{table.code}/{act}/", _sent(facts), headers={"HX-Request": "true"} if refused is None else {}
        )
        page = answer.content.decode()
        if refused is not None:
            assert answer.status_code in {400, 403, 409}, (act, answer.status_code)
            assert _said(refused) in page, f"{act} was not refused with {refused}"
            return
        assert answer.status_code == 200, (act, answer.status_code)
        found = [each.value for each in CroupierRejection if _said(each) in page]
        assert not found, f"{act} was refused: {found}"

    def office(self, act: str, table: At, by: Actor, **facts: Any) -> None:
        """Send a form of the supervisors' page."""
        path = OFFICE[act].path.format(table=table.code, **facts)
        answer = self._browser(by).post(f"/casa/croupiers/{path}", _sent(facts))
        assert answer.status_code == 302, (act, answer.status_code)

    def _browser(self, actor: Actor) -> Client:
        if actor.id not in self._browsers:
            browser = self._browsers[actor.id] = Client()
            browser.force_login(get_user_model().objects.get(pk=actor.id))
        return self._browsers[actor.id]


def _said(reason: CroupierRejection) -> str:
    """The sentence as the page has it, up to its first figure."""
    return html.escape(str(SENTENCES[CroupierRejection][reason]).partition("%(")[0])


def _sent(facts: Mapping[str, Any]) -> dict[str, str]:
    return {name: " ".join(value) if isinstance(value, tuple) else str(value) for name, value in facts.items()}


def key() -> uuid.UUID:
    """Of one act."""
    return uuid.uuid4()
