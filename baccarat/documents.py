"""Reading JSON from strangers: every fault becomes a `DocumentInvalid` that names the entry, never a trace.

Only whole numbers are numbers here: `true`, `1.0` and `"1"` are refused where a count or an amount is meant, and a
repeated key is refused at every level.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Final

from baccarat.cards import Card, CardInvalid
from baccarat.chances import Chance

AMOUNT_MOST: Final = 2**63 - 1
"""The largest amount in cents that a document may state: what a 64-bit ledger holds."""


class DocumentInvalid(ValueError):
    """A document without an answer. `field` names the faulty entry (`stakes.ponto`, `cards[4]`), `why` says why."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why

    def document(self) -> dict[str, object]:
        """The error as it is answered."""
        return {"error": str(self), "field": self.field}


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise DocumentInvalid(shown(repeated, 60), "is given twice in one object")
    return entries


def _no_constant(name: str) -> object:
    raise DocumentInvalid("document", f"{name} is no JSON number")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_no_constant)


def shown(value: object, most: int = 80) -> str:
    """Return a value of any type as an error message quotes it: short and on one line."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**most:
        return "a huge number"
    if isinstance(value, (list, dict)):
        return f"a list of {len(value)}" if isinstance(value, list) else f"an object of {len(value)}"
    text = value if isinstance(value, str) and most == 60 else json.dumps(value)
    return text if len(text) <= most else text[: most - 3] + "..."


def read_json(text: str | bytes) -> object:
    """One JSON document. Raises `DocumentInvalid` (field `document`, or the key that is given twice)."""
    try:
        return _DECODER.decode(text.decode("utf-8") if isinstance(text, bytes) else text)
    except DocumentInvalid:
        raise
    except UnicodeDecodeError:
        raise DocumentInvalid("document", "is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise DocumentInvalid("document", f"is not JSON: {error.msg} at character {error.pos}") from None
    except RecursionError:
        raise DocumentInvalid("document", "is nested too deeply") from None
    except ValueError:
        raise DocumentInvalid("document", "holds a number with too many digits") from None


def entries(document: object, known: frozenset[str], field: str = "document") -> Mapping[str, object]:
    """An object whose keys are all known. Raises `DocumentInvalid` otherwise, naming the stranger."""
    if not isinstance(document, dict):
        raise DocumentInvalid(field, f"must be an object, not {shown(document)}")
    if not known.issuperset(document):
        stranger = next(key for key in document if key not in known)
        where = shown(stranger, 60) if field == "document" else f"{field}.{shown(stranger, 60)}"
        raise DocumentInvalid(where, f"is not an entry here: known are {', '.join(sorted(known))}")
    return document


def whole(value: object, field: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`."""
    if type(value) is not int or not least <= value <= most:
        raise DocumentInvalid(field, f"must be a whole number from {least} to {most}, not {shown(value)}")
    return value


def word(value: object, field: str, known: Iterable[str]) -> str:
    """One of the known words."""
    if not isinstance(value, str) or value not in (words := tuple(known)):
        raise DocumentInvalid(field, f"must be one of {', '.join(known)}, not {shown(value)}")
    return words[words.index(value)]


def truth(value: object, field: str) -> bool:
    """`true` or `false`."""
    if not isinstance(value, bool):
        raise DocumentInvalid(field, f"must be true or false, not {shown(value)}")
    return value


_CHANCE_OF: Final = {chance.value: chance for chance in Chance}


def amounts(value: object, field: str, least: int, offered: frozenset[Chance], absent: str) -> dict[Chance, int]:
    """An object of bets and cents, each from `least` up; `absent` says why a known bet may not be among `offered`."""
    if not isinstance(value, dict):
        raise DocumentInvalid(field, f"must be an object of bets and cents, not {shown(value)}")
    read = {}
    for name, amount in value.items():
        chance = _CHANCE_OF.get(name)
        if chance is None:
            raise DocumentInvalid(f"{field}.{shown(name, 60)}", f"is no bet: known are {', '.join(Chance)}")
        if chance not in offered:
            raise DocumentInvalid(f"{field}.{name}", absent)
        if type(amount) is not int or not least <= amount <= AMOUNT_MOST:
            raise DocumentInvalid(
                f"{field}.{name}", f"must be whole cents from {least} to {AMOUNT_MOST}, not {shown(amount)}"
            )
        read[chance] = amount
    return read


def cards(value: object, field: str, decks: int) -> list[Card]:
    """A list of cards that so many decks can hold."""
    if not isinstance(value, list):
        raise DocumentInvalid(field, f"must be a list of cards such as 'TD', not {shown(value)}")
    if len(value) > 52 * decks:
        raise DocumentInvalid(field, f"lists {len(value)} cards, and {decks} decks hold {52 * decks}")
    read: list[Card] = []
    for place, text in enumerate(value):
        try:
            card = Card.parse(text)
        except CardInvalid:
            raise DocumentInvalid(f"{field}[{place}]", f"{shown(text)} is not a card such as 'TD'") from None
        if place >= decks and read.count(card) >= decks:
            raise DocumentInvalid(f"{field}[{place}]", f"{card} comes more often than {decks} decks hold it")
        read.append(card)
    return read
