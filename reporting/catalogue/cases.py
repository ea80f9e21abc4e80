"""Reports about cases: payments at the banks, limits, complaints."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from players import case_registers
from reporting.catalogue import lists
from reporting.catalogue.accounts import WHO
from reporting.catalogue.definition import Definition, Period, at, cents, code, day, whole, words
from reporting.papers import Column

_DEPOSIT: Final[tuple[Column, ...]] = (
    at("at", _("Pedido em")),
    *WHO,
    code("instrument", _("Meio de pagamento"), lists.INSTRUMENTS),
    words("label", _("Número"), personal=True),
    cents("amount", _("Valor")),
    code("state", _("Estado"), lists.DEPOSITS),
    code("reason", _("Motivo da recusa")),
    at("finished_at", _("Concluído em")),
    at("refunded_at", _("Devolvido ao pagador em")),
    code("key", _("Referência")),
)

DEFINITIONS: Final = (
    Definition(
        name="deposits-by-instrument",
        version=1,
        source="PT-R03",
        title=_("Depósitos por meio de pagamento"),
        about=_("Cada depósito pedido no período, com o meio de pagamento e o que lhe aconteceu."),
        filters=frozenset(),
        columns=_DEPOSIT,
        register=lambda asked: case_registers.instrument_deposits(since=asked.begin, until=asked.until),
        grouped="instrument",
    ),
    Definition(
        name="rejected-deposits",
        version=1,
        source="PT-R04",
        title=_("Depósitos rejeitados"),
        about=_("Depósitos que não foram creditados, e porquê."),
        filters=frozenset(),
        columns=_DEPOSIT,
        register=lambda asked: case_registers.instrument_deposits(
            since=asked.begin, until=asked.until, state="rejected"
        ),
        grouped="reason",
    ),
    Definition(
        name="rejected-withdrawals",
        version=1,
        source="PT-R06",
        title=_("Levantamentos rejeitados"),
        about=_("Levantamentos que a casa recusou ou que o banco não aceitou, porquê e por quem."),
        filters=frozenset(),
        columns=(
            at("at", _("Pedido em")),
            *WHO,
            code("instrument", _("Meio de pagamento"), lists.INSTRUMENTS),
            words("label", _("Número"), personal=True),
            cents("amount", _("Valor")),
            code("state", _("Estado"), lists.WITHDRAWALS),
            words("reason", _("Motivo")),
            words("employee", _("Funcionário")),
            at("finished_at", _("Concluído em")),
            code("key", _("Referência")),
        ),
        register=lambda asked: case_registers.refused_withdrawals(since=asked.begin, until=asked.until),
        grouped="state",
    ),
    Definition(
        name="limits",
        version=1,
        source="PT-R15",
        title=_("Jogadores com limites"),
        about=_("Cada limite em vigor ou à espera de entrar em vigor, e de quem é a vontade."),
        period=Period.MOMENT,
        filters=frozenset(),
        columns=(
            *WHO,
            code("kind", _("Limite"), lists.LIMITS),
            code("period", _("Por cada"), lists.PERIODS),
            code("source", _("Por quem"), lists.ORIGINS),
            code("state", _("Estado"), lists.LIMIT_STATES),
            cents("most", _("Valor"), summed=False),
            whole("minutes", _("Minutos"), summed=False),
            at("requested_at", _("Pedido em")),
            at("due_at", _("Pode entrar em vigor em")),
            at("starts_at", _("Em vigor desde")),
            words("employee", _("Funcionário")),
            words("reason", _("Motivo")),
        ),
        register=lambda asked: case_registers.limits(until=asked.until),
        grouped="kind",
    ),
    Definition(
        name="complaints",
        version=1,
        source="PT-R19, PT-77",
        title=_("Registo de reclamações"),
        about=_("Cada reclamação recebida: fundamento, quando aconteceu, prazo, tempo até à resposta e desfecho."),
        filters=frozenset(),
        columns=(
            code("number", _("Número")),
            *WHO,
            code("category", _("Fundamento"), lists.CATEGORIES),
            code("subject", _("Sobre")),
            at("occurred_at", _("Aconteceu em")),
            at("received_at", _("Recebida em")),
            day("due_on", _("Prazo")),
            code("state", _("Estado"), lists.COMPLAINTS),
            code("outcome", _("Desfecho"), lists.COMPLAINT_OUTCOMES),
            at("answered_at", _("Respondida em")),
            whole("hours", _("Horas até à resposta"), summed=False),
            words("employee", _("Funcionário")),
        ),
        register=lambda asked: case_registers.complaints(since=asked.begin, until=asked.until),
        grouped="outcome",
    ),
)
