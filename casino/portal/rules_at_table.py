"""Which numbers of the published rules hold at a table, and what its own settings make of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from baccarat.chances import PAIRS, Chance
from baccarat.limits import EMPATE_PERCENT, MULTIPLES, PAIR_PERCENT
from baccarat.paytables import Commission
from baccarat.rulesets import Game, LimitScheme
from casino.portal.rulebook import limits_opposites
from casino.regulation import published
from casino.regulation.official import OfficialText
from casino.regulation.published import PublishedPart, PublishedRule
from casino.wording import names, words
from tables.operations import idle
from tables.queries import RulesCard


@dataclass(frozen=True, slots=True)
class Kind:
    """Tables of one kind: what they are called, and whether a table is one."""

    label: "str | Promise"
    holds: Callable[[RulesCard], bool]


def _game(game: Game) -> Callable[[RulesCard], bool]:
    return lambda card: card.terms.preset == game.value


def _scheme(scheme: LimitScheme) -> Callable[[RulesCard], bool]:
    return lambda card: card.terms.ruleset.limit_scheme is scheme


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "": Kind(gettext_lazy("all tables"), lambda card: True),
        "shared": Kind(gettext_lazy("shared tables"), lambda card: card.kind != "individual"),
        "individual": Kind(gettext_lazy("individual tables"), lambda card: card.kind == "individual"),
        "play-money": Kind(gettext_lazy("demonstrations"), lambda card: card.currency == "PLAY"),
        "pairs": Kind(
            gettext_lazy("tables that offer the pairs"), lambda card: PAIRS.issubset(card.terms.ruleset.chances)
        ),
        "opposites": Kind(gettext_lazy("Ponto e Banca and Macau"), limits_opposites),
        "multiples": Kind(gettext_lazy("Ponto e Banca"), _scheme(LimitScheme.MULTIPLES)),
        "difference": Kind(gettext_lazy("Macau"), _scheme(LimitScheme.DIFFERENCE)),
        "max-prize": Kind(gettext_lazy("Macau with a maximum prize"), lambda card: card.terms.max_prize is not None),
        "live": Kind(gettext_lazy("live baccarat"), _game(Game.LIVE_BACCARAT)),
        "floor": Kind(gettext_lazy("floor tables"), _game(Game.MACAU_FLOOR)),
        "punto": Kind(gettext_lazy("Punto Banco"), _game(Game.PUNTO_BANCO)),
    }
)
"""By the word that rules.toml uses. The empty one is every table."""


@dataclass(frozen=True, slots=True)
class RuleOfAll:
    """One number on the page of all: the rule, the tables at which it holds, and the gazette's own text of it."""

    rule: PublishedRule
    tables: "str | Promise"
    official: str


@dataclass(frozen=True, slots=True)
class RuleAtTable:
    """One number at one table: the rule, and what the table's settings make of it, if they do."""

    rule: PublishedRule
    own: str


@dataclass(frozen=True, slots=True)
class PartAtTable:
    """The numbers of one part that hold at a table."""

    part: PublishedPart
    rules: tuple[RuleAtTable, ...]


def all_rules(official: OfficialText | None) -> tuple[tuple[PublishedPart, tuple[RuleOfAll, ...]], ...]:
    """Every number, by part."""
    gazette = official.rules if official else {}
    return tuple(
        (part, tuple(RuleOfAll(rule, KINDS[rule.at].label, gazette.get(rule.number, "")) for rule in part.rules))
        for part in published.parts()
    )


def rules_at(card: RulesCard) -> tuple[PartAtTable, ...]:
    """Every number that holds at the table, by part; parts of which none holds are left out."""
    found = []
    for part in published.parts():
        rules = tuple(_at(card, rule) for rule in part.rules if KINDS[rule.at].holds(card))
        found += [PartAtTable(part, rules)] if rules else []
    return tuple(found)


def _at(card: RulesCard, rule: PublishedRule) -> RuleAtTable:
    said = _OWN.get(rule.number)
    return RuleAtTable(rule, said(card) if said else "")


def _money(card: RulesCard, cents: int) -> str:
    return words.money(cents, card.currency)


def _kind(card: RulesCard) -> str:
    if card.kind == "croupier":
        return _("This table is shared, and a croupier deals it.")
    return _("This table is individual.") if card.kind == "individual" else _("This table is shared.")


def _seats_and_decks(card: RulesCard) -> str:
    seats = ngettext("%(count)s seat", "%(count)s seats", card.terms.seats) % {"count": card.terms.seats}
    return _("Here: %(seats)s, %(decks)s decks.") % {"seats": seats, "decks": card.terms.decks}


