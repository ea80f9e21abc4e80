"""One table of the floor as a person sees it: its state and evidence, and what may be done there now."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from casino.backoffice import labels
from casino.backoffice.presenters import exposure
from casino.backoffice.presenters.day_lines import DayLine
from casino.backoffice.presenters.desk_figures import DeskFigure, desk_figure
from casino.backoffice.presenters.drift import DriftFigure, drift_figure
from casino.backoffice.presenters.floor_marks import Act, acts_at, phase
from casino.backoffice.presenters.states import State
from casino.backoffice.presenters.stops import StopLine
from casino.backoffice.presenters.troubles import state_of, stopped_as
from casino.wording import names
from kernel.money import Currency
from players.roles import Action, may
from tables.queries import DriftLight, FloorTable, PlayerEdge
from tables.scopes import of_table

SHARE_MOST: Final = 100
RUNNING: Final = frozenset({"open", "closing"})
POSSIBLE: Final[Mapping[str, frozenset[str]]] = {
    "open_table": frozenset({"closed", "closing"}),
    "pause_table": RUNNING,
    "resume_table": frozenset({"paused"}),
    "close_table": frozenset({"open"}),
}
"""In which states of a table each act at it is possible, by the act's address."""


@dataclass(frozen=True, slots=True)
class FloorCard:
    """One live table; `share` is of `bound`, in percent."""

    table_id: int
    code: str
    name: str
    kind: str
    currency: str
    play: bool
    preset: str
    status: str
    status_reason: str
    state: State
    stopped: State | None
    """That it is stopped, whatever graver its state says; None where no switch holds it."""
    phase: str
    step: str
    """The phase in one word, for a row."""
    seconds: int | None
    ring: int
    """How much of the betting time is left, in percent."""
    seats: int
    taken: int
    staked: int
    worst: int
    bound: int | None
    own_limit: bool
    """Whether `bound` is the house's own risk limit, and not what the rules allow."""
    share: int | None
    quantiles: tuple[exposure.Quantile, ...]
    """99 %, 99,9 % and the worst case of the open round; empty without bets."""
    bars: exposure.Drawing | None
    row_bars: exposure.Drawing | None
    results: tuple[exposure.Result, ...]
    day: DayLine | None
    """The day so far; None: nothing was staked."""
    drift: DriftFigure | None
    """The results of the last 30 days; None: nothing was played."""
    turns_at: datetime | None
    version: int | None
    waiting: int | None
    waiting_from: datetime | None
    player_edges: tuple[PlayerEdge, ...]
    waiting_edges: tuple[PlayerEdge, ...]
    round_code: str
    acts: tuple[Act, ...]
    stop: StopLine | None
    """The table's own stop."""
    scope: str
    may_stop: bool
    """Whether one press of this person stops the table now."""
    may_lift: bool
    desk: DeskFigure | None
    """The cards on a croupier's table and its shoe."""
    attends: bool
    """Whether this person may answer the croupier."""
    opens_table: bool
    opens_round: bool
    """Whether this person may follow the card to the table's page, and to the round's."""

    @property
    def tone(self) -> str:
        """The tone of its state."""
        return self.state.tone

    @property
    def headline(self) -> str:
        """Its state in a few words."""
        return self.state.headline

    @property
    def alert(self) -> bool:
        """Whether the table needs attention now."""
        return self.state.alert

    @property
    def phase_drawn(self) -> SafeString:
        """The phase of the round as markup, and what is left of its betting time."""
        return phase(self.phase, self.seconds, self.ring)

    @property
    def step_drawn(self) -> SafeString:
        """The same in one word."""
        return phase(self.step, self.seconds, self.ring)

    @property
    def acts_drawn(self) -> SafeString:
        """What this person may do here now, as markup."""
        return acts_at(self, short=False)

    @property
    def acts_drawn_short(self) -> SafeString:
        """The same for a row: the word of stopping hidden too."""
        return acts_at(self, short=True)


def _phase(row: FloorTable) -> str:
    """The phase of the round as it is called on the floor: betting that was paused takes no bets."""
    if row.status == "closed":
        return gettext("no play")
    if row.phase == "betting" and row.status not in RUNNING:
        return gettext("bets suspended")
    return names.phase(row.phase)


