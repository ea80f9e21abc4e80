"""The lobby's filters as pills: each is a link, so that they work without script."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy

from baccarat.rulesets import Game
from casino.portal.forms import LOW, Wish
from casino.wording import words

SHORT: Final[Mapping[Game, "str | Promise"]] = {
    Game.PONTO_E_BANCA: pgettext_lazy("pill", "Ponto e Banca"),
    Game.MACAU: pgettext_lazy("pill", "Macau"),
    Game.MACAU_FLOOR: pgettext_lazy("pill", "Casino floor"),
    Game.PUNTO_BANCO: pgettext_lazy("pill", "Punto Banco"),
    Game.LIVE_BACCARAT: pgettext_lazy("pill", "Live"),
}
"""Games by names that fit on a pill; tiles have the whole ones."""


@dataclass(frozen=True, slots=True)
class Pill:
    """One filter: its name, its address, whether it holds now. Chosen again, one that holds lets go."""

    name: "str | Promise"
    address: str
    on: bool
    apart: bool = False
    """Whether it stands apart from the one before: another kind of filter."""


def pills_of(wish: Wish, games: Collection[str]) -> list[Pill]:
    """All tables; each game that has a table here; with whom; with a free seat; for little."""
    every = replace(wish, variant="", kind="")
    low = gettext("Minimum up to %(amount)s") % {"amount": words.short_money(LOW, wish.currency)}
    return [
        Pill(pgettext("tables", "All"), _address(every), not wish.variant and not wish.kind),
        *[_of_game(wish, game) for game in Game if game in games],
        _of_kind(wish, "shared", gettext("With others"), apart=True),
        _of_kind(wish, "individual", gettext("Individual")),
        Pill(gettext("With a free seat"), _address(replace(wish, free=not wish.free)), wish.free, apart=True),
        Pill(low, _address(replace(wish, low=not wish.low)), wish.low),
    ]


def _of_game(wish: Wish, game: Game) -> Pill:
    on = wish.variant == game
    return Pill(SHORT[game], _address(replace(wish, variant="" if on else game.value)), on)


def _of_kind(wish: Wish, kind: str, name: str, *, apart: bool = False) -> Pill:
    on = wish.kind == kind
    return Pill(name, _address(replace(wish, kind="" if on else kind)), on, apart)


def _address(wish: Wish) -> str:
    asked = {"variante": wish.variant, "mesa": wish.kind}
    boxes = {"livre": wish.free, "pouco": wish.low}
    return "?" + urlencode(asked | {name: "1" for name, ticked in boxes.items() if ticked})
