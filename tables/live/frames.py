"""The frames that a client may send over a table's socket, checked to the last field before any operation runs."""

import json
import math
import re
import uuid
from collections.abc import Container
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from baccarat.chances import Chance
from baccarat.cutting import NUMBER_BYTES
from tables.table_settings import SEATS
from tables.timeline import FIRST, HANDS, THIRD

FRAME_MAX: Final = 4096
"""Bytes of a client's frame."""
DIGITS_MAX: Final = 20
"""Digits of a whole number: more than any amount in cents or moment in milliseconds has."""
NUMBER_MAX: Final = 40
"""Characters of a number with a fraction or an exponent."""
WORD_MAX: Final = 64
"""Characters of a round's code, a chance or a currency."""
LINES_MAX: Final = len(Chance)
"""Bets that one slip may name: each at most once."""
EDGES: Final = ("short", "long")
"""The edges of a card by which it is lifted."""


class FrameInvalid(ValueError):
    """A frame that says nothing this protocol knows."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat; any free one for null."""

    key: uuid.UUID
    seat: int | None


@dataclass(frozen=True, slots=True)
class Leave:
    """End the session."""


@dataclass(frozen=True, slots=True)
class Away:
    """Sit out, or come back."""

    away: bool


@dataclass(frozen=True, slots=True)
class BetFrame:
    """A slip: signed cents by chance."""

    key: uuid.UUID
    round: str
    lines: dict[str, int]
    currency: str | None


@dataclass(frozen=True, slots=True)
class Deal:
    """At an individual table: deal; with lines, lay them first (rebet and deal in one press)."""

    key: uuid.UUID
    round: str
    lines: dict[str, int] | None


@dataclass(frozen=True, slots=True)
class WarningShown:
    """The page showed the warning that the session ends without a bet."""


@dataclass(frozen=True, slots=True)
class CheckAnswered:
    """The player has read the notice of time and money (UK-11)."""


@dataclass(frozen=True, slots=True)
class WantSnapshot:
    """Give me the whole state."""


@dataclass(frozen=True, slots=True)
class Ping:
    """Tell me your clock."""

    t: float


@dataclass(frozen=True, slots=True)
class CutShoe:
    """The commitment to a number that helps to say where a new shoe is begun."""

    shoe: str
    commitment: str


@dataclass(frozen=True, slots=True)
class ShowNumber:
    """That number, after the cut was closed."""

    shoe: str
    number: bytes


@dataclass(frozen=True, slots=True)
class Lift:
    """How far the player who squeezes has lifted a card, in hundredths, and by which edge."""

    round: str
    hand: str
    card: int
    edge: str
    lift: int


@dataclass(frozen=True, slots=True)
class Turn:
    """The player who squeezes turns the two first cards of a hand (0), or its third one (2)."""

    round: str
    hand: str
    index: int


Frame = (
    Sit
    | Leave
    | Away
    | BetFrame
    | Deal
    | WarningShown
    | CheckAnswered
    | WantSnapshot
    | CutShoe
    | ShowNumber
    | Lift
    | Turn
    | Ping
)


def of_round(frame: Frame) -> dict[str, str]:
    """The round that a frame names, for the lines of the log."""
    return {"round": frame.round} if isinstance(frame, BetFrame | Deal | Lift | Turn) else {}


def parse(text: str | None) -> Frame:
    """Read a client's frame. Raises `FrameInvalid` and nothing else, for any content."""
    if text is None or len(text) > FRAME_MAX:
        raise FrameInvalid("not a text frame of at most 4 KiB")
    try:
        said = json.loads(
            text,
            parse_constant=_refuse,
            parse_int=_whole,
            parse_float=_fraction,
            object_pairs_hook=_without_repeats,
        )
    except FrameInvalid:
        raise
    except (ValueError, RecursionError) as error:
        raise FrameInvalid("not JSON") from error
    if not isinstance(said, dict) or not isinstance(said.get("do"), str):
        raise FrameInvalid("no «do»")
    reader = _READERS.get(said.pop("do"))
    if reader is None:
        raise FrameInvalid("unknown «do»")
    return reader(said)  # type: ignore[no-any-return]


def _whole(digits: str) -> int:
    """A whole number, its digits counted before it becomes one: a long one costs more than its length to read."""
    if len(digits.removeprefix("-")) > DIGITS_MAX:
        raise FrameInvalid("a number with too many digits")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits) if len(digits) <= NUMBER_MAX else math.inf
    if not math.isfinite(number):
        raise FrameInvalid("a number too large or with too many digits")
    return number


def _is_word(said: Any) -> TypeGuard[str]:
    """Whether it may be a code or a name: printable ASCII. The database takes neither NUL nor half a surrogate pair."""
    return isinstance(said, str) and 0 < len(said) <= WORD_MAX and said.isascii() and said.isprintable()


def _refuse(constant: str) -> None:
    raise FrameInvalid(f"{constant} is no number")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    said = dict(pairs)
    if len(said) != len(pairs):
        raise FrameInvalid("a name twice")
    return said


