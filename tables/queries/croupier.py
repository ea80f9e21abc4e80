"""What the console of a croupier's table shows: the round card by card, the next act, the bets, and who is there."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from baccarat.chances import Chance
from baccarat.draws import chooser
from baccarat.settlement import Outcome as Ended
from baccarat.settlement import settle
from kernel.kept_queries import KeptQuery
from kernel.money import Currency
from kernel.questions import whether_any
from tables import sealing
from tables.models import (
    UNFINISHED,
    Bet,
    CardEvent,
    KeyedCard,
    Round,
    RoundPhase,
    Shift,
    Shoe,
    ShuffledBy,
    Table,
    TableCall,
    TableKind,
)
from tables.queries import squeezes, state
from tables.queries.croupier_records import (
    Call,
    Console,
    CroupierTable,
    Keyed,
    Outcome,
    PaperShoeCard,
    Place,
    Spot,
)
from tables.queries.exposure import exposures
from tables.queries.paper import (
    DEALT,
    awaits_burn,
    dealing_of,
    drawn,
    in_play,
    is_paper,
    left_in,
    not_seen,
    robot_deals,
)
from tables.shoe_life import life_of
from tables.table_settings import TableSettings, terms_of
from tables.timeline import HANDS, HOUSE_TURNS

LAST: Final = 12
"""Results at the foot of the console."""
ANSWER_STANDS: Final = timedelta(minutes=5)
"""So long an answer to a call stays on the console."""


__all__ = [
    "ANY_CALL",
    "Call",
    "Console",
    "CroupierTable",
    "Keyed",
    "Outcome",
    "PaperShoeCard",
    "Place",
    "ShuffledBy",
    "Spot",
    "console",
    "croupier_tables",
    "keyed_cards",
    "open_calls",
]


def croupier_tables(*, person_id: int) -> tuple[CroupierTable, ...]:
    """All croupiers' tables by name, with who deals there."""
    open_shifts = {shift.table_id: shift for shift in Shift.objects.filter(ended_at=None).select_related("croupier")}
    return tuple(
        CroupierTable(
            code=table.code,
            name=table.name,
            currency=table.currency,
            status=table.status,
            croupier=shift.croupier.nickname if (shift := open_shifts.get(table.pk)) else "",
            mine=shift is not None and shift.croupier_id == person_id,
            robot=table.robot,
            waits=table.status_reason,
            film=table.film,
        )
        for table in Table.objects.filter(kind=TableKind.CROUPIER).order_by("name")
    )


def console(*, code: str, now: datetime) -> Console | None:
    """The console of a table; None if there is no croupier's table of that code."""
    found = Table.objects.select_related(
        "configuration", "shoe__paper", "current_round__shoe", "current_round__configuration"
    )
    table = found.filter(code=code, kind=TableKind.CROUPIER).first()
    if table is None:
        return None
    current = table.current_round
    rules = current.configuration if current is not None and in_play(current) else table.configuration
    terms = None if rules is None else terms_of(rules.pk, rules.terms)
    shift = Shift.objects.filter(table=table, ended_at=None).select_related("croupier").first()
    events = drawn(current) if current is not None and current.closed_at is not None else []
    return Console(
        table_id=table.pk,
        code=table.code,
        name=table.name,
        currency=Currency(table.currency),
        status=table.status,
        waits=table.status_reason,
        version=None if rules is None else rules.number,
        shift_id=None if shift is None else shift.pk,
        croupier_id=None if shift is None else shift.croupier_id,
        croupier="" if shift is None else shift.croupier.nickname,
        since=None if shift is None else shift.began_at,
        robot_deals=robot_deals(table, shift),
        shoe=_shoe(table.shoe, current),
        decks=0 if terms is None else terms.ruleset.decks,
        **_round(table, current, events, now=now),
        **_bets(table, current, terms),
        **_results(table, now=now),
        call=_call(table, now=now),
        keyed=_keyed(current),
        **_squeeze(current, terms, now=now),
        outcome=_outcome(current, events, terms),
        rehearsal=_rehearsal(table, current, events),
    )


def _round(table: Table, current: Round | None, events: Sequence[CardEvent], *, now: datetime) -> dict[str, Any]:
    if current is None:
        return {
            "phase": "waiting",
            "round_code": "",
            "round_of_shoe": 0,
            "closes_at": None,
            "next_at": table.due_at,
            "dealing": None,
            "last_event_at": None,
        }
    dealt = current.closed_at is not None and current.phase != RoundPhase.VOID
    finished = current.phase in {RoundPhase.SETTLED, RoundPhase.VOID}
    return {
        "phase": str(current.phase),
        "round_code": current.code,
        "round_of_shoe": current.round_of_shoe,
        "closes_at": current.closes_at,
        "next_at": table.due_at if finished else None,
        "dealing": dealing_of(events) if dealt else None,
        "last_event_at": events[-1].at if events else current.closed_at,
    }


def _squeeze(current: Round | None, terms: TableSettings | None, *, now: datetime) -> dict[str, Any]:
    windows = HOUSE_TURNS if current is None or terms is None else squeezes.windows_of(current, terms)
    seen_by = None
    if current is not None and in_play(current):
        seen_by = squeezes.last_seen(current, windows)
    return {
        "squeezers": tuple((hand, windows.by[hand].seat) for hand in HANDS if hand in windows.by),
        "turned_by": seen_by if seen_by is not None and seen_by > now else None,
    }


