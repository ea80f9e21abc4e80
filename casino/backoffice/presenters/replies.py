"""Kept texts as staff's pages show them: filled with the facts of a case, and what was filled and what is missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import gettext

from kernel.labels import label
from players.complaints.queries.replies import Placeholder, VersionCard, filled_in, names_in


@dataclass(frozen=True, slots=True)
class Filled:
    """A kept text as choosing it would insert it, and in a sentence what was filled and what is missing."""

    card: VersionCard
    text: str
    said: str


@dataclass(frozen=True, slots=True)
class Line:
    """A version with its names."""

    card: VersionCard
    subject: str
    language: str


def filled(cards: Iterable[VersionCard], values: Mapping[Placeholder, str]) -> tuple[Filled, ...]:
    """The texts with these values in their places; a fact that the case has not stays as it is."""
    return tuple(Filled(card, filled_in(card.text, dict(values)), _said(card, values)) for card in cards)


def _said(card: VersionCard, values: Mapping[Placeholder, str]) -> str:
    asked = [Placeholder(name) for name in names_in(card.text)]
    there = ", ".join(f"{label(each)}: {values[each]}" for each in asked if each in values)
    missing = ", ".join(f"{label(each)} {{{each.value}}}" for each in asked if each not in values)
    parts = [gettext("Inserted: %(name)s.") % {"name": card.name}]
    if there:
        parts.append(gettext("Filled in: %(facts)s.") % {"facts": there})
    if missing:
        parts.append(gettext("Missing in this case, to be filled in by hand: %(facts)s.") % {"facts": missing})
    return " ".join(parts)


def line(card: VersionCard) -> Line:
    """The version with its names."""
    subject = capfirst(label(card.category)) if card.category else gettext("every subject")
    return Line(card, subject, str(dict(settings.LANGUAGES).get(card.language, card.language)))


def placeholders() -> tuple[tuple[str, str], ...]:
    """Every placeholder as it is written, with what it stands for."""
    return tuple((f"{{{each.value}}}", label(each)) for each in Placeholder)
