"""Every refusal as a sentence in the user's language: the rule, what was asked, what would do.

No sentence asks for more than the player did: too little is answered with the minimum, in words.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino import names, words

UNLIMITED: Final = 2**63 - 1
"""The game's own figure for a ceiling that does not exist."""

PLAIN: Final[Mapping[str, "str | Promise"]] = {
    "malformed": gettext_lazy("O pedido chegou incompleto e não foi tratado. Nada foi apostado. Tente outra vez."),
    "no-such-table": gettext_lazy("Esta mesa não existe. Nada foi apostado."),
    "key-reused": gettext_lazy(
        "Este pedido já tinha sido tratado com outro conteúdo. Nada mudou; veja os seus recibos e aposte de novo."
    ),
    "not-seated": gettext_lazy("Para apostar é preciso um lugar. Escolha um lugar livre e aposte de novo."),
    "time-over": gettext_lazy(
        "Já jogou hoje o tempo que definiu como limite (UK-10). As apostas já aceites mantêm-se; amanhã pode voltar."
    ),
    "check-due": gettext_lazy(
        "Antes de apostar mais, veja há quanto tempo joga e quanto gastou, e responda ao aviso (UK-11). "
        "Nada foi apostado."
    ),
    "wrong-currency": gettext_lazy(
        "Esta mesa joga com outra espécie de fichas: dinheiro e demonstração nunca se misturam. Nada foi apostado."
    ),
    "paused": gettext_lazy("A mesa está em pausa e não aceita apostas. As apostas já aceites mantêm-se."),
    "wrong-round": gettext_lazy("A jogada a que se destinava esta aposta já passou. Nada foi apostado."),
    "betting-closed": gettext_lazy(
        "«Jogo feito, nada mais»: a aposta chegou depois do fecho (R27). Nada foi apostado; "
        "as apostas aceites antes mantêm-se."
    ),
    # dealing at a table of one's own
    "no-bets": gettext_lazy("Aposte primeiro: sem aposta não se dão cartas."),
    "not-individual": gettext_lazy("Nesta mesa as cartas saem quando o tempo de apostas acaba."),
    # seats
    "seat-taken": gettext_lazy("Este lugar acabou de ser ocupado. Escolha outro."),
    "taken": gettext_lazy("Este lugar acabou de ser ocupado. Escolha outro."),
    "no-such-seat": gettext_lazy("Esta mesa não tem esse lugar."),
    "table-full": gettext_lazy("A mesa está cheia. Pode ver a jogada sem lugar, ou escolher outra mesa."),
    "full": gettext_lazy("A mesa está cheia. Pode ver a jogada sem lugar, ou escolher outra mesa."),
    "table-closed": gettext_lazy("A mesa está fechada. Escolha outra no átrio."),
    "closed": gettext_lazy("A mesa está fechada. Escolha outra no átrio."),
    "closing": gettext_lazy("A mesa fecha depois desta jogada e já não recebe jogadores."),
    "already-seated": gettext_lazy("Já tem lugar noutra mesa. Saia dela antes de se sentar aqui."),
    "seated-elsewhere": gettext_lazy("Já tem lugar noutra mesa. Saia dela antes de se sentar aqui."),
    "bets-in-play": gettext_lazy("Tem apostas em jogo nesta mesa: espere pelo fim da jogada para sair."),
    # money in and out
    "amount-invalid": gettext_lazy("O valor não é um que se aceite de uma vez. Nada mudou."),
    "no-account": gettext_lazy("Esta conta não tem ainda carteira desta espécie de fichas. Nada mudou."),
    "not-positive": gettext_lazy("Escreva um valor acima de zero."),
    "too-much": gettext_lazy("O valor é mais alto do que se aceita de uma vez."),
}

BARRIERS: Final[Mapping[str, "str | Promise"]] = {
    "signed-out": gettext_lazy("Para jogar é preciso entrar na sua conta."),
    "staff": gettext_lazy("Quem trabalha na casa não joga nela (PT-16)."),
    "inactive": gettext_lazy("Esta conta está fechada e não pode jogar."),
    "closed": gettext_lazy("Esta conta está encerrada e não pode jogar (PT-18). Na página da conta vê porquê."),
    "suspended": gettext_lazy("A sua conta está suspensa (PT-19). Contacte o apoio ao jogador para saber porquê."),
    "excluded": gettext_lazy("Está em vigor uma pausa ou uma exclusão: não pode apostar nem depositar (PT-25)."),
    "prohibited": gettext_lazy("A lei não permite que jogue nesta casa (PT-16). Contacte o apoio ao jogador."),
    "email-unconfirmed": gettext_lazy("Para jogar a dinheiro falta confirmar o seu e-mail (PT-01)."),
    "not-verified": gettext_lazy("Para jogar a dinheiro falta confirmar a sua identidade (PT-02)."),
    "terms-not-accepted": gettext_lazy(
        "Para jogar a dinheiro falta aceitar os termos e condições em vigor (PT-15). Encontra-os no rodapé da página."
    ),
}

LIMITED: Final[Mapping[str, "str | Promise"]] = {
    "R13": gettext_lazy("No ponto e na banca ao mesmo tempo, as apostas têm de diferir, pelo menos, da aposta mínima."),
    "R14": gettext_lazy("Em cada chance, a aposta é zero ou, pelo menos, a aposta mínima."),
    "R15": gettext_lazy("É o máximo por jogador nesta chance."),
    "cap": gettext_lazy("É o máximo que a casa fixou para esta chance."),
    "R43a": gettext_lazy(
        "A diferença entre o que todos têm no ponto e na banca não pode passar o prémio máximo da mesa."
    ),
    "R43b": gettext_lazy("O que todos têm no empate não pode passar 10 % do prémio máximo da mesa."),
    "R43c": gettext_lazy("O que todos têm em cada par não pode passar 8 % do prémio máximo da mesa."),
}

