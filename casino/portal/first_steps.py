"""A newcomer's first steps: e-mail, limit, deposit, table. Shown until the last of them is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from players.audit.queries import overview
from players.cashier import queries as cashier
from tables import queries

EMAIL, LIMIT, DEPOSIT, TABLE = "email", "limite", "deposito", "mesa"
NAMES: Final["dict[str, str | Promise]"] = {
    EMAIL: pgettext_lazy("first step", "Email confirmed"),
    LIMIT: pgettext_lazy("first step", "A limit"),
    DEPOSIT: pgettext_lazy("first step", "Deposit"),
    TABLE: pgettext_lazy("first step", "To the table"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its code, its name, its address, and whether it is done or the next."""

    code: str
    name: "str | Promise"
    address: str
    done: bool
    current: bool


def steps_of(person_id: int, *, now: datetime) -> tuple[Step, ...]:
    """The four steps of a signed-in player; nothing once all are done.

    Who deposits without a limit has skipped that step.
    """
    deposited = cashier.has_deposited(person_id)
    done = {
        EMAIL: True,
        LIMIT: deposited or overview.limits_at_a_glance(person_id).in_force > 0,
        DEPOSIT: deposited,
        TABLE: bool(queries.sessions_of(person_id, now=now, limit=1)),
    }
    following = current(done)
    if following is None:
        return ()
    page = reverse("portal:first_steps")
    return tuple(Step(code, NAMES[code], f"{page}?passo={code}", done[code], code == following) for code in NAMES)


def current(done: "dict[str, bool]") -> str | None:
    """The first step that is not done; None if all are."""
    return next((code for code, is_done in done.items() if not is_done), None)


def shown(steps: Sequence[Step], asked: str) -> str:
    """The step whose page is shown: the one asked for, else the next; the table once all are done."""
    if asked in (LIMIT, DEPOSIT, TABLE):
        return asked
    return next((step.code for step in steps if step.current), TABLE)
