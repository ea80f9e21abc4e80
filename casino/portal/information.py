"""The pages that inform: their titles, their sections, and the odds as a picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from baccarat.odds import odds
from baccarat.rulesets import PRESETS, preset
from casino import names


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its title, what it answers in a line, and its sections by anchor."""

    title: "str | Promise"
    about: "str | Promise"
    sections: Mapping[str, "str | Promise"]


PAGES: Final[Mapping[str, Page]] = {
    "safer_play": Page(
        _("Jogo responsável"),
        _("O que o jogo custa, como pôr limites, como parar e quem ajuda."),
        {
            "riscos": _("Os riscos"),
            "idade": _("Só maiores de 18 anos"),
            "sinais": _("Sinais de que deixou de ser um jogo"),
            "limites": _("Pôr limites"),
            "parar": _("Parar por um tempo, ou de vez"),
            "bloquear": _("Bloquear o acesso ao jogo"),
            "outros": _("Quando se trata de outra pessoa"),
            "ajuda": _("Falar com alguém"),
        },
    ),
    "self_test": Page(
        _("Teste: como está o seu jogo?"),
        _("Nove perguntas sobre os últimos doze meses. As respostas não são guardadas."),
        {},
    ),
    "how_to_play": Page(
        _("Como se joga e quanto custa"),
        _("O jogo, o que cada aposta paga, e o que fica para a casa."),
        {
            "jogo": _("O jogo"),
            "apostar": _("Uma aposta, do princípio ao fim"),
            "probabilidades": _("Quanto custa cada aposta"),
            "longo_prazo": _("O que isto quer dizer"),
            "regras": _("As regras completas"),
        },
    ),
    "fairness": Page(
        _("Um jogo que se pode verificar"),
        _("Como se sabe que as cartas não mudaram depois das apostas, e como o verificar por si."),
        {
            "cartas": _("De onde vêm as cartas"),
            "compromisso": _("O que a casa publica antes das apostas"),
            "verificar": _("Verificar uma jogada"),
            "falhas": _("Quando algo falha"),
        },
    ),
    "safe_account": Page(
        _("Manter a conta segura"),
        _("O que a casa faz, e o que pode fazer."),
        {
            "entrar": _("Entrar em segurança"),
            "enganos": _("Reconhecer um engano"),
            "suspeita": _("Se alguém entrou na sua conta"),
            "uma_pessoa": _("Uma pessoa, uma conta"),
        },
    ),
    "fees": Page(
        _("Depósitos, levantamentos e taxas"),
        _("Como o dinheiro entra e sai, quanto demora e quanto custa."),
        {
            "taxas": _("Taxas"),
            "depositar": _("Depositar"),
            "levantar": _("Levantar"),
            "dinheiro": _("Onde está o seu dinheiro"),
            "demonstracao": _("Fichas de demonstração"),
        },
    ),
    "how_to_complain": Page(
        _("Reclamar"),
        _("Como se faz, até quando há resposta, e a quem pode recorrer depois."),
        {
            "como": _("Como reclamar à casa"),
            "prazo": _("Quando recebe a resposta"),
            "livro": _("Livro de reclamações"),
            "outros": _("Se não concorda com a resposta"),
        },
    ),
    "rights": Page(
        _("Os seus direitos e os seus dados"),
        _("O que a lei lhe garante, o que a casa guarda, e durante quanto tempo."),
        {
            "direitos": _("Os seus direitos"),
            "guardamos": _("O que guardamos, e porquê"),
            "prazos": _("Durante quanto tempo"),
            "pedir": _("Ver, corrigir, levar consigo"),
            "fechar": _("Fechar a conta"),
        },
    ),
    "licence": Page(
        _("A casa e a sua licença"),
        _("Quem explora este sítio, com que licença, e quem o fiscaliza."),
        {
            "operador": _("Quem explora o sítio"),
            "licenca": _("Licença"),
            "entidade": _("Quem fiscaliza"),
            "contactos": _("Contactos"),
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
        best = max((ratio for _, ratio in offer.pays), key=lambda ratio: Fraction(ratio.prize, ratio.stake))
        lines.append(
            ChanceLine(
                chance=chance.value,
                pays=f"{best.prize} : {best.stake}",
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
    """A share as the length of a bar of 100, written as drawings read it, whatever the language."""
    thousandths = round(share * 100_000)
    return f"{thousandths // 1000}.{thousandths % 1000:03}"
