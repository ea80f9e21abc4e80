"""The names of the game's things in the user's language: chances, cards, variants, outcomes, modes of commission."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

_Names = Mapping[str, "str | Promise"]

CHANCES: Final[_Names] = {
    "ponto": gettext_lazy("Ponto"),
    "banca": gettext_lazy("Banca"),
    "banca-no-commission": gettext_lazy("Banca sem comissão"),
    "empate": gettext_lazy("Empate"),
    "par-ponto": gettext_lazy("Par do ponto"),
    "par-banca": gettext_lazy("Par da banca"),
    "qualquer-par": gettext_lazy("Qualquer par"),
    "par-perfeito": gettext_lazy("Par perfeito"),
    "natural-ponto": gettext_lazy("Natural do ponto"),
    "natural-banca": gettext_lazy("Natural da banca"),
    "bonus-ponto": gettext_lazy("Bónus do ponto"),
    "bonus-banca": gettext_lazy("Bónus da banca"),
    "lucky-six": gettext_lazy("Lucky six"),
    "lucky-six-2": gettext_lazy("Lucky six, 2 cartas"),
    "lucky-six-3": gettext_lazy("Lucky six, 3 cartas"),
}

WINS_WHEN: Final[_Names] = {
    "ponto": gettext_lazy("o ponto fica mais perto de 9"),
    "banca": gettext_lazy("a banca fica mais perto de 9"),
    "banca-no-commission": gettext_lazy("a banca fica mais perto de 9; com 6, metade do prémio"),
    "empate": gettext_lazy("as duas mãos têm o mesmo total"),
    "par-ponto": gettext_lazy("as duas primeiras cartas do ponto formam par"),
    "par-banca": gettext_lazy("as duas primeiras cartas da banca formam par"),
    "qualquer-par": gettext_lazy("há par no ponto ou na banca"),
    "par-perfeito": gettext_lazy("há par do mesmo naipe no ponto ou na banca"),
    "natural-ponto": gettext_lazy("o ponto tem 8 ou 9 nas duas primeiras cartas"),
    "natural-banca": gettext_lazy("a banca tem 8 ou 9 nas duas primeiras cartas"),
    "bonus-ponto": gettext_lazy("o ponto ganha com natural, ou por 4 pontos ou mais"),
    "bonus-banca": gettext_lazy("a banca ganha com natural, ou por 4 pontos ou mais"),
    "lucky-six": gettext_lazy("a banca ganha com 6"),
    "lucky-six-2": gettext_lazy("a banca ganha com 6 em duas cartas"),
    "lucky-six-3": gettext_lazy("a banca ganha com 6 em três cartas"),
}

EVENTS: Final[_Names] = {
    "win": gettext_lazy("ganha"),
    "tie": gettext_lazy("empate"),
    "natural-win": gettext_lazy("com natural"),
    "natural-tie": gettext_lazy("empate de naturais"),
    "two-cards": gettext_lazy("em duas cartas"),
    "three-cards": gettext_lazy("em três cartas"),
    **{f"by-{margin}": gettext_lazy("por %s") for margin in range(1, 10)},
}

VARIANTS: Final[_Names] = {
    "ponto-e-banca": gettext_lazy("Ponto e Banca"),
    "macau": gettext_lazy("Ponto e Banca Macau"),
    "macau-floor": gettext_lazy("Ponto e Banca Macau, mesa de sala"),
    "punto-banco": gettext_lazy("Punto Banco"),
    "live-baccarat": gettext_lazy("Bacará ao vivo"),
}

COMMISSIONS: Final[_Names] = {
    "none": gettext_lazy("sem comissão"),
    "5-percent": gettext_lazy("5 % dos prémios da banca"),
    "half-on-5": gettext_lazy("metade do prémio quando a banca ganha com 5"),
    "half-on-6": gettext_lazy("metade do prémio quando a banca ganha com 6"),
    "half-on-5-and-6": gettext_lazy("metade do prémio quando a banca ganha com 5 ou com 6"),
}

OUTCOMES: Final[_Names] = {
    "ponto": gettext_lazy("Ganha o ponto"),
    "banca": gettext_lazy("Ganha a banca"),
    "empate": gettext_lazy("Empate"),
    "win": gettext_lazy("ganhou"),
    "push": gettext_lazy("devolvida"),
    "lose": gettext_lazy("perdeu"),
    "void": gettext_lazy("anulada"),
    "open": gettext_lazy("em jogo"),
}

PHASES: Final[_Names] = {
    "waiting": gettext_lazy("à espera"),
    "betting": gettext_lazy("apostas abertas"),
    "closed": gettext_lazy("jogo feito"),
    "dealing": gettext_lazy("cartas em distribuição"),
    "settled": gettext_lazy("paga"),
    "void": gettext_lazy("anulada"),
}

STATUSES: Final[_Names] = {
    "open": gettext_lazy("aberta"),
    "paused": gettext_lazy("em pausa"),
    "closing": gettext_lazy("fecha depois desta jogada"),
    "closed": gettext_lazy("fechada"),
}

SHUFFLES: Final[_Names] = {
    "every-round": gettext_lazy("baralhadas antes de cada jogada"),
    "per-shoe": gettext_lazy("baralhadas a cada sabot"),
}

LEDGER_CODES: Final[_Names] = {
    "deposit": gettext_lazy("Depósito"),
    "withdrawal": gettext_lazy("Levantamento"),
    "withdrawal-requested": gettext_lazy("Pedido de levantamento"),
    "withdrawal-paid": gettext_lazy("Levantamento pago"),
    "withdrawal-given-back": gettext_lazy("Levantamento devolvido"),
    "charge-back": gettext_lazy("Depósito retirado pelo banco"),
    "charge-back-loss": gettext_lazy("Perda com depósito retirado"),
    "play-top-up": gettext_lazy("Fichas de demonstração"),
    "stake": gettext_lazy("Aposta"),
    "stake-taken-back": gettext_lazy("Aposta retirada"),
    "stake-returned": gettext_lazy("Aposta devolvida"),
    "stakes-lost": gettext_lazy("Aposta perdida"),
    "prize": gettext_lazy("Prémio"),
    "commission": gettext_lazy("Comissão"),
    "refund": gettext_lazy("Reembolso de jogada anulada"),
    "adjustment": gettext_lazy("Acerto"),
}

RULES: Final[_Names] = {
    "R13": gettext_lazy("apostas no ponto e na banca têm de diferir, pelo menos, da aposta mínima"),
    "R14": gettext_lazy("numa chance aposta-se zero ou, pelo menos, a aposta mínima"),
    "R15": gettext_lazy("máximo por jogador: 70 vezes o mínimo no ponto ou na banca, 15 no empate, 8 em cada par"),
    "cap": gettext_lazy("máximo que a casa fixou para esta chance"),
    "R43a": gettext_lazy("a diferença entre todas as apostas no ponto e na banca não passa o prémio máximo da mesa"),
    "R43b": gettext_lazy("todas as apostas no empate não passam 10 % do prémio máximo da mesa"),
    "R43c": gettext_lazy("todas as apostas em cada par não passam 8 % do prémio máximo da mesa"),
    "FUNDS": gettext_lazy("o seu saldo"),
    "offered": gettext_lazy("esta chance não está à disposição nesta jogada"),
}

INCIDENT_KINDS: Final[_Names] = {
    "stuck-round": gettext_lazy("Mesa parada"),
    "void-round": gettext_lazy("Jogada anulada"),
    "shoe-unfit": gettext_lazy("Sabot impróprio"),
    "cards-differ": gettext_lazy("Cartas diferentes das seladas"),
    "over-risk": gettext_lazy("Acima do limite de risco"),
    "ledger": gettext_lazy("Livro-razão"),
    "adapter-silent": gettext_lazy("Serviço externo sem resposta"),
    "other": gettext_lazy("Registado por alguém"),
}
"""What kind of trouble an incident is."""

ADAPTERS: Final[_Names] = {
    "national-list": gettext_lazy("lista nacional de exclusões"),
    "verifier": gettext_lazy("verificação de identidade"),
    "regulator-desk": gettext_lazy("receção do regulador"),
}
"""Who outside the site is asked."""

STOPPED_BY_SILENCE: Final[_Names] = {
    "national-list": gettext_lazy("jogo com a última lista; sem ela 24 horas, não há registos novos"),
    "verifier": gettext_lazy("quem espera pela verificação não deposita nem joga a dinheiro"),
    "regulator-desk": gettext_lazy("as comunicações esperam; as exclusões valem na mesma"),
}
"""What each one's silence stops, and what goes on."""

