"""A typed line as a command, by the same keys and words as at the page's table for ears. Pure."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from terminal.house import Labels

KEYS: Final = {"p": "ponto", "b": "banca", "e": "empate", "q": "par-ponto", "w": "par-banca"}
WORDS: Final = {
    "confirm": "ok confirm confirmar confirma",
    "deal": "g deal dar imparte",
    "clear": "c clear limpar goleste",
    "repeat": "r repeat repetir repeta",
    "now": "? t now agora acum",
    "last": "l last ultima",
    "room": "h room resto rest",
    "balance": "j balance saldo sold",
    "who": "u who quem cine",
    "sit": "s sit sentar loc",
    "away": "v pause pausa pauza",
    "leave": "x leave sair iesi",
    "seen": "seen visto vazut",
    "help": "help ajuda ajutor",
    "quit": "quit fim gata",
}
_ACTS: Final = {word: name for name, words in WORDS.items() for word in words.split()}


@dataclass(frozen=True)
class Command:
    """`do` is a name of `WORDS`, or "lay", "back", "nothing", "unknown", or "amount": the amount cannot be read."""

    do: str
    chance: str = ""
    cents: int = 0
    seat: int | None = None


def plain(text: str) -> str:
    """As a hurried hand writes: without accents, in any case."""
    marks = unicodedata.normalize("NFD", text)
    return "".join(each for each in marks if not unicodedata.combining(each)).lower().strip()


def command_of(line: str, chances: list[str], labels: Labels) -> Command:
    """What a line asks for; `chances` are those of this table."""
    first, _, more = plain(line).partition(" ")
    more = more.strip()
    if not first:
        return Command("nothing")
    back = first.startswith("-")
    chance = _chance_of(first.lstrip("-"), chances, labels)
    if chance and back:
        return Command("back", chance)
    if chance and more:
        cents = cents_of(more, labels.decimal)
        return Command("amount", chance) if cents is None else Command("lay", chance, cents)
    act = _ACTS.get(first)
    if act == "sit" and re.fullmatch(r"[1-9]", more):
        return Command("sit", seat=int(more))
    if act:
        return Command(act)
    return Command("amount", chance) if chance else Command("unknown")


def _chance_of(text: str, chances: list[str], labels: Labels) -> str:
    if KEYS.get(text) in chances:
        return KEYS[text]
    for each in chances:
        label = labels.chances.get(each, {})
        if text in {plain(each), plain(label.get("name", each)), plain(label.get("letters", each))}:
            return each
    return ""


def cents_of(text: str, decimal: str) -> int | None:
    """Whole cents of "50", "37,50" or "1 234,50"; None where the text is no amount above zero."""
    bare = re.sub(r"[\s€]", "", text)
    found = re.fullmatch(r"(\d{1,12}|[1-9]\d{0,2}(?:[.,]\d{3}){1,3})(?:([.,])(\d{1,2}))?", bare, re.ASCII)
    if found is None:
        return None
    whole, point, part = found.groups()
    groups = set(re.findall(r"[.,]", whole))
    if len(groups) > 1 or point in groups or (point is None and decimal in groups):
        return None
    cents = int(re.sub(r"[.,]", "", whole)) * 100 + int((part or "").ljust(2, "0"))
    return cents or None
