"""What terms mean, before anybody approves them: edges, ceilings, worst case, warnings, and what they would change."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from babel.numbers import format_decimal
from django.utils.translation import gettext

from baccarat.chances import Chance
from baccarat.limits import headroom
from baccarat.odds import Odds, odds_of
from baccarat.rulesets import LimitScheme, Shuffle
from casino import names, words
from casino.backoffice import labels
from tables.queries import worst_case_bound
from tables.terms import Terms

SHORT_BETTING_SECONDS: Final = 8
"""Below this a player has little time to read the cloth and think: said, not refused."""


@dataclass(frozen=True, slots=True)
class BetLine:
    """The exact odds of one bet."""

    chance: str
    pays: str
    edge: Fraction
    rtp: Fraction
    deviation: str
    negative: bool


@dataclass(frozen=True, slots=True)
class CeilingLine:
    """The most that an empty table takes on a chance (cents; None: no ceiling), and the rule that says so."""

    chance: str
    most: int | None
    rule: str
    per_player: bool


@dataclass(frozen=True, slots=True)
class Warning:
    """Something that an approver must not overlook."""

    tone: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One field of the terms, before and after."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """Everything that follows from a draft."""

    currency: str
    bets: tuple[BetLine, ...]
    ceilings: tuple[CeilingLine, ...]
    worst: int | None
    """What the house can lose in one round, in cents and below 0; None: nothing bounds it."""
    warnings: tuple[Warning, ...]
    negative: bool
    changes: tuple[Change, ...]
    compared_with: int | None
    decks: int
    combinations: int
    seats: int


def think(terms: Terms, *, currency: str, current: Terms | None = None, current_number: int | None = None) -> Thinking:
    """What `terms` mean at a table of `currency`, and what they change in `current`, the terms in force."""
    table = odds_of(terms.ruleset)
    bets = tuple(_bet(terms, chance, exact) for chance, exact in table.bets.items())
    worst = worst_case_bound(terms)
    return Thinking(
        currency=currency,
        bets=bets,
        ceilings=ceilings(terms),
        worst=None if worst is None else -worst,
        warnings=tuple(_warnings(terms, currency=currency, current=current, bounded=worst is not None)),
        negative=any(bet.negative for bet in bets),
        changes=changes(current, terms, currency=currency) if current else (),
        compared_with=current_number if current else None,
        decks=terms.decks,
        combinations=table.combinations.total,
        seats=terms.seats,
    )


def _bet(terms: Terms, chance: Chance, exact: Odds) -> BetLine:
    offer = terms.ruleset.offer(chance)
    assert offer is not None, "odds are of the chances on the felt"
    ratios = dict.fromkeys(str(ratio) for _, ratio in offer.pays if ratio.prize)
    return BetLine(
        chance=chance.value,
        pays=" · ".join(ratios),
        edge=exact.edge,
        rtp=exact.rtp,
        deviation=format_decimal(round(exact.standard_deviation, 3), "0.000", locale=words.locale()),
        negative=exact.edge < 0,
    )


def ceilings(terms: Terms) -> tuple[CeilingLine, ...]:
    """What one player could place first on each chance of an empty table, and the rule that ends it."""
    rooms = headroom(terms.limits, offered=terms.ruleset.offered(1), table={}, mine={})
    return tuple(
        CeilingLine(chance=chance.value, most=room.most, rule=room.rule or "", per_player=room.rule in {"R15", "cap"})
        for chance, room in rooms.items()
    )


def _warnings(terms: Terms, *, currency: str, current: Terms | None, bounded: bool) -> Iterator[Warning]:
    for chance, exact in odds_of(terms.ruleset).bets.items():
        if exact.edge < 0:
            yield _advantage(terms, chance, exact.edge, currency)
    if not bounded and terms.ruleset.limit_scheme is LimitScheme.DIFFERENCE:
        yield Warning(
            "warn",
            gettext("Sem prémio máximo não há tetos."),
            gettext("Em Macau, sem prémio máximo por jogada (R41), nada limita o que a casa pode perder numa jogada."),
        )
    elif not bounded and terms.ruleset.limit_scheme is LimitScheme.SIDES:
        yield Warning(
            "warn",
            gettext("Há apostas sem teto."),
            gettext(
                "Ao vivo, o prémio máximo limita a diferença entre ponto e banca; as outras chances só têm o máximo que"
                " a casa lhes fixar. Sem ele, o pior caso não tem limite."
            ),
        )
    elif not bounded:
        yield Warning(
            "warn",
            gettext("Há apostas sem teto."),
            gettext("Neste jogo é a casa que fixa o máximo de cada chance; sem ele, o pior caso não tem limite."),
        )
    if terms.shuffle == Shuffle.PER_SHOE.value and terms.preset in {"macau", "ponto-e-banca"}:
        yield Warning(
            "info",
            gettext("Cartas baralhadas a cada sabot."),
            gettext("A leitura mais segura das regras técnicas (RN-07) é baralhar antes de cada jogada."),
        )
    if terms.betting_seconds < SHORT_BETTING_SECONDS:
        yield Warning(
            "info",
            gettext("Pouco tempo para apostar."),
            gettext("Em %(seconds)s segundos, quem chega à mesa mal lê o pano.") % {"seconds": terms.betting_seconds},
        )
    if current is not None and current.preset != terms.preset:
        yield Warning(
            "warn",
            gettext("Esta versão muda o jogo da mesa."),
            gettext("De %(before)s para %(after)s: quem está sentado passa a jogar outro jogo na jogada seguinte.")
            % {"before": names.variant(current.preset), "after": names.variant(terms.preset)},
        )


def _advantage(terms: Terms, chance: Chance, edge: Fraction, currency: str) -> Warning:
    """The exact figure, and what it costs on every hundred staked: cents to the nearest, for the sentence only."""
    head = (
        gettext("Sem comissão, a aposta «%(chance)s» dá vantagem ao jogador: %(edge)s.")
        if terms.ruleset.commission_on(chance).value == "none"
        else gettext("Com esta comissão, a aposta «%(chance)s» dá vantagem ao jogador: %(edge)s.")
    )
    cost = words.money(round(-edge * 10_000), currency)
    text = gettext(
        "A casa perde, em média, %(cost)s por cada %(hundred)s apostados em «%(chance)s». Para aprovar é preciso uma"
        " derrogação escrita por quem decide, que não é quem propõe."
    )
    return Warning(
        "bad",
        head % {"chance": names.chance(chance.value), "edge": words.percent(edge, 4)},
        text % {"cost": cost, "hundred": words.money(100_00, currency), "chance": names.chance(chance.value)},
    )


def settings(terms: Terms, *, currency: str) -> tuple[tuple[str, str], ...]:
    """The terms as names and values, in words."""
    caps = ", ".join(f"{names.chance(chance)} {words.money(cents, currency)}" for chance, cents in terms.caps.items())
    values = (
        ("preset", names.variant(terms.preset)),
        ("minimum", words.money(terms.minimum, currency)),
        ("max_prize", words.money(terms.max_prize, currency) if terms.max_prize else gettext("não fixado")),
        ("commission", names.commission_mode(terms.commission)),
        ("decks", str(terms.decks)),
        ("shuffle", names.shuffle(terms.shuffle)),
        ("pairs", gettext("sim") if terms.pairs else gettext("não")),
        ("betting_seconds", gettext("%(seconds)s s") % {"seconds": terms.betting_seconds}),
        ("show_seconds", gettext("%(seconds)s s") % {"seconds": terms.show_seconds}),
        ("cycle_seconds", _cycle(terms)),
        ("seats", str(terms.seats)),
    )
    named = tuple((str(labels.TERMS[name]), value) for name, value in values)
    return (*named, (gettext("Máximos da casa"), caps or gettext("os da regra")))


def _cycle(terms: Terms) -> str:
    if not terms.cycle_seconds:
        return gettext("sem mínimo")
    return gettext("pelo menos %(seconds)s s") % {"seconds": terms.cycle_seconds}


def changes(before: Terms, after: Terms, *, currency: str) -> tuple[Change, ...]:
    """The difference between two sets of terms, in words."""
    pairs = zip(settings(before, currency=currency), settings(after, currency=currency), strict=True)
    return tuple(Change(label, old, new) for (label, old), (_, new) in pairs if old != new)