CORRECTABLE: Final[_Names] = {
    "full-name": gettext_lazy("Nome completo"),
    "birth-date": gettext_lazy("Data de nascimento"),
    "nationality": gettext_lazy("Nacionalidade"),
    "profession": gettext_lazy("Profissão"),
    "address": gettext_lazy("Morada"),
    "country": gettext_lazy("País"),
    "document": gettext_lazy("Documento de identificação"),
    "nif": gettext_lazy("Número de contribuinte"),
    "other": gettext_lazy("Outra coisa"),
}

_SUITS: Final[_Names] = {
    "S": pgettext_lazy("suit", "espadas"),
    "H": pgettext_lazy("suit", "copas"),
    "D": pgettext_lazy("suit", "ouros"),
    "C": pgettext_lazy("suit", "paus"),
}

_RANKS: Final[_Names] = {
    "A": gettext_lazy("Ás"),
    "T": gettext_lazy("10"),
    "J": gettext_lazy("Valete"),
    "Q": gettext_lazy("Dama"),
    "K": gettext_lazy("Rei"),
}


def _named(names: _Names) -> Callable[[str], str]:
    def name(code: str) -> str:
        return str(names.get(code, code))

    return name


chance = _named(CHANCES)
variant = _named(VARIANTS)
commission_mode = _named(COMMISSIONS)
outcome = _named(OUTCOMES)
phase = _named(PHASES)
status = _named(STATUSES)
shuffle = _named(SHUFFLES)
ledger_code = _named(LEDGER_CODES)
rule = _named(RULES)
wins_when = _named(WINS_WHEN)
correctable = _named(CORRECTABLE)
incident_kind = _named(INCIDENT_KINDS)
adapter = _named(ADAPTERS)
stopped_by_silence = _named(STOPPED_BY_SILENCE)


def event(code: str) -> str:
    """What a bet came to, as a paytable names it: "by-4" is «por 4»."""
    name = str(EVENTS.get(code, code))
    return name % code.removeprefix("by-") if code.startswith("by-") and "%s" in name else name


def card(code: str) -> str:
    """A card by its name: "KH" is «Rei de copas»."""
    return gettext("%(rank)s de %(suit)s") % {"rank": _RANKS.get(code[0], code[0]), "suit": _SUITS.get(code[1:], "")}
