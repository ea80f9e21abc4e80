"""The floor as a supervisor sees it: alerts first, and the effect of each act on the money, shown beforehand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext

from baccarat.chances import Chance
from casino.backoffice import labels
from casino.backoffice.presenters.clocks import ClockLine, clock_line
from casino.backoffice.presenters.stops import StopLine, lines
from casino.wording import names, words
from players.roles import Action, may
from tables.operations.stops import holds
from tables.queries import FloorTable, PlayerEdge, RoundCard, StopCard

HOT_PERCENT: Final = 90
WARM_PERCENT: Final = 70


@dataclass(frozen=True, slots=True)
class Act:
    """Something that this person may do at this table now."""

    name: str
    label: str
    danger: bool = False

    @property
    def address(self) -> str:
        """The name of its address."""
        return f"backoffice:{self.name}"


@dataclass(frozen=True, slots=True)
class FloorCard:
    """One live table. `tone` is "bad", "warn", "info", "good" or nothing; `share` is of `bound`, in percent."""

    code: str
    name: str
    currency: str
    play: bool
    status: str
    status_reason: str
    tone: str
    headline: str
    phase: str
    seconds: int | None
    seats: int
    taken: int
    staked: int
    worst: int
    bound: int | None
    own_limit: bool
    """Whether `bound` is the house's own risk limit, and not what the rules allow."""
    share: int | None
    drift: str
    """The verdict on the results of the last 30 days: "few", "calm", "watch", "alarm"; empty: nothing played."""
    turns_at: datetime | None
    version: int | None
    waiting: int | None
    waiting_from: datetime | None
    player_edges: tuple[PlayerEdge, ...]
    waiting_edges: tuple[PlayerEdge, ...]
    round_code: str
    acts: tuple[Act, ...]
    opens_table: bool
    opens_round: bool
    """Whether this person may follow the card to the table's page, and to the round's."""

    @property
    def alert(self) -> bool:
        """Whether the table needs attention now."""
        return self.tone in {"bad", "warn"}


@dataclass(frozen=True, slots=True)
class Floor:
    """The whole room."""

    cards: tuple[FloorCard, ...]
    stops: tuple[StopLine, ...]
    """The switches that are thrown: they stand above all tables."""
    clock: ClockLine
    may_stop: bool
    running: int
    alerts: int
    players: int
    at: datetime
    news: str
    """The text for screen readers: the alerts, if they differ from those that the page had; empty if nothing is new."""


def floor(
    rows: tuple[FloorTable, ...],
    *,
    person: object,
    now: datetime,
    skews: Sequence[timedelta] = (),
    stops: tuple[StopCard, ...] = (),
    lights: Mapping[int, str] | None = None,
    seen_alerts: str | None = None,
) -> Floor:
    """The room for `person`: tables in trouble first, then those that run, the closed ones last.

    `skews` are how far each dealer's clock is ahead of the database's, the largest difference first.
    `seen_alerts` is the number that the page showed before; None for a page that is only now opened.
    """
    seen, clock = lights or {}, clock_line(skews)
    held = {row.code for row in rows if _is_held(row, stops)}
    cards = sorted(
        (
            card_of(row, person=person, now=now, drift=seen.get(row.table_id, ""), stopped=row.code in held)
            for row in rows
        ),
        key=_urgency,
    )
    alerts = [card for card in cards if card.alert]
    count = len(alerts) + len(stops) + clock.refuses
    return Floor(
        cards=tuple(cards),
        stops=lines(stops),
        clock=clock,
        may_stop=may(person, Action.STOP_PLAY),
        running=sum(card.status in {"open", "closing"} and card.code not in held for card in cards),
        alerts=count,
        players=sum(card.taken for card in cards),
        at=now,
        news="" if seen_alerts in {None, str(count)} else _news(alerts, lines(stops), clock),
    )


def _is_held(row: FloorTable, stops: tuple[StopCard, ...]) -> bool:
    return holds(row.preset, frozenset(stop.scope for stop in stops))


def _news(alerts: list[FloorCard], stops: tuple[StopLine, ...], clock: ClockLine) -> str:
    refused = [clock.text] if clock.refuses else []
    said = [*refused, *(stop.title for stop in stops), *(f"{card.name}: {card.headline}" for card in alerts)]
    return ". ".join(said) or gettext("There are no more alerts.")


