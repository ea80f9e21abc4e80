"""The exact odds of every paytable as the page docs/maths.md: a sheet for each preset and number of decks."""

import hashlib
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from baccarat.chances import Chance
from baccarat.odds import Odds, odds_of
from baccarat.paytables import RATES, Commission
from baccarat.rulesets import PRESETS, Ruleset, preset, preset_data

PLACES: Final = 6
_HEAD: Final = """\
# The mathematics of every paytable

Made from `baccarat.odds` (`./sabot manage write_maths`); a test holds this page equal to it. One sheet for each preset
and number of decks that its text allows. The [rules](rules/game.md) say how hands are drawn,
[rulesets](rules/rulesets.md) what a preset is.

- **How.** Every order of six cards off whole decks is counted, by rank, and by suit where pairs ask for it; nothing is
  simulated. All figures are exact fractions, written here with six decimals, the last one rounded half to even.
  `python -m baccarat odds --preset P --decks N --json` gives the fractions.
- **wins, returned, loses** are shares of all rounds; **edge** is the house's average share of a stake, stakes that come
  back included; **RTP** is one less the edge; **spread** is the standard deviation of one bet's result, in stakes.
- **Rounding** to cents is left out: it is in the player's favour, and at most one cent a bet.
- **Commission** is inside: a winning banca bet is paid the prize less what the house keeps.
- **rules** names the paytable: the beginning of the SHA-256 of its document (`Ruleset.document()`, keys sorted, no
  spaces). A changed paytable has another name, and this page another sheet.
"""
_COLUMNS: Final = """\
| bet | pays | wins % | returned % | loses % | edge % | RTP % | spread |
|---|---|---|---|---|---|---|---|
"""


def document() -> str:
    """The page, every sheet in the order of the presets."""
    sheets = [_sheet(name, decks) for name in PRESETS for decks in preset_data(name).decks]
    return "\n".join([_HEAD, *sheets])


def rules_name(ruleset: Ruleset) -> str:
    """What a sheet calls a paytable: 16 digits of its document's digest."""
    text = json.dumps(ruleset.document(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def decimal(value: Fraction, places: int = PLACES) -> str:
    """A fraction with so many decimals, rounded half to even, without a float between.

    >>> decimal(Fraction(-1, 8), 2), decimal(Fraction(100))
    ('-0.12', '100.000000')
    """
    scaled = round(abs(value) * 10**places)
    whole, rest = divmod(scaled, 10**places)
    return f"{'-' if value < 0 and scaled else ''}{whole}.{rest:0{places}d}"


def _sheet(name: str, decks: int) -> str:
    ruleset = preset(name, decks=decks)
    table = odds_of(ruleset)
    counted = table.combinations
    lines = [
        f"## `{name}`, {decks} decks\n",
        f"Rules `{rules_name(ruleset)}`, commission `{ruleset.commission.value}`. Of {counted.total:,} orders of six"
        f" cards ponto wins {counted.ponto:,}, banca {counted.banca:,}, and {counted.empate:,} are ties.\n",
        _COLUMNS + "\n".join(_row(ruleset, chance, odds) for chance, odds in table.bets.items()) + "\n",
    ]
    others = tuple(_other_commissions(name, decks, ruleset.commission))
    if others:
        lines.append("With another commission (R26) banca alone differs:\n")
        lines.append(_COLUMNS + "\n".join(others) + "\n")
    return "\n".join(lines)


def _other_commissions(name: str, decks: int, but: Commission) -> Iterator[str]:
    for mode in preset_data(name).commissions:
        if mode is not but:
            ruleset = preset(name, decks=decks, commission=mode)
            yield _row(ruleset, Chance.BANCA, odds_of(ruleset).bets[Chance.BANCA])


def _row(ruleset: Ruleset, chance: Chance, odds: Odds) -> str:
    shares = (odds.win, odds.push, odds.lose, odds.edge, odds.rtp)
    cells = [f"`{chance.value}`", _pays(ruleset, chance), *(decimal(100 * share) for share in shares)]
    return f"| {' | '.join([*cells, f'{odds.standard_deviation:.4f}'])} |"


def _pays(ruleset: Ruleset, chance: Chance) -> str:
    """The events that pay, each with its ratio, and what the house keeps of the prize."""
    offer = ruleset.offer(chance)
    assert offer is not None, "a chance of the ruleset's own"
    told = (f"{event} {'stake back' if ratio.prize == 0 else ratio.on_felt}" for event, ratio in offer.pays)
    return ", ".join(told) + _keeps(ruleset.commission_on(chance))


def _keeps(mode: Commission) -> str:
    rates = RATES[mode]
    if not rates:
        return ""
    part, whole = next(iter(rates.values()))
    every = rates.keys() == RATES[Commission.FIVE_PERCENT].keys()
    return f"; less {part}/{whole}" + ("" if every else f" when it wins with {' or '.join(map(str, rates))}")