def card_of(
    row: FloorTable,
    *,
    person: object,
    now: datetime,
    drift: DriftLight | None = None,
    day: DayLine | None = None,
    stopped: bool = False,
    stop: StopLine | None = None,
) -> FloorCard:
    """One table for one person; `stopped` while a switch keeps its rounds from opening, `stop` while it is its own."""
    allowed = [cents for cents in (row.risk_limit, row.worst_case_bound) if cents is not None]
    worst, bound = -abs(row.worst_case), -abs(min(allowed, key=abs)) if allowed else None
    share = min(SHARE_MOST, worst * 100 // bound) if bound else None
    state = state_of(row, share=share, drift=drift, held=stopped, stop=stop, now=now)
    running = row.phase == "betting" and row.closes_at is not None and row.status != "paused"
    exposed, most = row.exposure, -bound if bound is not None else None
    stops = may(person, Action.STOP_PLAY)
    called = _phase(row)
    return FloorCard(
        table_id=row.table_id,
        code=row.code,
        name=row.name,
        kind=row.kind,
        currency=row.currency,
        play=row.currency == Currency.PLAY,
        preset=row.preset,
        status=row.status,
        status_reason=_reason(row, state),
        state=state,
        stopped=stopped_as(row.status, held=stopped, stop=stop, now=now),
        phase=called,
        step=pgettext("phase of a round", "bets") if row.phase == "betting" and row.status in RUNNING else called,
        seconds=max(0, ceil((row.closes_at - now).total_seconds())) if running and row.closes_at else None,
        ring=_ring(row, now) if running else 0,
        seats=row.seats,
        taken=row.taken,
        staked=row.staked,
        worst=worst,
        bound=bound,
        own_limit=row.risk_limit is not None and bound == -row.risk_limit,
        share=share,
        quantiles=exposure.quantiles(exposed) if exposed else (),
        bars=exposure.drawing(exposed, currency=row.currency, bound=most, size=exposure.CARD) if exposed else None,
        row_bars=exposure.drawing(exposed, currency=row.currency, bound=most, size=exposure.ROW) if exposed else None,
        results=exposure.results(exposed) if exposed else (),
        day=day,
        drift=drift_figure(drift) if drift else None,
        turns_at=row.turns_at,
        version=row.version,
        waiting=row.waiting,
        waiting_from=row.waiting_from,
        player_edges=row.player_edges,
        waiting_edges=row.waiting_edges,
        round_code=row.round_code,
        acts=tuple(acts(row, person=person)),
        stop=stop,
        scope=of_table(row.table_id),
        may_stop=stops and stop is None and row.status != "closed",
        may_lift=stops and stop is not None and not stop.by_drift,
        desk=desk_figure(row.desk) if row.desk else None,
        attends=row.desk is not None and may(person, Action.RULE_ON_CARDS),
        opens_table=may(person, Action.SEE_CONFIGURATIONS),
        opens_round=may(person, Action.SEE_ROUNDS),
    )


def _reason(row: FloorTable, state: State) -> str:
    """The reason that the table itself gives, unless its state says the same."""
    said = str(labels.STATUS_REASONS.get(row.status_reason, row.status_reason))
    return "" if said in state.why else said


def _ring(row: FloorTable, now: datetime) -> int:
    """How much of the time between opening and close is left, in percent."""
    if row.opened_at is None or row.closes_at is None or row.closes_at <= row.opened_at:
        return 0
    return max(0, min(100, int((row.closes_at - now) / (row.closes_at - row.opened_at) * 100)))


def acts(row: FloorTable, *, person: object) -> list[Act]:
    """The acts that `person` may do at this table in its present state."""
    unpaid = row.phase in {"betting", "closed", "dealing"} and bool(row.round_code)
    paused = row.status in POSSIBLE["resume_table"] and not row.void_waits
    found = [
        (Action.OPEN_TABLE, row.status in POSSIBLE["open_table"], Act("open_table", gettext("Open…"), "play", "")),
        (
            Action.PAUSE_TABLE,
            row.status in POSSIBLE["pause_table"],
            Act("pause_table", gettext("Pause…"), "pause", "p"),
        ),
        (Action.PAUSE_TABLE, paused, Act("resume_table", gettext("Resume…"), "play", "p")),
        (Action.CLOSE_TABLE, row.status in POSSIBLE["close_table"], Act("close_table", gettext("Close…"), "close", "")),
        (
            Action.VOID_ROUND,
            row.status != "closed" and not row.void_waits,
            Act("void_round", gettext("Void…"), "void", "a", danger=True, later=not unpaid),
        ),
        (
            Action.APPROVE_VOID,
            row.void_waits,
            Act("proposed_void", gettext("Decide the void…"), "void", "a", danger=True),
        ),
    ]
    return [act for action, possible, act in found if possible and may(person, action)]
