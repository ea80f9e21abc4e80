"""What a table needs from the floor's staff: one headline, and the evidence of its own cause."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext

from baccarat.court import Drift
from casino.backoffice.presenters import desk_states
from casino.backoffice.presenters.drift import evidence_text
from casino.backoffice.presenters.states import State
from casino.backoffice.presenters.stops import StopLine
from casino.wording import names, words
from tables.queries import DriftLight, FloorTable

HOT_PERCENT: Final = 90
WARM_PERCENT: Final = 70
ONE_SIDED_PERCENT: Final = 60
"""From how much of what is in play on one chance on the floor says so."""


def state_of(
    row: FloorTable, *, share: int | None, drift: DriftLight | None, held: bool, stop: StopLine | None, now: datetime
) -> State:
    """The gravest thing to be said of a table, and whether a person there waits for a supervisor; `held` while a switch
    covers it, `stop` while one is its own.
    """
    base = _state_of(row, share=share, drift=drift, held=held, stop=stop, now=now)
    return desk_states.with_asks(base, desk_states.asks(row, now=now))


def stopped_as(status: str, *, held: bool, stop: StopLine | None, now: datetime) -> State | None:
    """That a table of this status is stopped, in the floor's words; None where no switch keeps it from going on."""
    if stop is not None:
        return State("stopped", _since(stop, now), icon="stop")
    if held and status != "closed":
        return State("info", gettext("Stopped by the house"), icon="stop")
    return None


def _state_of(
    row: FloorTable, *, share: int | None, drift: DriftLight | None, held: bool, stop: StopLine | None, now: datetime
) -> State:
    grave = _grave(row, share, drift)
    if grave is not None:
        return grave
    stopped = stopped_as(row.status, held=held, stop=stop, now=now)
    if stop is not None and stopped is not None:
        return replace(stopped, why=_stopped(row, stop))
    if row.status == "paused":
        return _paused(row)
    if share is not None and share >= WARM_PERCENT:
        return State("warn", _exposed(share), _cost(row), "warn")
    if drift is not None and drift.verdict is Drift.WATCH:
        return State("warn", gettext("Results to watch"), evidence_text(drift), "drift")
    lacking = desk_states.lacking(row)
    if lacking is not None:
        return lacking
    if row.status == "closed":
        return State("", pgettext("table", "Closed"))
    if stopped is not None:
        return stopped
    if row.status == "closing":
        return State("info", gettext("Closes after this round"))
    return State("good", gettext("Normal"))


def _grave(row: FloorTable, share: int | None, drift: DriftLight | None) -> State | None:
    if row.late_seconds:
        late = words.number(row.late_seconds)
        said = ngettext("Late by %(late)s second", "Late by %(late)s seconds", row.late_seconds) % {"late": late}
        due = words.clock(row.due_at) if row.due_at else ""
        why = gettext("The next step was due at %(due)s. Stakes stay where they are; no money moves meanwhile.")
        return State("bad", said, why % {"due": due}, "clock")
    if drift is not None and drift.verdict is Drift.ALARM:
        return State("bad", gettext("Results other than promised"), evidence_text(drift), "drift")
    if row.risk_limit is not None and row.worst_case > row.risk_limit:
        return State("bad", gettext("Above the risk limit"), _cost(row), "warn")
    if share is not None and share >= HOT_PERCENT:
        return State("bad", _exposed(share), _cost(row), "warn")
    if row.void_waits:
        why = gettext("The table stays paused until another person decides. Still in play: %(amount)s.")
        staked = words.money(row.staked, row.currency)
        return State("bad", gettext("Voiding a round awaits a second person"), why % {"amount": staked}, "bad")
    return None


def _exposed(share: int) -> str:
    return gettext("Exposure %(share)s%%") % {"share": share}


def _paused(row: FloorTable) -> State:
    over = desk_states.stopped_over(row.desk)
    if not row.staked:
        said, why = gettext("Paused"), gettext("There are no bets in play: no money moves.")
    else:
        said = gettext("Paused, with bets in play")
        why = gettext("Waiting in play: %(amount)s. No money moves while the table is paused.")
        why %= {"amount": words.money(row.staked, row.currency)}
    return State("warn", said, f"{over} {why}".strip(), "pause")


def _since(stop: StopLine, now: datetime) -> str:
    seconds = max(0, int((now - stop.at).total_seconds()))
    if seconds < 120:
        return gettext("Stopped %(seconds)s s ago") % {"seconds": seconds}
    return gettext("Stopped %(minutes)s min ago") % {"minutes": words.number(seconds // 60)}


def _stopped(row: FloorTable, stop: StopLine) -> str:
    said = gettext("Stopped by %(who)s at %(at)s.") % {"who": stop.by, "at": words.clock(stop.at)}
    if row.status != "paused" and row.phase in {"betting", "closed", "dealing"}:
        left = gettext("The round in play ends and is paid: %(amount)s. No other begins, and no bet is taken.")
        return f"{said} {left % {'amount': words.money(row.staked, row.currency)}}"
    if row.staked:
        left = gettext("It is paused too: %(amount)s wait in play. No money moves.")
        return f"{said} {left % {'amount': words.money(row.staked, row.currency)}}"
    left = gettext("No round is in play, none begins, and no bet is taken. No money moves.")
    return f"{said} {left}"


def _cost(row: FloorTable) -> str:
    """What the worst case is made of: the chance that most lies on, and what it costs."""
    loss = gettext("In the worst case %(amount)s are lost.") % {"amount": words.money(row.worst_case, row.currency)}
    chance, most = max(row.sums.items(), key=lambda each: each[1], default=("", 0))
    share = most * 100 // row.staked if row.staked else 0
    if share < ONE_SIDED_PERCENT:
        return loss
    side = gettext("One-sided: %(chance)s has %(share)s%% of what is in play.")
    return f"{side % {'chance': names.chance(chance), 'share': share}} {loss}"
