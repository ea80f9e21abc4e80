"""Rounds that are over, settled or void, as anybody may see them: without a person's bets. Writes nothing."""

from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.db.models.functions import Lower

from kernel.sorting import Sort, Sortable
from tables.models import Round, RoundPhase, Table
from tables.queries.history import RoundCard, round_card, rounds_by_id

_LATEST: Final = Sort("settled", descending=True)
ROUNDS: Final = Sortable({"settled": "settled_at"}, _LATEST)
"""How settled rounds are sorted, however many there are."""
_ROUNDS_OF_A_TABLE: Final = Sortable({"settled": "number"}, _LATEST)
ROUNDS_OF_A_DAY: Final = Sortable(
    {"settled": "settled_at", "table": Lower("table__name"), "stakes": "staked", "winner": "winner"}, _LATEST
)
"""How the rounds of a period are sorted: an order without an index is sorted there, some ten thousand rows a day."""
VOID_ROUNDS: Final = Sortable({"settled": "voided_at"}, _LATEST)
"""How void rounds are sorted: by when they were made void."""


def settled_rounds(
    *,
    table_code: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    sort: Sort | None = None,
    limit: int = 50,
    before: int | None = None,
) -> tuple[RoundCard, ...]:
    """Settled rounds, newest first, with no person's bets: anybody may see the results.

    `sort`: as `ROUNDS` offers; where a period bounds them, also as `ROUNDS_OF_A_DAY` does.
    """
    order = ROUNDS if since is None else ROUNDS_OF_A_DAY
    if table_code is not None and not (since or until):
        # A table settles its rounds in the order of their numbers, which is that of an index of its own.
        order = _ROUNDS_OF_A_TABLE
    rounds = _ended(RoundPhase.SETTLED, "settled_at", table_code, since, until)
    return _cards(order.page(rounds, sort, before), limit)


def void_rounds(
    *,
    table_code: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    sort: Sort | None = None,
    limit: int = 50,
    before: int | None = None,
) -> tuple[RoundCard, ...]:
    """Void rounds, the latest first, as `settled_rounds` gives the settled ones; `sort` as `VOID_ROUNDS` offers."""
    rounds = _ended(RoundPhase.VOID, "voided_at", table_code, since, until)
    return _cards(VOID_ROUNDS.page(rounds, sort, before), limit)


def _ended(
    phase: RoundPhase, column: str, table_code: str | None, since: datetime | None, until: datetime | None
) -> "QuerySet[Round]":
    """The rounds that ended so, by the moment in this column, at one table and in a period if these are given."""
    rounds = Round.objects.filter(phase=phase, **{f"{column}__isnull": False})
    if table_code is not None:
        number = Table.objects.filter(code=table_code).values_list("pk", flat=True).first()
        rounds = rounds.filter(table_id=number or 0)
    period = {f"{column}__gte": since, f"{column}__lt": until}
    return rounds.filter(**{name: moment for name, moment in period.items() if moment is not None})


def _cards(rounds: "QuerySet[Round]", limit: int) -> tuple[RoundCard, ...]:
    # The page's numbers first: sorting takes no wide rows, and no join leads it away from the index.
    page = list(rounds.values_list("pk", flat=True)[:limit])
    played = rounds_by_id(page)
    return tuple(round_card(played[number], [], [], ()) for number in page)


def settled_count(*, since: datetime, most: int) -> int:
    """How many rounds were settled from `since` on, counted to `most` and one more."""
    return Round.objects.filter(settled_at__gte=since)[: most + 1].count()