def _shoe(shoe: Shoe | None, current: Round | None) -> PaperShoeCard | None:
    if shoe is None or not is_paper(shoe):
        return None
    playing = current is not None and in_play(current) and current.shoe_id == shoe.pk
    left = left_in(current) if playing and current is not None else 0
    called = shoe.last_round is not None
    return PaperShoeCard(
        number=shoe.number,
        gone=shoe.dealt + left,
        cards=shoe.card_count,
        cut=shoe.cut,
        decks=tuple(shoe.paper.decks),
        awaits_burn=awaits_burn(shoe),
        last_called=called,
        is_last=called and shoe.last_round == shoe.round_of_shoe,
        over=life_of(shoe).over,
    )


def _bets(table: Table, current: Round | None, terms: TableSettings | None) -> dict[str, Any]:
    if terms is None:
        return {"spots": (), "worst": None, "places": ()}
    playing = current if in_play(current) else None
    laid = state.laid_on(playing.pk) if playing is not None else {}
    told = state.bets_sections(terms, playing, state.seated_at([table.pk]), laid)
    exposure = exposures([table]).get(table.pk) if playing is not None else None
    return {
        "spots": tuple(
            Spot(
                chance=chance.value,
                staked=int(told["sums"].get(chance.value, 0)),
                most=told["room"].get(chance, {}).get("most"),
            )
            for chance in terms.ruleset.chances
        ),
        "worst": None if exposure is None else exposure.worst,
        "places": tuple(
            Place(seat=seat["seat"], who=seat["who"], away=seat.get("away", False), stakes=seat.get("stakes", {}))
            for seat in told["seats"]
        ),
    }


def _outcome(current: Round | None, events: Sequence[CardEvent], terms: TableSettings | None) -> Outcome | None:
    if current is None or terms is None or current.phase not in DEALT:
        return None
    dealt = dealing_of(events)
    if dealt.due is not None:
        return None
    laid = Bet.objects.filter(round=current, stake__gt=0).values_list("chance", "stake")
    paid = [settle(terms.ruleset, dealt.result, {Chance(chance): stake})[Chance(chance)] for chance, stake in laid]
    return Outcome(
        prizes=sum(each.prize for each in paid),
        commission=sum(each.commission for each in paid),
        lost=sum(stake for (_, stake), each in zip(laid, paid, strict=True) if each.outcome is Ended.LOSE),
    )


def _results(table: Table, *, now: datetime) -> dict[str, Any]:
    board = state.boards([table], now=now).get(table.pk, [])
    played = Round.objects.filter(table=table, phase=RoundPhase.SETTLED).order_by("-number").first()
    settled = None
    if played is not None:
        result = state.result_of(played)
        settled = {
            "code": played.code,
            "winner": played.winner,
            "ponto": result.ponto.total,
            "banca": result.banca.total,
            "at": played.settled_at,
        }
    return {"results": tuple(letter for letter, _, _ in board[-LAST:]), "settled": settled}


def _call(table: Table, *, now: datetime) -> Call | None:
    """The open call, or the last answer while it is fresh."""
    last = TableCall.objects.filter(table=table).select_related("table", "called_by", "answered_by").order_by("-pk")
    call = last.first()
    if call is None or (call.answered_at is not None and call.answered_at < now - ANSWER_STANDS):
        return None
    return call_card(call)


def call_card(call: TableCall) -> Call:
    """A call as others see it."""
    return Call(
        id=call.pk,
        table_code=call.table.code,
        table_name=call.table.name,
        called_by=call.called_by.nickname,
        called_at=call.called_at,
        answered_by="" if call.answered_by is None else call.answered_by.nickname,
        answered_at=call.answered_at,
        answer=call.answer,
    )


def open_calls() -> tuple[Call, ...]:
    """The calls that no supervisor has answered, the oldest first."""
    return tuple(call_card(call) for call in _OPEN_CALLS())


_OPEN_CALLS: Final = KeptQuery(
    lambda: (
        TableCall.objects.filter(answered_at=None)
        .select_related("table", "called_by", "answered_by")
        .order_by("called_at")
    )
)


def keyed_cards() -> tuple[Keyed, ...]:
    """The cards keyed by hand that wait for a second person, the oldest first."""
    return tuple(_keyed_card(row) for row in _KEYED())


_KEYED: Final = KeptQuery(
    lambda: (
        KeyedCard.objects.filter(confirmed=None, round__phase__in=UNFINISHED)
        .select_related("round__table", "keyed_by")
        .order_by("keyed_at")
    )
)


ANY_CALL: Final = whether_any(
    TableCall.objects.filter(answered_at=None),
    KeyedCard.objects.filter(confirmed=None, round__phase__in=UNFINISHED),
)
"""Whether a croupier calls, or a keyed card wants a second person, at any table."""


def _keyed(current: Round | None) -> Keyed | None:
    if current is None or not in_play(current):
        return None
    row = KeyedCard.objects.filter(round=current, confirmed=None).select_related("round__table", "keyed_by").first()
    return None if row is None else _keyed_card(row)


def _keyed_card(row: KeyedCard) -> Keyed:
    return Keyed(
        id=row.pk,
        table_code=row.round.table.code,
        table_name=row.round.table.name,
        round_code=row.round.code,
        slot=row.slot,
        card=row.card,
        keyed_by=row.keyed_by.nickname,
        keyed_at=row.keyed_at,
    )


def _rehearsal(table: Table, current: Round | None, events: Sequence[CardEvent]) -> str:
    """A card that can come next out of the shoe, by chance: a person without cards rehearses with it."""
    shoe = table.shoe
    if table.currency != Currency.PLAY or shoe is None or not is_paper(shoe):
        return ""
    due = current is not None and current.closed_at is not None and dealing_of(events).due
    burns = not in_play(current) and awaits_burn(shoe)
    if not due and not burns:
        return ""
    left = not_seen(shoe)
    return left[chooser(sealing.read_bytes)(len(left))].code