def _only(said: dict[str, Any], *names: str) -> None:
    if set(said) - set(names):
        raise FrameInvalid("unknown field")


def _key(said: dict[str, Any]) -> uuid.UUID:
    try:
        return uuid.UUID(said["key"])
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise FrameInvalid("«key» must be a UUID") from error


def _sit(said: dict[str, Any]) -> Sit:
    _only(said, "key", "seat")
    seat = said.get("seat")
    if seat is not None and (type(seat) is not int or seat not in SEATS):
        raise FrameInvalid(f"«seat» must be {SEATS[0]} to {SEATS[-1]} or null")
    return Sit(key=_key(said), seat=seat)


def _leave(said: dict[str, Any]) -> Leave:
    _only(said, "key")
    return Leave()


def _away(said: dict[str, Any]) -> Away:
    _only(said, "away")
    if type(said.get("away")) is not bool:
        raise FrameInvalid("«away» must be true or false")
    return Away(away=said["away"])


def _bet(said: dict[str, Any]) -> BetFrame:
    _only(said, "key", "round", "lines", "currency")
    round_code, lines, currency = _round(said), _lines(said.get("lines")), said.get("currency")
    if currency is not None and not _is_word(currency):
        raise FrameInvalid("«currency» must be a code")
    return BetFrame(key=_key(said), round=round_code, lines=lines, currency=currency)


def _round(said: dict[str, Any]) -> str:
    code = said.get("round")
    if not _is_word(code):
        raise FrameInvalid("«round» must be a round's code")
    return code


def _lines(lines: Any) -> dict[str, int]:
    if not isinstance(lines, dict) or not 1 <= len(lines) <= LINES_MAX:
        raise FrameInvalid(f"«lines» must name 1 to {LINES_MAX} chances")
    if not all(_is_word(chance) and type(cents) is int for chance, cents in lines.items()):
        raise FrameInvalid("amounts are whole cents by chance")
    return lines


def _deal(said: dict[str, Any]) -> Deal:
    _only(said, "key", "round", "lines")
    lines = said.get("lines")
    return Deal(key=_key(said), round=_round(said), lines=None if lines is None else _lines(lines))


def _shown(said: dict[str, Any]) -> WarningShown:
    _only(said)
    return WarningShown()


def _checked(said: dict[str, Any]) -> CheckAnswered:
    _only(said)
    return CheckAnswered()


def _snapshot(said: dict[str, Any]) -> WantSnapshot:
    _only(said)
    return WantSnapshot()


def _shoe(said: dict[str, Any]) -> str:
    shoe = said.get("shoe")
    if not _is_word(shoe):
        raise FrameInvalid("«shoe» must name a shoe")
    return shoe


def _digits(said: dict[str, Any], name: str, count: int) -> str:
    digits = said.get(name)
    if not isinstance(digits, str) or not re.fullmatch(rf"[0-9a-f]{{{count}}}", digits):
        raise FrameInvalid(f"«{name}» must be {count} hexadecimal digits")
    return digits


def _cut(said: dict[str, Any]) -> CutShoe:
    _only(said, "shoe", "commitment")
    return CutShoe(shoe=_shoe(said), commitment=_digits(said, "commitment", 64))


def _show(said: dict[str, Any]) -> ShowNumber:
    _only(said, "shoe", "number")
    return ShowNumber(shoe=_shoe(said), number=bytes.fromhex(_digits(said, "number", 2 * NUMBER_BYTES)))


def _one_of(said: dict[str, Any], name: str, choices: Container[Any]) -> Any:
    found = said.get(name)
    if type(found) not in {str, int} or found not in choices:
        raise FrameInvalid(f"«{name}» is none of those that there are")
    return found


def _lift(said: dict[str, Any]) -> Lift:
    _only(said, "round", "hand", "card", "edge", "lift")
    return Lift(
        round=_round(said),
        hand=_one_of(said, "hand", HANDS),
        card=_one_of(said, "card", (0, 1, 2)),
        edge=_one_of(said, "edge", EDGES),
        lift=_one_of(said, "lift", range(101)),
    )


def _turn(said: dict[str, Any]) -> Turn:
    _only(said, "round", "hand", "index")
    return Turn(round=_round(said), hand=_one_of(said, "hand", HANDS), index=_one_of(said, "index", (FIRST, THIRD)))


def _ping(said: dict[str, Any]) -> Ping:
    _only(said, "t", "offset")
    if type(said.get("t")) not in {int, float}:
        raise FrameInvalid("«t» must be a number")
    return Ping(t=said["t"])


_READERS: Final[dict[str, Any]] = {
    "sit": _sit,
    "leave": _leave,
    "away": _away,
    "bet": _bet,
    "deal": _deal,
    "shown": _shown,
    "checked": _checked,
    "cut": _cut,
    "show": _show,
    "lift": _lift,
    "turn": _turn,
    "snapshot": _snapshot,
    "ping": _ping,
}