def _urgency(card: FloorCard) -> tuple[int, bool, bool, int, str]:
    """In trouble first, then money before demonstration; the closed ones last."""
    grave = {"bad": 0, "warn": 1}.get(card.tone, 2)
    return grave, card.status == "closed", card.play, -(card.share or 0) if card.alert else 0, card.code


def card_of(row: FloorTable, *, person: object, now: datetime, drift: str = "", stopped: bool = False) -> FloorCard:
    """One table for one person; `stopped` while a switch of the house keeps its rounds from opening."""
    allowed = [cents for cents in (row.risk_limit, row.worst_case_bound) if cents is not None]
    worst, bound = -abs(row.worst_case), -abs(min(allowed, key=abs)) if allowed else None
    share = min(100, worst * 100 // bound) if bound else None
    tone, headline = _state(row, share, drift, stopped=stopped)
    running = row.phase == "betting" and row.closes_at is not None and row.status != "paused"
    return FloorCard(
        code=row.code,
        name=row.name,
        currency=row.currency,
        play=row.currency == "PLAY",
        status=row.status,
        status_reason=str(labels.STATUS_REASONS.get(row.status_reason, row.status_reason)),
        tone=tone,
        headline=headline,
        phase=names.phase(row.phase) if row.status != "closed" else gettext("no play"),
        seconds=max(0, ceil((row.closes_at - now).total_seconds())) if running and row.closes_at else None,
        seats=row.seats,
        taken=row.taken,
        staked=row.staked,
        worst=worst,
        bound=bound,
        own_limit=row.risk_limit is not None and bound == -row.risk_limit,
        share=share,
        drift=drift,
        turns_at=row.turns_at,
        version=row.version,
        waiting=row.waiting,
        waiting_from=row.waiting_from,
        player_edges=row.player_edges,
        waiting_edges=row.waiting_edges,
        round_code=row.round_code,
        acts=tuple(acts(row, person=person)),
        opens_table=may(person, Action.SEE_CONFIGURATIONS),
        opens_round=may(person, Action.SEE_ROUNDS),
    )


def _state(row: FloorTable, share: int | None, drift: str, *, stopped: bool) -> tuple[str, str]:
    if row.late_seconds:
        late = words.number(row.late_seconds)
        return "bad", ngettext("Late by %(late)s second", "Late by %(late)s seconds", row.late_seconds) % {"late": late}
    if drift == "alarm":
        return "bad", gettext("Results other than promised")
    if row.risk_limit is not None and row.worst_case > row.risk_limit:
        return "bad", gettext("Above the risk limit")
    if share is not None and share >= HOT_PERCENT:
        return "bad", gettext("Exposure %(share)s%%") % {"share": share}
    if row.void_waits:
        return "bad", gettext("Voiding a round awaits a second person")
    if row.status == "paused":
        return "warn", gettext("Paused")
    if share is not None and share >= WARM_PERCENT:
        return "warn", gettext("Exposure %(share)s%%") % {"share": share}
    if drift == "watch":
        return "warn", gettext("Results to watch")
    if row.status == "closed":
        return "", pgettext("table", "Closed")
    if stopped:
        return "info", gettext("Stopped by the house")
    if row.status == "closing":
        return "info", gettext("Closes after this round")
    return "good", gettext("Normal")


def acts(row: FloorTable, *, person: object) -> list[Act]:
    """The acts that `person` may do at this table in its present state."""
    unpaid = row.phase in {"betting", "closed", "dealing"} and bool(row.round_code)
    found = [
        (Action.OPEN_TABLE, row.status in {"closed", "closing"}, Act("open_table", gettext("Open…"))),
        (Action.PAUSE_TABLE, row.status in {"open", "closing"}, Act("pause_table", gettext("Pause…"))),
        (Action.PAUSE_TABLE, row.status == "paused" and not row.void_waits, Act("resume_table", gettext("Resume…"))),
        (Action.CLOSE_TABLE, row.status == "open", Act("close_table", gettext("Close…"))),
        (Action.VOID_ROUND, unpaid and not row.void_waits, Act("void_round", gettext("Void…"), danger=True)),
        (Action.APPROVE_VOID, row.void_waits, Act("proposed_void", gettext("Decide the void…"), danger=True)),
    ]
    return [act for action, possible, act in found if possible and may(person, action)]


@dataclass(frozen=True, slots=True)
class Stake:
    """The bets of all players on one chance of the round in play."""

    chance: str
    cents: int


@dataclass(frozen=True, slots=True)
class Consequence:
    """The effect of an act, shown before it is done."""

    title: str
    button: str
    danger: bool
    sentences: tuple[str, ...]
    stakes: tuple[Stake, ...]
    staked: int
    bets: int


def consequence(act: str, row: FloorTable, played: RoundCard | None) -> Consequence:
    """The effect of `act` on the table `row` and on the money in `played`, its unpaid round."""
    bets, staked = (len(played.bets), played.staked) if played else (0, 0)
    money = {
        "bets": ngettext("%(n)s bet", "%(n)s bets", bets) % {"n": words.number(bets)},
        "amount": words.money(staked, row.currency),
        "round": row.round_code,
        "phase": _waiting_for(row),
    }
    title, button, said = _WORDS[act](bool(bets), money)
    sums = played.sums if played else {}
    stakes = tuple(Stake(chance.value, sums[chance.value]) for chance in Chance if sums.get(chance.value))
    return Consequence(title, button, act == "void_round", said, stakes, staked, bets)


def _pause(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    held = gettext("Waiting in play: %(bets)s, %(amount)s in all. No money moves.") % money
    return (
        pgettext("button", "Pause the table"),
        gettext("Pause the table"),
        (
            gettext("The table stops where it is: it takes no more bets and deals no cards."),
            held if bets else gettext("There are no bets in play: no money moves."),
            gettext("The players see at once that the table is paused, and why."),
        ),
    )


def _resume(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    kept = gettext("Still standing: %(bets)s, %(amount)s in all.") % money
    return (
        gettext("Resume play"),
        gettext("Resume play"),
        (
            _RESUMED[money["phase"]](),
            kept if bets else gettext("There are no bets in play: no money moves."),
        ),
    )


def _waiting_for(row: FloorTable) -> str:
    """The next step of a resumed table: betting with a clock, a player's own betting, or the next round."""
    if row.phase != "betting":
        return "next"
    return "clock" if row.closes_at is not None else "player"


_RESUMED: Final = {
    "clock": lambda: gettext("The round that was taking bets gets its full betting time again."),
    "player": lambda: gettext("The round that was taking bets goes on until the player deals."),
    "next": lambda: gettext("No round is taking bets: play goes on to the next one."),
}


def _close(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    paid = gettext("Played and paid to the end: %(bets)s, %(amount)s in all.") % money
    return (
        gettext("Close after this round"),
        gettext("Close after this round"),
        (
            gettext("The round in play ends as always; after it the table closes. The players are told now."),
            paid if bets else gettext("There are no bets in this round yet; those that come will be played and paid."),
        ),
    )


def _open(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    return (
        gettext("Open the table"),
        gettext("Open the table"),
        (
            gettext("Rounds begin at once, under the approved rules. The table appears in the lobby."),
            gettext("No money moves until a player bets."),
        ),
    )


def _void(bets: bool, money: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    back = gettext("If it is approved, %(bets)s are undone: %(amount)s go back to the wallets, in full (R29).") % money
    return (
        gettext("Void round %(round)s") % money,
        gettext("Propose the void") if bets else gettext("Make the round void"),
        (
            gettext(
                "The table stays paused until another person decides: a round with bets is made void by two people."
            )
            if bets
            else gettext("Without bets, the round is made void at once."),
            back if bets else gettext("There are no bets in this round: no money moves."),
            gettext("A round is voided only for a fault of the house, when no result can be reached any more (R29)."),
            gettext("This cannot be undone. A round that is already paid is not voided here."),
        ),
    )


_WORDS: Final = {
    "pause_table": _pause,
    "resume_table": _resume,
    "close_table": _close,
    "open_table": _open,
    "void_round": _void,
}
