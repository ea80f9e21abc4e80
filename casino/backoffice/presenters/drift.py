"""What the drift court found, in words and as a drawing: the light of a table, the way of the evidence, the alarms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from baccarat.court import EVENTS, FEW, HOUSE, NOTE_BELOW, WATCH_BELOW, Drift, Stream
from casino.wording import names, words
from tables.queries import AlarmCard, DriftLight, PeriodCard, StreamLight

_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
NAMES: Final[Mapping[Stream, "str | Promise"]] = {
    Stream.OUTCOMES: gettext_lazy("Outcomes"),
    Stream.PONTO_PAIR: gettext_lazy("Ponto pair"),
    Stream.BANCA_PAIR: gettext_lazy("Banca pair"),
    Stream.PERFECT_PAIR: gettext_lazy("Perfect pair"),
    Stream.BANCA_SIX: gettext_lazy("Banca with 6"),
    Stream.CARDS: gettext_lazy("Cards"),
    Stream.MONEY: gettext_lazy("Money"),
    Stream.GENERATOR: gettext_lazy("Generator"),
}
_SIGNS: Final[Mapping[str, "str | Promise"]] = {
    "bits": gettext_lazy("ones and zeroes are uneven"),
    "runs": gettext_lazy("bits change too often or too seldom"),
    "bytes": gettext_lazy("some bytes come too often"),
    "repeats": gettext_lazy("words came again"),
}
WIDTH: Final = 440
HEIGHT: Final = 232
LEFT: Final = 64
RIGHT: Final = 12
TOP: Final = 14
PANEL: Final = 190


@dataclass(frozen=True, slots=True)
class DriftFigure:
    """The evidence in one line; `shape` is "few", "calm", "watch" or "alarm"."""

    shape: str
    figure: str
    rounds: str
    word: str


@dataclass(frozen=True, slots=True)
class StreamLine:
    """One stream in words."""

    code: str
    name: str
    figure: DriftFigure
    claim: str
    """What its strongest alternative says; empty where there is no evidence to speak of."""
    since: str
    stops: str
    """What an alarm does."""
    period: str
    """What the whole period says by itself, and its chance under fair play; empty before its first round."""


@dataclass(frozen=True, slots=True)
class Level:
    """A line across."""

    y: int
    figure: str
    name: str
    code: str


@dataclass(frozen=True, slots=True)
class Curve:
    """The evidence of one stream."""

    code: str
    points: str
    end: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DriftChart:
    """M by rounds, upwards in powers of ten."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    levels: tuple[Level, ...]
    curves: tuple[Curve, ...]
    first: str
    last: str
    text: str
    """What it shows, for those who do not see it."""


@dataclass(frozen=True, slots=True)
class AlarmLine:
    """One alarm in words."""

    card: AlarmCard
    where: str
    stream: str
    claim: str
    evidence: str
    state: str
    tone: str


def drift_figure(light: DriftLight) -> DriftFigure:
    """The evidence as one figure with the rounds that it stands on; no verdict where they are too few."""
    gravest = light.gravest
    return _figure(light.verdict, gravest.evidence, light.rounds)


def _figure(verdict: Drift, power: float, rounds: int) -> DriftFigure:
    if verdict is Drift.FEW:
        said = gettext("few: %(rounds)s of %(least)s") % {
            "rounds": words.number(rounds),
            "least": words.number(FEW),
        }
        return DriftFigure("few", said, "", gettext("too few rounds to say"))
    verdicts = {
        Drift.CALM: gettext("as promised"),
        Drift.NOTE: gettext("as promised"),
        Drift.WATCH: gettext("to watch"),
        Drift.ALARM: gettext("other than promised"),
    }
    shape = Drift.CALM if verdict is Drift.NOTE else verdict
    return DriftFigure(shape.value, odds_text(power), words.number(rounds), verdicts[verdict])


def evidence_text(light: DriftLight) -> str:
    """What the gravest stream says, with its evidence and the alarm's."""
    one = light.gravest
    text = gettext("%(stream)s: %(claim)s. Evidence %(evidence)s; alarm at %(alarm)s.")
    return text % {
        "stream": NAMES[one.stream],
        "claim": claim(one.stream, one.what, more=one.more),
        "evidence": odds_text(one.evidence),
        "alarm": odds_text(one.alarm),
    }


def claim(stream: Stream, what: str, *, more: bool) -> str:
    """What an alternative says, in words."""
    if stream is Stream.GENERATOR:
        return str(_SIGNS[what])
    if what == HOUSE:
        return gettext("the house wins too much") if more else gettext("the house wins too little")
    if stream in EVENTS:
        thing = str(NAMES[stream])
    else:
        thing = gettext("cards %(rank)s") % {"rank": what} if stream is Stream.CARDS else names.chance(what)
    text = gettext("%(thing)s too often") if more else gettext("%(thing)s too seldom")
    return text % {"thing": thing}


def stream_lines(lights: Sequence[StreamLight]) -> tuple[StreamLine, ...]:
    """Each stream with its verdict."""
    return tuple(_line(each) for each in lights)


