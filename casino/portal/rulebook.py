"""What a table's rules page and drawer show, made from its terms: limits, odds, the third card."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext

from baccarat.chances import Chance
from baccarat.limits import EMPATE_PERCENT, MULTIPLES, PAIR_PERCENT
from baccarat.play import banca_draws
from baccarat.rulesets import LimitScheme
from casino import names
from tables.queries import RulesCard


@dataclass(frozen=True, slots=True)
class LimitLine:
    """One limit: what it is for, the rule it comes from, the amount in cents, and why."""

    name: str
    rule: str
    cents: int
    why: str


@dataclass(frozen=True, slots=True)
class OddsLine:
    """One chance: what it pays and its exact odds."""

    chance: str
    pays: str
    win: Fraction
    push: Fraction
    lose: Fraction
    edge: Fraction
    rtp: Fraction


@dataclass(frozen=True, slots=True)
class DrawLine:
    """One total of banca: on which third cards of ponto it draws and stands."""

    total: int
    draws: str
    stands: str


def limits_of(card: RulesCard) -> tuple[LimitLine, ...]:
    """Every limit of a table, with its rule."""
    terms, scheme = card.terms, card.terms.ruleset.limit_scheme
    lines = [LimitLine(gettext("Aposta mínima"), "R14", terms.minimum, names.rule("R14"))]
    if scheme is LimitScheme.MULTIPLES:
        lines += [_per_player(card, chance) for chance in terms.ruleset.chances if chance in MULTIPLES]
    elif terms.caps:
        lines += [LimitLine(names.chance(chance), "cap", cap, names.rule("cap")) for chance, cap in terms.caps.items()]
    if terms.max_prize is not None:
        lines += _of_table(card, terms.max_prize)
    return tuple(lines)


def _per_player(card: RulesCard, chance: Chance) -> LimitLine:
    legal = MULTIPLES[chance] * card.terms.minimum
    cap = card.terms.caps.get(chance.value)
    if cap is not None and cap < legal:
        return LimitLine(names.chance(chance), "cap", cap, names.rule("cap"))
    why = gettext("%(times)s vezes o mínimo, por jogador e jogada") % {"times": MULTIPLES[chance]}
    return LimitLine(names.chance(chance), "R15", legal, why)


def _of_table(card: RulesCard, most: int) -> list[LimitLine]:
    whole = gettext("Prémio máximo da mesa, por jogada")
    lines = [
        LimitLine(whole, "R41", most, gettext("fixado pela casa")),
        LimitLine(gettext("Diferença entre Ponto e Banca"), "R43a", most, gettext("de todos os jogadores juntos")),
    ]
    if card.terms.ruleset.limit_scheme is not LimitScheme.DIFFERENCE:
        return lines
    together = gettext("%(percent)s %% do prémio máximo, de todos juntos")
    empate = together % {"percent": EMPATE_PERCENT}
    lines.append(LimitLine(names.chance(Chance.EMPATE), "R43b", most * EMPATE_PERCENT // 100, empate))
    for pair in (Chance.PAR_PONTO, Chance.PAR_BANCA):
        if pair in card.terms.ruleset.chances:
            why = together % {"percent": PAIR_PERCENT}
            lines.append(LimitLine(names.chance(pair), "R43c", most * PAIR_PERCENT // 100, why))
    return lines


def odds_of(card: RulesCard) -> tuple[OddsLine, ...]:
    """The exact odds of every chance that the table offers."""
    return tuple(
        OddsLine(
            chance=chance.value,
            pays=pays_of(card, chance),
            win=odds.win,
            push=odds.push,
            lose=odds.lose,
            edge=odds.edge,
            rtp=odds.rtp,
        )
        for chance, odds in card.odds.bets.items()
    )


def pays_of(card: RulesCard, chance: Chance) -> str:
    """What a chance pays, as the felt writes it: «11 : 1»."""
    offer = card.terms.ruleset.offer(chance)
    assert offer is not None
    return " / ".join(f"{ratio.prize} : {ratio.stake}" for _, ratio in offer.pays if ratio.prize)


def closes_of(card: RulesCard) -> dict[str, int]:
    """The last round of a shoe in which a chance may be bet on, for the chances that close early (L)."""
    offers = card.terms.ruleset.offers
    return {offer.chance.value: offer.last_round_of_shoe for offer in offers if offer.last_round_of_shoe is not None}


def third_cards() -> tuple[DrawLine, ...]:
    """R20: banca's third card, asked of the game itself for every total that is no natural."""
    return tuple(_draw_line(total) for total in range(8))


def _draw_line(total: int) -> DrawLine:
    draws = [value for value in range(10) if banca_draws(0, total, value)]
    stands = [value for value in range(10) if value not in draws]
    return DrawLine(total, ", ".join(map(str, draws)) or "–", ", ".join(map(str, stands)) or "–")
