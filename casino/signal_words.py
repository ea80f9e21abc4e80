"""The signals of players' protection in plain words: the same for staff and for the player, with the very figures."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext, ngettext

from casino import protection_names, words

_Facts = Mapping[str, int]


def _chasing(facts: _Facts) -> str:
    return ngettext(
        "Depois de perder uma jogada, a aposta seguinte foi pelo menos o dobro: %(count)d vez nesse dia "
        "(o sinal aparece a partir de %(threshold)d).",
        "Depois de perder uma jogada, a aposta seguinte foi pelo menos o dobro: %(count)d vezes nesse dia "
        "(o sinal aparece a partir de %(threshold)d).",
        facts["count"],
    ) % dict(facts)


def _rising(facts: _Facts) -> str:
    return ngettext(
        "A aposta média subiu de %(first)s no começo do dia para %(last)s no fim, em %(rounds)d jogada "
        "(o sinal aparece quando fica %(threshold)d vezes maior).",
        "A aposta média subiu de %(first)s no começo do dia para %(last)s no fim, em %(rounds)d jogadas "
        "(o sinal aparece quando fica %(threshold)d vezes maior).",
        facts["rounds"],
    ) % {**facts, "first": words.money(facts["first"], "EUR"), "last": words.money(facts["last"], "EUR")}


def _night(facts: _Facts) -> str:
    return gettext(
        "Entre a meia-noite e as seis da manhã esteve à mesa %(time)s (o sinal aparece a partir de %(least)s)."
    ) % _times(facts)


def _hits(facts: _Facts) -> str:
    return ngettext(
        "Um limite de jogo travou apostas %(count)d vez nesse dia (o sinal aparece a partir de %(threshold)d).",
        "Um limite de jogo travou apostas %(count)d vezes nesse dia (o sinal aparece a partir de %(threshold)d).",
        facts["count"],
    ) % dict(facts)


def _long(facts: _Facts) -> str:
    return gettext("Esteve à mesa %(time)s nesse dia (o sinal aparece a partir de %(least)s).") % _times(facts)


def _deposits(facts: _Facts) -> str:
    return ngettext(
        "Depositou %(count)d vez nesse dia (o sinal aparece a partir de %(threshold)d).",
        "Depositou %(count)d vezes nesse dia (o sinal aparece a partir de %(threshold)d).",
        facts["count"],
    ) % dict(facts)


def _times(facts: _Facts) -> dict[str, str]:
    return {
        "time": protection_names.minutes(facts["count"]),
        "least": protection_names.minutes(facts["threshold"]),
    }


SENTENCES: Final[Mapping[str, Callable[[_Facts], str]]] = {
    "chasing": _chasing,
    "rising-stakes": _rising,
    "night-play": _night,
    "limit-hits": _hits,
    "long-sessions": _long,
    "many-deposits": _deposits,
}


def sentence(kind: str, facts: _Facts) -> str:
    """What was seen, with its figures."""
    return SENTENCES[kind](facts)