def _line(light: StreamLight) -> StreamLine:
    blocks = light.stream is Stream.GENERATOR
    count = light.rounds
    of_blocks = ngettext("%(n)s block of words", "%(n)s blocks of words", count) % {"n": words.number(count)}
    of_rounds = ngettext("%(n)s round", "%(n)s rounds", count) % {"n": words.number(count)}
    figure = _figure(light.verdict, light.evidence, count)
    return StreamLine(
        code=light.stream.value,
        name=str(NAMES[light.stream]),
        figure=figure,
        claim=claim(light.stream, light.what, more=light.more) if light.evidence > 0 else "",
        since=of_blocks if blocks else of_rounds,
        stops=gettext("stops play at once") if light.stops else gettext("stops play after an hour without a decision"),
        period=_period(light.period),
    )


def _period(card: PeriodCard | None) -> str:
    """The highest that the period ever said: under fair play it passes that with one chance in as many, at most."""
    if card is None:
        return ""
    told = gettext("by itself since %(day)s: at most %(highest)s, now %(last)s")
    return told % {
        "day": words.short_day(card.since),
        "highest": odds_text(max(0.0, card.highest)),
        "last": odds_text(card.last),
    }


def drift_chart(lights: Sequence[StreamLight]) -> DriftChart | None:
    """The evidence of the streams that were judged round by round; None before there is something to draw."""
    drawn = [each for each in lights if len(_points(each)) > 1]
    if not drawn:
        return None
    alarm = drawn[0].alarm
    top = max(alarm, *(max(map(_power, _points(each))) for each in drawn)) * 1.06

    def y(power: float) -> int:
        return TOP + round(PANEL * (1 - max(0.0, power) / top))

    curves = []
    most = max(each.rounds for each in drawn)
    for each in drawn:
        powers = [_power(value) for value in _points(each)]
        ends = [min(each.rounds, (place + 1) * each.trace.step) for place in range(len(powers))]
        places = [LEFT + round((WIDTH - LEFT - RIGHT) * end / most) for end in ends]
        points = [(x, y(power)) for x, power in zip(places, powers, strict=True)]
        curves.append(Curve(each.stream.value, " ".join(f"{x},{at}" for x, at in points), points[-1]))
    said = "; ".join(f"{NAMES[each.stream]}: {odds_text(each.evidence)}" for each in drawn)
    return DriftChart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=TOP + PANEL,
        levels=(
            Level(y(alarm), odds_text(alarm), gettext("alarm"), "alarm"),
            Level(y(alarm - log10(WATCH_BELOW)), odds_text(alarm - log10(WATCH_BELOW)), gettext("watch"), "watch"),
            Level(y(alarm - log10(NOTE_BELOW)), odds_text(alarm - log10(NOTE_BELOW)), gettext("note"), "note"),
            Level(TOP + PANEL, "≤ 1", "", "zero"),
        ),
        curves=tuple(curves),
        first=gettext("first round"),
        last=ngettext("%(n)s round", "%(n)s rounds", most) % {"n": words.number(most)},
        text=gettext("Evidence now: %(said)s. Alarm at %(alarm)s.") % {"said": said, "alarm": odds_text(alarm)},
    )


def _points(light: StreamLight) -> tuple[float, ...]:
    return (*light.trace.points, light.trace.last) if light.trace.count else light.trace.points


def _power(value: float) -> float:
    return log10(value) if value > 1 else 0.0


def alarm_lines(cards: Sequence[AlarmCard]) -> tuple[AlarmLine, ...]:
    """Each alarm in words."""
    return tuple(alarm_line(each) for each in cards)


def alarm_line(card: AlarmCard) -> AlarmLine:
    """One alarm in words."""
    state, tone = _state(card)
    return AlarmLine(
        card=card,
        where=card.table_name or gettext("the whole house"),
        stream=str(NAMES[card.stream]),
        claim=claim(card.stream, card.what, more=card.more),
        evidence=odds_text(card.evidence),
        state=state,
        tone=tone,
    )


def _state(card: AlarmCard) -> tuple[str, str]:
    if card.decided_at is not None:
        return gettext("opened again by two people"), "good"
    if card.let_on_at is not None:
        return gettext("play goes on by a decision"), "warn"
    if card.proposed_at is not None:
        return gettext("reopening waits for another person"), "warn"
    if card.stopped_at is not None:
        return gettext("stopped"), "bad"
    return gettext("stops at %(at)s without a decision") % {"at": words.clock(card.stop_due_at)}, "bad"


def alarm_notices(cards: Sequence[AlarmCard]) -> tuple[str, ...]:
    """What the floor says of alarms of the whole house."""
    text = gettext("Drift of the whole house, %(stream)s: %(claim)s; %(state)s")
    return tuple(
        text % {"stream": line.stream, "claim": line.claim, "state": line.state}
        for line in alarm_lines([card for card in cards if card.table_id is None])
    )


def stop_reason(code: str) -> str:
    """Why the drift court stopped play, by the stream that its stop names."""
    return gettext("The drift court raised an alarm: %(stream)s.") % {"stream": NAMES[Stream(code)]}


def odds_text(power: float) -> str:
    """Evidence, given as a power of ten, as people write it: «3,1 · 10²», «4,2», «< 1»."""
    if power < 0:
        return "< 1"
    whole = int(power)
    tenths = round(10 ** (power - whole) * 10)
    if tenths >= 100:
        whole, tenths = whole + 1, 10
    figure = f"{tenths // 10}{words.separators()[0]}{tenths % 10}"
    if whole == 0:
        return figure
    raised = f"10{str(whole).translate(_RAISED)}"
    return raised if tenths == 10 else f"{figure} · {raised}"
