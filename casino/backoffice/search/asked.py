"""What a text in the search may mean: a number of a case, a key, a moment, a table's short name. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from kernel.calendar import LISBON, lisbon_date

LONGEST: Final = 100
"""Signs of a text that is looked at: nothing in the house has a longer name."""
_COMPLAINT: Final = re.compile(r"r-(?:(\d{4})-)?(\d{1,8})")
_SHEET: Final = re.compile(r"[a-z]{0,4}[0-9]{5,24}")
_INCIDENT: Final = re.compile(r"i-(?:\d{4}-)?(\d{1,9})")
_KEY: Final = re.compile(r"([a-z])-([0-9]{1,9})(?:/v[0-9]{1,6})?")
_RULES: Final = re.compile(r"[a-z0-9-]+/v[0-9]{1,9}")
_PAYMENT: Final = re.compile(r"[ld]-([0-9a-f-]{4,36})")
_PLAYER: Final = re.compile(r"(?:jog-)?([0-9a-f-]{4,36})")
_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_TAIL: Final = re.compile(r"(?:iban|[a-z]{2}\d{2})?[\s•*.…]*(\d{4})")
_ROUND: Final = re.compile(r"[a-z0-9-]+-\d{8}-\d+")
_SLIP: Final = re.compile(r"([a-z0-9-]+-\d{8}-\d+)\s+([0-9a-f]{8})")
_DAYS: Final = {
    **dict.fromkeys(("hoje", "today", "azi", "astazi"), 0),
    **dict.fromkeys(("ontem", "yesterday", "ieri"), 1),
    **dict.fromkeys(("anteontem", "alaltaieri"), 2),
}
"""Words for a day -> how many days ago."""
_HOUR: Final = re.compile(r"(\d{1,2})(?:h(\d{2})?|:(\d{2}))")
_DAY: Final = re.compile(r"(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}))?")
_MONTHS: Final = {
    name[:letters]: number
    for names in (
        "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
        "january february march april may june july august september october november december",
        "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
    )
    for number, name in enumerate(names.split(), 1)
    for letters in (3, len(name))
}
"""Months as they are said, whole or by three letters -> their number."""
_ISO: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
ALIKE: Final = 0.45
"""From which share of common groups of three letters on a name is taken for one that was mistyped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A text, and each thing that it may be the name of; empty where it cannot be one."""

    text: str
    """As it was written, without what cannot be read."""
    words: tuple[str, ...] = ()
    """Its words folded, but those that say a moment."""
    day: date | None = None
    since: datetime | None = None
    until: datetime | None = None
    complaint: str = ""
    sheet: str = ""
    """The number of a sheet in the Complaints Book."""
    incident: int | None = None
    key: tuple[str, int] | None = None
    """The letter and number of a key as the house prints it; of a version, `T-7/v2`, those of the thing."""
    rules: str = ""
    """A version of a table's rules: `macau-4/v12`."""
    payment: str = ""
    """The first digits of a deposit's or withdrawal's key."""
    player: str = ""
    """The first digits of a player's key."""
    round: str = ""
    slip: tuple[str, str] | None = None
    """A round's code and the number of a slip in it."""
    email: str = ""
    tail: str = ""
    """The last four digits of an account."""

    @property
    def name(self) -> str:
        """The words but the moment, as one text."""
        return " ".join(self.words)

    @property
    def is_code(self) -> bool:
        """Whether the text may begin the code of a round, which has hyphens."""
        return "-" in self.text and self.text.isascii() and " " not in self.text


def read(text: str, *, now: datetime) -> Asked:
    """What the text may mean at `now`; a text that is too long means nothing."""
    shown = "".join(each if each.isprintable() else " " for each in text[: LONGEST + 1])
    shown = " ".join(shown.split())
    if not shown or len(text) > LONGEST:
        return Asked(text="")
    low = folded(shown)
    words, day, hours = _moments(low.split(), now)
    since, until = _span(day, hours, now)
    complaint, incident = _COMPLAINT.fullmatch(low), _INCIDENT.fullmatch(low)
    key = _KEY.fullmatch(low)
    slip = _SLIP.fullmatch(low)
    tail = _TAIL.fullmatch(low)
    return Asked(
        text=shown,
        words=tuple(words),
        day=day,
        since=since,
        until=until,
        complaint=f"R-{complaint[1] or lisbon_date(now).year}-{complaint[2]}" if complaint else "",
        sheet=close.upper() if _SHEET.fullmatch(close := low.replace(" ", "")) else "",
        incident=int(incident[1]) if incident else None,
        key=(key[1].upper(), int(key[2])) if key else None,
        rules=low if key is None and _RULES.fullmatch(low) else "",
        payment=_digits(_PAYMENT, low),
        player=_digits(_PLAYER, low),
        round=low if _ROUND.fullmatch(low) else "",
        slip=(slip[1], slip[2].upper()) if slip else None,
        email=shown.lower() if _EMAIL.fullmatch(shown) else "",
        tail=tail[1] if tail else "",
    )


