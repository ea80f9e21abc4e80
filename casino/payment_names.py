"""The names of payments' states and of the reasons why they ended, for players and staff alike."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

_Names = Mapping[str, "str | Promise"]

STATES: Final[_Names] = {
    "pending": gettext_lazy("à espera do banco"),
    "credited": gettext_lazy("creditado"),
    "rejected": gettext_lazy("rejeitado"),
    "expired": gettext_lazy("não foi pago a tempo"),
    "charged-back": gettext_lazy("retirado pelo banco"),
    "held": gettext_lazy("à espera de aprovação"),
    "ready": gettext_lazy("a seguir para o banco"),
    "sent": gettext_lazy("entregue ao banco"),
    "paid": pgettext_lazy("withdrawal", "pago"),
    "cancelled": pgettext_lazy("withdrawal", "cancelado"),
    "refused": pgettext_lazy("withdrawal", "recusado"),
    "failed": gettext_lazy("devolvido pelo banco"),
    "proposed": pgettext_lazy("adjustment", "à espera de outra pessoa"),
    "approved": pgettext_lazy("adjustment", "aprovado"),
}
TONES: Final[Mapping[str, str]] = {
    "pending": "info",
    "credited": "good",
    "rejected": "bad",
    "expired": "warn",
    "charged-back": "bad",
    "held": "warn",
    "ready": "info",
    "sent": "info",
    "paid": "good",
    "refused": "bad",
    "failed": "bad",
    "proposed": "warn",
    "approved": "good",
}
REASONS: Final[_Names] = {
    "barred": gettext_lazy("a conta não podia receber depósitos nesse momento"),
    "over-limit": gettext_lazy("passava um limite de depósito"),
    "no-registration": gettext_lazy("faltam os dados do registo"),
    "instrument-suspended": gettext_lazy("o meio de pagamento está suspenso por falhas repetidas (GL-46)"),
    "instrument-blocked": gettext_lazy("o meio de pagamento estava bloqueado por falhas repetidas (GL-46)"),
    "payer-rejected": gettext_lazy("o pagamento foi recusado no banco"),
    "amount-differs": gettext_lazy("o banco enviou um valor diferente do pedido"),
    "currency-differs": gettext_lazy("o banco enviou outra moeda"),
    "holder-differs": gettext_lazy("a conta bancária não está em seu nome (PT-12)"),
    "charge-back": gettext_lazy("um depósito foi retirado pelo banco"),
}
NOTICES: Final[_Names] = {
    "authorised": gettext_lazy("o pagador concordou"),
    "paid-in": gettext_lazy("o dinheiro chegou"),
    "rejected": gettext_lazy("o pagamento foi recusado"),
    "paid-out": gettext_lazy("o levantamento foi pago"),
    "pay-out-failed": gettext_lazy("o levantamento não foi aceite"),
    "charged-back": gettext_lazy("o banco retirou o dinheiro"),
}
OUTCOMES: Final[_Names] = {
    "applied": gettext_lazy("feito"),
    "refused": gettext_lazy("recusado: o dinheiro é devolvido"),
    "nothing-new": gettext_lazy("já se sabia"),
    "repeat": gettext_lazy("repetido"),
    "unknown": gettext_lazy("de nenhum pagamento nosso"),
    "mismatch": gettext_lazy("não bate com o nosso registo"),
}


def notice(code: str) -> str:
    """What a provider's notice says."""
    return str(NOTICES.get(code, code))


def outcome(code: str) -> str:
    """What became of a provider's notice."""
    return str(OUTCOMES.get(code, code))


def state(code: str) -> str:
    """Where a deposit, withdrawal or correction stands."""
    return str(STATES.get(code, code))


def why(reason: str) -> str:
    """Why a payment ended so; staff's own words stand as they are."""
    return str(REASONS.get(reason, reason))
