"""Made-up USB scanners in the mode "HID POS": how each describes its reports, and the reports of a text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

SCANNER: Final = 0x8C
IDENTIFIERS: Final = (0x8C00FB, 0x8C00FC, 0x8C00FD)
DATA: Final = 0x8C00FE
MORE: Final = 0x8C00FF
COUNT: Final = 0x1003B
OF_THE_MAKER: Final = 0xFF660004
CODE_128: Final = "]C0"


@dataclass(frozen=True, slots=True)
class Field:
    """An item of a report: `count` values of `bits` bits each. Without usages it is padding; `ranged`: from the first
    usage to the last.
    """

    usages: tuple[int, ...]
    bits: int
    count: int
    ranged: bool = False

    def told(self) -> dict[str, Any]:
        """As WebHID tells it."""
        usages = self.usages
        named = {"usageMinimum": usages[0], "usageMaximum": usages[-1]} if self.ranged else {"usages": list(usages)}
        facts = {"isRange": self.ranged, "isConstant": not usages, "isArray": False}
        return {**facts, **named, "reportSize": self.bits, "reportCount": self.count}

    def usage_at(self, place: int) -> int | None:
        """What the value in that place is; the last usage goes on."""
        every = range(self.usages[0], self.usages[-1] + 1) if self.ranged else self.usages
        return every[min(place, len(every) - 1)] if every else None


@dataclass(frozen=True, slots=True)
class Scanner:
    """A scanner with one report of readings."""

    number: int
    fields: tuple[Field, ...]
    page: int = SCANNER

    def collections(self) -> list[dict[str, Any]]:
        """What `HIDDevice.collections` has of it: the reports of a collection are those of its children too."""
        reports = [{"reportId": self.number, "items": [field.told() for field in self.fields]}]
        child = {"usagePage": self.page, "usage": 0x12, "type": 2, "children": [], "inputReports": reports}
        return [{**child, "usage": 0x02, "type": 1, "children": [child]}]

    def reports(self, text: str, *, told: int | None = None, more: bool = False) -> list[list[int]]:
        """The bytes of each report. `told`: not the true length; `more`: the last says that another follows."""
        fits = sum(1 for usage, _ in self._places() if usage == DATA)
        parts = [text[at : at + fits] for at in range(0, len(text), fits)] or [""]
        last = len(parts) - 1
        return [
            self._packed(part, len(part) if told is None else told, goes_on=place < last or more)
            for place, part in enumerate(parts)
        ]

    def _places(self) -> Iterator[tuple[int | None, int]]:
        return ((field.usage_at(place), field.bits) for field in self.fields for place in range(field.count))

    def _packed(self, part: str, length: int, *, goes_on: bool) -> list[int]:
        data, named = iter(part.encode("latin-1")), iter(CODE_128.encode())
        whole = at = 0
        marked = False
        for usage, bits in self._places():
            value = 0
            if usage == DATA:
                value = next(data, 0)
            elif usage in IDENTIFIERS:
                value = next(named, 0)
            elif usage == COUNT:
                value = length
            elif usage == MORE and not marked:
                value, marked = int(goes_on), True
            whole |= value << at
            at += bits
        return list(whole.to_bytes((at + 7) // 8, "little"))


COUNTED: Final = Scanner(
    2,
    (
        Field((COUNT,), 8, 1),
        Field(IDENTIFIERS, 8, 3),
        Field((DATA,), 8, 56),
        Field((OF_THE_MAKER, 0xFF660000), 8, 2),
        Field((MORE,), 1, 8),
    ),
)
"""With a length before the data and a byte of marks, of which the first bit counts."""
UNCOUNTED: Final = Scanner(
    7, (*(Field((each,), 8, 1) for each in IDENTIFIERS), Field((DATA,), 8, 30), Field((MORE,), 1, 1), Field((), 1, 7))
)
"""Without a length: the text ends where the zeros begin."""
SHORT: Final = Scanner(
    0, (Field((), 1, 3), Field((MORE,), 1, 1), Field((COUNT,), 12, 1), Field((IDENTIFIERS[0], DATA), 8, 8, ranged=True))
)
"""Without a number, its marks first, a length of twelve bits, five bytes for the text: a card comes in two reports."""
LAYOUTS: Final[Sequence[Scanner]] = (COUNTED, UNCOUNTED, SHORT)
SCALES: Final = Scanner(1, (Field((0x8D0040,), 8, 4),), page=0x8D)
"""A device of another usage page."""
SILENT: Final = Scanner(1, (Field(IDENTIFIERS, 8, 3),))
"""A scanner whose report has no data."""