def folded(text: str) -> str:
    """The text without accents and capitals.

    >>> folded("Reclamações")
    'reclamacoes'
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in apart if not unicodedata.combining(each))


def fits(words: Iterable[str], name: str) -> bool:
    """Whether each of the words begins one of the name's, in their order; «mac4» is two words.

    >>> [fits([text], "Macau 4") for text in ("mac4", "macau", "m4", "4", "cau")]
    [True, True, True, True, False]
    """
    wanted = [part for word in words for part in _parts(word)]
    parts = iter(_parts(folded(name)))
    return bool(wanted) and all(any(_begins(part, each) for part in parts) for each in wanted)


def alike(text: str, name: str) -> float:
    """The share of groups of three letters that two texts have in common: 1 for the same text.

    >>> alike("macua 4", "Macau 4") > 0.2
    True
    """
    one, other = _threes(folded(text)), _threes(folded(name))
    return len(one & other) / len(one | other) if one | other else 0.0


def _threes(text: str) -> frozenset[str]:
    padded = [f"  {word} " for word in _parts(text)]
    return frozenset(word[at : at + 3] for word in padded for at in range(len(word) - 2))


def _parts(text: str) -> list[str]:
    return re.findall(r"\d+|[^\W\d_]+", text)


def _begins(part: str, wanted: str) -> bool:
    return part.lstrip("0") == wanted.lstrip("0") if wanted.isdigit() else part.startswith(wanted)


def _digits(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.fullmatch(text)
    return found[1].replace("-", "")[:32] if found else ""


def _moments(words: list[str], now: datetime) -> tuple[list[str], date | None, tuple[int, int | None] | None]:
    """The words that say no moment, the day that is said, the hour and minute that are said."""
    left: list[str] = []
    day: date | None = None
    hour: tuple[int, int | None] | None = None
    for word in _with_months(words):
        if word in _DAYS:
            day = lisbon_date(now) - timedelta(days=_DAYS[word])
        elif (said := _day(word, now)) is not None:
            day = said
        elif (at := _hour(word)) is not None:
            hour = at
        else:
            left.append(word)
    return left, day, hour


def _with_months(words: list[str]) -> list[str]:
    """The words, a day with the name of its month as one: «29 nov», «29 de novembro» as 29/11."""
    found: list[str] = []
    for word in words:
        before = found[-1:] if found[-1:] != ["de"] else found[-2:-1]
        if word in _MONTHS and before and before[0].isdecimal() and len(before[0]) <= 2:
            del found[len(found) - (2 if found[-1] == "de" else 1) :]
            found.append(f"{int(before[0])}/{_MONTHS[word]}")
        else:
            found.append(word)
    return found


def _hour(word: str) -> tuple[int, int | None] | None:
    found = _HOUR.fullmatch(word)
    if found is None or int(found[1]) > 23:
        return None
    minute = found[2] or found[3]
    return None if minute and int(minute) > 59 else (int(found[1]), int(minute) if minute else None)


def _day(word: str, now: datetime) -> date | None:
    if found := _ISO.fullmatch(word):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    if not (found := _DAY.fullmatch(word)):
        return None
    today = lisbon_date(now)
    day = _date(int(found[3] or today.year), int(found[2]), int(found[1]))
    if day is not None and not found[3] and day > today:
        return _date(today.year - 1, day.month, day.day)
    return day


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year >= 1900 else None
    except ValueError:
        return None


def _span(
    day: date | None, hour: tuple[int, int | None] | None, now: datetime
) -> tuple[datetime | None, datetime | None]:
    """From when until when, on the house's clock; an hour of no day is the last such hour."""
    if day is None and hour is None:
        return None, None
    today = day or lisbon_date(now)
    if hour is None:
        return _at(today, 0), _at(today + timedelta(days=1), 0)
    if day is None and _at(today, hour[0], hour[1] or 0) > now:
        today -= timedelta(days=1)
    since = _at(today, hour[0], hour[1] or 0)
    if hour[1] is not None:
        return since, since + timedelta(minutes=1)
    # To the next full hour of the clock: the hour that comes twice in October is looked through twice.
    return since, _at(today, hour[0] + 1) if hour[0] < 23 else _at(today + timedelta(days=1), 0)


def _at(day: date, hour: int, minute: int = 0) -> datetime:
    """The moment in UTC: moments of the clock's doubled hour cannot be compared otherwise."""
    return datetime.combine(day, time(hour, minute), tzinfo=LISBON).astimezone(UTC)
