"""The cashier's words: states, reasons and refusals of deposits and withdrawals, in the user's language."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino import words
from casino.portal import sentences
from players.operations.cashier import DepositRefused, WithdrawalRefused

_Names = Mapping[str, "str | Promise"]

KINDS: Final[_Names] = {
    "bank-account": gettext_lazy("Conta bancária (IBAN)"),
    "mbway": gettext_lazy("MB WAY (telemóvel)"),
}
_INSTRUMENTS: Final[_Names] = {
    "kind-unknown": gettext_lazy("Escolha um dos meios de pagamento da lista."),
    "number-invalid": gettext_lazy("O número não está certo. Confira-o algarismo a algarismo."),
    "no-registration": gettext_lazy("Complete primeiro o seu registo: só se aceita um meio de pagamento em seu nome."),
    "key-reused": gettext_lazy("Este pedido já tinha sido tratado. Abra a página de novo."),
    "too-many": gettext_lazy("Já tem o máximo de meios de pagamento. Contacte o apoio ao jogador para retirar um."),
    "taken": gettext_lazy("Este meio de pagamento não pode ser usado nesta conta. Contacte o apoio ao jogador."),
}
_DEPOSITS: Final[_Names] = {
    "no-such-instrument": gettext_lazy("Escolha um dos seus meios de pagamento."),
    "key-reused": gettext_lazy("Este pedido já tinha sido tratado com outros dados. Abra a página de novo."),
    "no-registration": gettext_lazy("Complete primeiro o seu registo: só se aceita dinheiro de uma conta em seu nome."),
    "instrument-suspended": gettext_lazy(
        "Este meio de pagamento falhou vezes demais e está suspenso. Use outro, ou contacte o apoio ao jogador."
    ),
    "provider-away": gettext_lazy(
        "O banco não responde neste momento. Nada foi cobrado; tente outra vez dentro de minutos."
    ),
}
_WITHDRAWALS: Final[_Names] = {
    "amount-invalid": gettext_lazy("Escreva um valor acima de zero."),
    "key-reused": gettext_lazy("Este pedido já tinha sido tratado com outros dados. Abra a página de novo."),
    "no-such-instrument": gettext_lazy("Escolha um dos seus meios de pagamento."),
    "not-verified": gettext_lazy("A sua identidade ainda não está confirmada: só depois se pode levantar (PT-13)."),
    "not-funding": gettext_lazy("Só se paga para um meio com que já depositou (PT-13)."),
    "too-late": gettext_lazy("Este levantamento já não pode ser alterado."),
}


def instrument(reason: str) -> str:
    """Why a means of payment was not added."""
    return str(_INSTRUMENTS.get(reason, _INSTRUMENTS["kind-unknown"]))


def deposit(error: DepositRefused) -> str:
    """Why a deposit was not begun, and what would do."""
    if error.barrier is not None:
        return f"{sentences.BARRIERS[error.barrier.value]} {_until(error.until)}".strip()
    if error.reason == "over-limit":
        room = gettext("Os seus limites de depósito deixam agora, no máximo, %(most)s.") % {
            "most": words.money(error.most or 0, "EUR")
        }
        return f"{room} {_until(error.until)}".strip()
    if error.reason == "instrument-blocked":
        return gettext("Este meio de pagamento falhou cinco vezes em dez minutos e está bloqueado. %(until)s") % {
            "until": _until(error.until)
        }
    if error.reason == "too-small" or (error.reason == "amount-invalid" and error.least is not None):
        return gettext("O depósito mínimo é %(least)s.") % {"least": words.money(error.least or 0, "EUR")}
    if error.reason == "too-large":
        return gettext("O depósito máximo de uma vez é %(most)s.") % {"most": words.money(error.most or 0, "EUR")}
    return str(_DEPOSITS.get(error.reason.value, sentences.PLAIN["malformed"]))


def withdrawal(error: WithdrawalRefused) -> str:
    """Why nothing is paid out, and what would do."""
    if error.reason == "short-of-funds":
        return gettext("Pode levantar, no máximo, %(most)s.") % {"most": words.money(error.most or 0, "EUR")}
    return str(_WITHDRAWALS.get(error.reason.value, sentences.PLAIN["malformed"]))


def _until(until: datetime | None) -> str:
    return gettext("Até %(until)s.") % {"until": words.moment(until)} if until else ""