SHORT_OF: Final[Mapping[str, "str | Promise"]] = {
    "R13": gettext_lazy(
        "No ponto e na banca ao mesmo tempo, as apostas têm de diferir, pelo menos, %(minimum)s (R13): "
        "aposte só num dos lados, ou deixe entre eles essa diferença."
    ),
    "R14": gettext_lazy("A aposta mínima desta mesa em cada chance é %(minimum)s (R14)."),
}
"""What would do, where a slip falls short of the table's minimum."""


def refusal(
    *,
    reason: str,
    rule: str | None = None,
    chance: str | None = None,
    asked: int | None = None,
    most: int | None = None,
    currency: str | None = None,
    barrier: str | None = None,
    minimum: int | None = None,
) -> str:
    """Why not, for the person who asked. An unknown reason still says that nothing happened."""
    facts = _Facts(
        rule=rule,
        chance=chance,
        asked=asked,
        most=most,
        currency=currency or "EUR",
        barrier=barrier,
        minimum=minimum,
    )
    special = _SPECIAL.get(str(reason))
    if special is not None:
        return special(facts)
    known = PLAIN.get(str(reason))
    return str(known) if known is not None else gettext("O pedido não pôde ser aceite. Nada mudou.")


class _Facts:
    """What a refusal carries, ready for a sentence."""

    def __init__(
        self,
        *,
        rule: str | None,
        chance: str | None,
        asked: int | None,
        most: int | None,
        currency: str,
        barrier: str | None,
        minimum: int | None,
    ) -> None:
        self.rule = rule
        self.most = most
        self.barrier = barrier
        self.minimum = minimum
        self.asked = asked
        self.currency = currency
        self.chance = names.chance(chance) if chance else gettext("Aposta")

    def money(self, cents: int | None) -> str:
        return words.money(abs(cents or 0), self.currency)

    @property
    def taking_back(self) -> bool:
        return self.asked is not None and self.asked < 0


def _over_limit(facts: _Facts) -> str:
    asked = gettext("%(chance)s, retirar %(amount)s") if facts.taking_back else gettext("%(chance)s, %(amount)s")
    head = asked % {"chance": facts.chance, "amount": facts.money(facts.asked)}
    return f"{head}: {_ends(facts)} {_why(facts)}"


def _why(facts: _Facts) -> str:
    short = SHORT_OF.get(facts.rule or "")
    if short is not None and facts.minimum is not None and not facts.taking_back:
        return str(short) % {"minimum": facts.money(facts.minimum)}
    why = str(LIMITED.get(facts.rule or "", gettext_lazy("Passa um limite da mesa.")))
    return f"{why.rstrip('.')} ({facts.rule})." if facts.rule in LIMITED and facts.rule != "cap" else why


def _ends(facts: _Facts) -> str:
    """What would be accepted instead, where it is less than what was asked for."""
    if facts.most is None or facts.most >= UNLIMITED:
        return gettext("não aceite.")
    if facts.taking_back:
        if facts.most <= 0:
            return gettext("de momento não pode ser retirada.")
        return gettext("só pode retirar %(most)s.") % {"most": facts.money(facts.most)}
    if facts.rule in SHORT_OF or (facts.asked is not None and facts.most >= facts.asked):
        return gettext("não aceite.")
    if facts.most <= 0:
        return gettext("de momento não se aceita mais nada nesta chance.")
    return gettext("só se aceitam mais %(most)s.") % {"most": facts.money(facts.most)}


def _not_offered(facts: _Facts) -> str:
    return gettext("%(chance)s: esta chance não está à disposição nesta jogada. Nada foi apostado.") % {
        "chance": facts.chance
    }


def _short_of_funds(facts: _Facts) -> str:
    if facts.most is None or facts.asked is None:
        return gettext("O saldo não chega para esta aposta. Nada foi apostado.")
    return gettext("Pediu %(asked)s e o saldo chega para %(most)s. Nada foi apostado.") % {
        "asked": facts.money(facts.asked),
        "most": facts.money(facts.most),
    }


def _own_limit(facts: _Facts) -> str:
    """PT-22: the limits are the player's own, so it is said whose they are, and that nothing else is wrong."""
    if facts.most is None or facts.asked is None:
        return gettext("Os limites que definiu para si não deixam fazer esta aposta. Nada foi apostado.")
    if facts.most <= 0:
        return gettext(
            "Pediu %(asked)s, e os limites que definiu para si não deixam, de momento, apostar mais. Nada foi apostado."
        ) % {"asked": facts.money(facts.asked)}
    return gettext(
        "Pediu %(asked)s, e os limites que definiu para si deixam apostar mais %(most)s. Nada foi apostado."
    ) % {"asked": facts.money(facts.asked), "most": facts.money(facts.most)}


def _barred(facts: _Facts) -> str:
    known = BARRIERS.get(facts.barrier or "")
    return str(known) if known is not None else gettext("De momento não pode jogar. Contacte o apoio ao jogador.")


_SPECIAL: Final[Mapping[str, Callable[[_Facts], str]]] = {
    "over-limit": _over_limit,
    "not-offered": _not_offered,
    "own-limit": _own_limit,
    "short-of-funds": _short_of_funds,
    "barred": _barred,
}

KNOWN: Final = frozenset(PLAIN) | frozenset(_SPECIAL)
"""Every reason that has a sentence of its own."""
