"""What keeps a reader of a table's page from its seats, in words, and the page that helps."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino import words
from casino.portal import sentences
from players.gates import Answer, Barrier, may_play
from tables import queries as tables
from tables.queries import playtime
from wallet.money import Currency

_HELP: Final = ("portal:help", gettext_lazy("Falar com alguém"))
_WAYS: Final[Mapping[Barrier, tuple[str, "str | Promise"]]] = {
    Barrier.INACTIVE: _HELP,
    Barrier.EXCLUDED: ("portal:breaks", gettext_lazy("Até quando, e como voltar")),
    Barrier.CLOSED: ("portal:account", gettext_lazy("Ver a sua conta")),
    Barrier.SUSPENDED: _HELP,
    Barrier.PROHIBITED: _HELP,
    Barrier.EMAIL_UNCONFIRMED: ("portal:security", gettext_lazy("Confirmar o e-mail")),
    Barrier.NOT_VERIFIED: ("portal:identity", gettext_lazy("Confirmar a identidade")),
    Barrier.TERMS_NOT_ACCEPTED: ("portal:terms", gettext_lazy("Ler e aceitar os termos")),
}
"""Each barrier's page; staff have none, for nothing lets them play."""


@dataclass(frozen=True, slots=True)
class SeatBarrier:
    """`why` no seat is offered; `address` and `label` of the page that helps, empty where none does."""

    why: str
    address: str
    label: str


def seat_barrier(*, person_id: int, table_code: str, currency: str, now: datetime) -> SeatBarrier | None:
    """What would be answered to sitting down at a table of `currency`; None when nothing stands in the way."""
    gate = may_play(person_ids=[person_id], currency=Currency(currency), now=now)[person_id]
    if gate.barrier is not None:
        return in_words(gate)
    if playtime.time_over(person_id, gate.minutes, now=now):
        return SeatBarrier(str(sentences.PLAIN["time-over"]), reverse("portal:limits"), gettext("Os meus limites"))
    return _elsewhere(person_id, table_code)


def in_words(gate: Answer) -> SeatBarrier:
    """What an answer of the gates that bars says to whoever is barred."""
    assert gate.barrier is not None
    why = str(sentences.BARRIERS[gate.barrier.value])
    if gate.until is not None:
        why += " " + gettext("Até %(until)s.") % {"until": words.moment(gate.until)}
    page, label = _WAYS.get(gate.barrier, ("", ""))
    return SeatBarrier(why, reverse(page) if page else "", str(label))


def _elsewhere(person_id: int, table_code: str) -> SeatBarrier | None:
    held = tables.held_seat(person_id)
    if held is None or held.table_code == table_code:
        return None
    why = gettext("Tem lugar na mesa %(table)s, e na casa cada pessoa tem um só: saia de lá para se sentar aqui.")
    address = reverse("portal:table", kwargs={"code": held.table_code})
    return SeatBarrier(
        why % {"table": held.table_name}, address, gettext("Voltar à mesa %(name)s") % {"name": held.table_name}
    )
