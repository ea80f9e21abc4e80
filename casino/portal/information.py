"""The pages that inform: their titles, their sections, and the odds as a picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from baccarat.odds import odds
from baccarat.rulesets import PRESETS, preset
from casino.portal import paper_rules
from casino.regulation import published
from casino.wording import names


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its title, what it answers in a line, and its sections by anchor."""

    title: "str | Promise"
    about: "str | Promise"
    sections: Mapping[str, "str | Promise"]


PAGES: Final[Mapping[str, Page]] = {
    "safer_play": Page(
        _("Responsible gambling"),
        _("What play costs, how to set limits, how to stop and who can help."),
        {
            "riscos": _("The risks"),
            "idade": _("Over 18s only"),
            "sinais": _("Signs that it is no longer a game"),
            "limites": _("Set limits"),
            "parar": _("Stopping for a time, or for good"),
            "bloquear": _("Blocking access to gambling"),
            "outros": _("When it is about someone else"),
            "ajuda": _("Talk to someone"),
        },
    ),
    "self_test": Page(
        _("Self-test: how is your gambling?"),
        _("Nine questions about the last twelve months. The answers are not kept."),
        {},
    ),
    "how_to_play": Page(
        _("How to play and what it costs"),
        _("The game, what each bet pays, and what the house keeps."),
        {
            "jogo": _("The game"),
            "apostar": _("A bet, from beginning to end"),
            "modos": _("Watch, try, play by ear"),
            "probabilidades": _("What each bet costs"),
            "longo_prazo": _("What this means"),
            "regras": _("The complete rules"),
        },
    ),
    "all_rules": Page(
        _("All the rules"),
        _(
            "Every rule of the game by its number, in our words: what it says, where it holds, and where this house "
            "answers it."
        ),
        {
            "passos": _("In three steps"),
            "texto": _("The official text"),
            **{part.anchor: _(part.title) for part in published.parts()},
            "palavras": _("Words of the table"),
        },
    ),
    "fairness": Page(
        _("A game that can be verified"),
        _("How it is known that the cards did not change after the bets, and how to verify it yourself."),
        {
            "cartas": _("Where the cards come from"),
            "compromisso": _("What the house publishes before the bets"),
            "verificar": _("Verifying a round"),
            **{part.anchor: part.title for part in paper_rules.PARTS},
            "falhas": _("When something fails"),
        },
    ),
    "safe_account": Page(
        _("Keeping your account safe"),
        _("What the house does, and what it may do."),
        {
            "entrar": _("Signing in safely"),
            "enganos": _("Recognising a scam"),
            "suspeita": _("If another person has got into your account"),
            "uma_pessoa": _("One person, one account"),
        },
    ),
    "fees": Page(
        _("Deposits, withdrawals and fees"),
        _("How money comes in and goes out, how long it takes and what it costs."),
        {
            "taxas": _("Fees"),
            "depositar": pgettext_lazy("verb", "Deposit"),
            "levantar": _("Withdraw"),
            "dinheiro": _("Where your money is"),
            "demonstracao": _("Play money chips"),
        },
    ),
    "how_to_complain": Page(
        _("Complain"),
        _("How it is done, by when there is an answer, and whom you can turn to afterwards."),
        {
            "como": _("How to complain to the house"),
            "prazo": _("When you get the answer"),
            "livro": _("Complaints Book"),
            "outros": _("If you disagree with the answer"),
        },
    ),
    "rights": Page(
        _("Your rights and your data"),
        _("What the law guarantees you, what the house keeps, and for how long."),
        {
            "direitos": _("Your rights"),
            "guardamos": _("What we keep, and why"),
            "prazos": _("For how long"),
            "pedir": _("See, correct or take your data with you"),
            "fechar": _("Close the account"),
        },
    ),
    "licence": Page(
        _("The house and its licence"),
        _("Who runs this site, under which licence, and who supervises it."),
        {
            "operador": _("Who runs the site"),
            "licenca": _("Licence"),
            "entidade": _("Who supervises"),
            "contactos": _("Contacts"),
        },
    ),
}
"""In the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """One chance: what it pays, its exact odds, and the same as lengths of a bar of 100."""

    chance: str
    pays: str
    win: Fraction
    push: Fraction
    lose: Fraction
    edge: Fraction
    kept: int
    """Of 100,00 staked, in cents, what the house keeps on average."""
    win_length: str
    push_length: str
    push_at: str
    lose_at: str


@dataclass(frozen=True, slots=True)
class VariantOdds:
    """The chances of one variant as it is played when nothing else is chosen."""

    preset: str
    name: str
    decks: int
    commission: str
    lines: tuple[ChanceLine, ...]


def odds_of_variants() -> tuple[VariantOdds, ...]:
    """Every variant's odds, reckoned by the game itself."""
    return tuple(_variant(name) for name in PRESETS)


def _variant(name: str) -> VariantOdds:
    ruleset = preset(name)
    lines = []
    for chance, found in odds(ruleset).bets.items():
        offer = ruleset.offer(chance)
        assert offer is not None
        best = max((ratio for _, ratio in offer.pays), key=lambda ratio: ratio.worth)
        lines.append(
            ChanceLine(
                chance=chance.value,
                pays=best.on_felt,
                win=found.win,
                push=found.push,
                lose=found.lose,
                edge=found.edge,
                kept=round(found.edge * 100_00),
                win_length=_length(found.win),
                push_length=_length(found.push),
                push_at=_length(found.win),
                lose_at=_length(found.win + found.push),
            )
        )
    return VariantOdds(name, names.variant(name), ruleset.decks, ruleset.commission.value, tuple(lines))


def _length(share: Fraction) -> str:
    """A share as the length of a bar of 100, written with a decimal point in every language."""
    thousandths = round(share * 100_000)
    return f"{thousandths // 1000}.{thousandths % 1000:03}"