def _apart(card: RulesCard) -> str:
    return _("Here: at least %(amount)s apart.") % {"amount": _money(card, card.terms.minimum)}


def _minimum(card: RulesCard) -> str:
    return _("Here: %(amount)s.") % {"amount": _money(card, card.terms.minimum)}


def _maximums(card: RulesCard) -> str:
    def most(chance: Chance) -> str:
        legal = MULTIPLES[chance] * card.terms.minimum
        return _money(card, min(legal, card.terms.caps.get(chance.value, legal)))

    offered = [chance for chance in card.terms.ruleset.chances if chance in MULTIPLES]
    each = "; ".join(f"{names.chance(chance.value)} {most(chance)}" for chance in offered)
    return _("Here: %(amounts)s.") % {"amounts": each}


def _commission(card: RulesCard) -> str:
    mode = Commission(card.terms.commission)
    if mode is Commission.NONE:
        return _("This table keeps no commission.")
    way = "a" if mode is Commission.FIVE_PERCENT else "b"
    return _("Here: way %(letter)s), %(mode)s.") % {"letter": way, "mode": names.commission_mode(mode.value)}


def _seconds(card: RulesCard) -> str:
    seconds = card.terms.betting_seconds
    said = ngettext("Here: %(count)s second.", "Here: %(count)s seconds.", seconds) % {"count": seconds}
    if card.kind != "croupier":
        return said
    sooner = _("The croupier may end it sooner, and says so three seconds before.")
    return f"{said} {sooner}"


def _silence(card: RulesCard) -> str:
    if card.kind == "individual":
        minutes = idle.SPAN_MAX // timedelta(minutes=1)
        return ngettext("Here: %(count)s minute.", "Here: %(count)s minutes.", minutes) % {"count": minutes}
    rounds = idle.ROUNDS_MAX
    return ngettext("Here: %(count)s round in a row.", "Here: %(count)s rounds in a row.", rounds) % {"count": rounds}


def _last_call(card: RulesCard) -> str:
    if card.kind == "individual":
        return _("Here: one more minute.")
    return _("Here: the next round.")


def _max_prize(card: RulesCard) -> str:
    assert card.terms.max_prize is not None
    return _("Here: %(amount)s.") % {"amount": _money(card, card.terms.max_prize)}


def _ceilings(card: RulesCard) -> str:
    most = card.terms.max_prize
    assert most is not None
    if card.terms.ruleset.limit_scheme is not LimitScheme.DIFFERENCE:
        return _("Here only a): %(side)s.") % {"side": _money(card, most)}
    said = (
        _("Here: a) %(side)s; b) %(tie)s; c) %(pair)s for both pairs together, which is stricter.")
        if card.terms.pairs_combined
        else _("Here: a) %(side)s; b) %(tie)s; c) %(pair)s.")
    )
    return said % {
        "side": _money(card, most),
        "tie": _money(card, most * EMPATE_PERCENT // 100),
        "pair": _money(card, most * PAIR_PERCENT // 100),
    }


def _at_croupiers(said: "Promise | str") -> Callable[[RulesCard], str]:
    """What a number comes to at a table that a croupier deals with cards of paper."""
    return lambda card: str(said) if card.kind == "croupier" else ""


def _who_turns(card: RulesCard) -> str:
    seconds = card.terms.squeeze_seconds
    if seconds:
        return _("Here the player turns them, in %(seconds)s seconds at most.") % {"seconds": seconds}
    return _("Here the croupier turns the cards.") if card.kind == "croupier" else _("Here the house turns the cards.")


def _single_or_double(card: RulesCard) -> str:
    return _("This table is a single one.") if card.terms.decks == _SINGLE else _("This table is a double one.")


_SINGLE: Final = 6
_OWN: Final[Mapping[str, Callable[[RulesCard], str]]] = MappingProxyType(
    {
        "R4": _kind,
        "R6": _seats_and_decks,
        "R13": _apart,
        "R14": _minimum,
        "R15": _maximums,
        "R18": _at_croupiers(gettext_lazy("Here each card is shown as it is read.")),
        "R20": _at_croupiers(
            gettext_lazy("Here the program names the place of each next card, and the croupier deals it.")
        ),
        "R26": _commission,
        "R27": _seconds,
        "R29": _at_croupiers(
            gettext_lazy("Here the cards are of paper and not fixed before: a round that cannot go on is void.")
        ),
        "R35": _silence,
        "R36": _last_call,
        "R41": _max_prize,
        "R43": _ceilings,
        "F1": _single_or_double,
        "F2": _who_turns,
        "L1": _at_croupiers(gettext_lazy("Here the croupier does it, and the first card is read.")),
    }
)
"""What a number comes to by the settings of a table."""
