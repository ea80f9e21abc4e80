"""Reports about players' accounts: who they are, how they stand, what they hold."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from players import registers
from reporting.catalogue import lists
from reporting.catalogue.definition import (
    Asked,
    Check,
    Definition,
    Period,
    at,
    cents,
    code,
    day,
    whole,
    words,
)
from reporting.papers import Column
from wallet import queries as wallet

WHO: Final[tuple[Column, ...]] = (code("player", _("Jogador")), words("nickname", _("Alcunha"), personal=True))


def _held(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    """The balances in the list beside what the ledger's lines come to."""
    held = wallet.players_hold(asked.currency)
    return (Check(name="balance", title=_("Saldos"), report=totals["balance"], ledger=held),)


DEFINITIONS: Final = (
    Definition(
        name="accounts",
        version=2,
        source="PT-R01",
        title=_("Contas por estado"),
        about=_("Todas as contas, ativas ou não, com saldo, última alteração, motivo e quem a fez."),
        period=Period.MOMENT,
        columns=(
            *WHO,
            code("state", _("Estado"), lists.STATES),
            at("joined_at", _("Registo")),
            cents("balance", _("Saldo")),
            code("last_change", _("Última alteração"), lists.CHANGES),
            at("changed_at", _("Alterada em")),
            words("reason", _("Motivo")),
            words("employee", _("Funcionário")),
        ),
        register=lambda asked: registers.accounts(until=asked.until, currency=asked.currency),
        grouped="state",
        checks=_held,
    ),
    Definition(
        name="inactive-accounts",
        version=1,
        source="PT-R10",
        title=_("Contas inativas"),
        about=_("Contas sem qualquer movimento há mais de 90 dias, e o que ainda têm."),
        period=Period.MOMENT,
        columns=(
            *WHO,
            code("state", _("Estado"), lists.STATES),
            at("joined_at", _("Registo")),
            at("last_movement", _("Último movimento")),
            whole("days", _("Dias sem movimento"), summed=False),
            cents("balance", _("Saldo")),
        ),
        register=lambda asked: registers.inactive(until=asked.until, currency=asked.currency),
        grouped="state",
    ),
    Definition(
        name="closed-with-balance",
        version=1,
        source="PT-R11",
        title=_("Contas encerradas com saldo"),
        about=_("Contas encerradas que ainda têm dinheiro por devolver."),
        period=Period.MOMENT,
        columns=(*WHO, at("joined_at", _("Registo")), at("closed_at", _("Encerrada em")), cents("balance", _("Saldo"))),
        register=lambda asked: registers.closed_with_balance(until=asked.until, currency=asked.currency),
    ),
    Definition(
        name="registrations",
        version=1,
        source="PT-R12",
        title=_("Registos completos e incompletos"),
        about=_("Quem se registou no período, e o que falta a quem não acabou."),
        filters=frozenset(),
        columns=(
            *WHO,
            at("joined_at", _("Registo")),
            at("email_confirmed_at", _("E-mail confirmado")),
            at("verified_at", _("Identidade verificada")),
            at("terms_at", _("Termos aceites")),
            code("state", _("Estado"), lists.WHOLENESS),
        ),
        register=lambda asked: registers.registrations(since=asked.begin, until=asked.until),
        grouped="state",
    ),
    Definition(
        name="players",
        version=1,
        source="PT-R13",
        title=_("Jogadores registados"),
        about=_("Todos os jogadores, com os dados da conta e as datas."),
        period=Period.MOMENT,
        columns=(
            *WHO,
            words("full_name", _("Nome completo"), personal=True),
            words("email", _("E-mail"), personal=True),
            day("birth_date", _("Nascimento"), personal=True),
            code("nationality", _("Nacionalidade")),
            words("profession", _("Profissão"), personal=True),
            words("address", _("Morada"), personal=True),
            code("country", _("País")),
            code("document_kind", _("Documento"), lists.DOCUMENTS),
            code("document_number", _("Número"), personal=True),
            code("nif", _("NIF"), personal=True),
            code("iban", _("IBAN"), personal=True),
            at("joined_at", _("Registo")),
            at("verified_at", _("Verificado")),
            at("closed_at", _("Encerrada em")),
            code("state", _("Estado"), lists.STATES),
            cents("balance", _("Saldo")),
        ),
        register=lambda asked: registers.roll(until=asked.until, currency=asked.currency),
        grouped="state",
        checks=_held,
    ),
    Definition(
        name="barred-players",
        version=2,
        source="PT-R14",
        title=_("Suspensos e autoexcluídos"),
        about=_("Quem não pode jogar agora: porquê, desde quando e até quando."),
        period=Period.MOMENT,
        filters=frozenset(),
        columns=(
            *WHO,
            code("kind", _("Espécie"), lists.BARRIERS),
            code("source", _("Por quem"), lists.ORIGINS),
            at("starts_at", _("Desde")),
            at("ends_at", _("Até")),
            at("notice_at", _("Aviso de fim")),
            words("reason", _("Motivo")),
        ),
        register=lambda asked: registers.barred(until=asked.until),
        grouped="kind",
    ),
    Definition(
        name="account-endings",
        version=2,
        source="PT-R16",
        title=_("Cancelamentos e desativações"),
        about=_("Contas encerradas, suspensas ou excluídas no período, com o fundamento. Até um ano de cada vez."),
        filters=frozenset(),
        columns=(
            at("at", _("Quando")),
            *WHO,
            code("what", _("O quê"), lists.CHANGES),
            words("reason", _("Fundamento")),
            words("employee", _("Funcionário")),
        ),
        register=lambda asked: registers.endings(
            since=asked.begin, until=asked.until, words=lists.of_record(lists.ORIGINS)
        ),
        grouped="what",
    ),
    Definition(
        name="staff",
        version=1,
        source="GL-18",
        title=_("Contas da equipa"),
        about=_("Quem trabalha na casa: funções, último acesso e de onde, última palavra-passe, fim do acesso."),
        period=Period.MOMENT,
        filters=frozenset(),
        columns=(
            words("name", _("Nome")),
            words("email", _("E-mail"), personal=True),
            words("roles", _("Funções")),
            code("state", _("Estado"), lists.STAFF),
            at("joined_at", _("Desde")),
            at("last_access", _("Último acesso")),
            code("address", _("De onde"), personal=True),
            at("password_at", _("Última palavra-passe")),
            at("ended_at", _("Acesso terminado")),
            words("reason", _("Motivo")),
        ),
        register=lambda asked: registers.staff(until=asked.until, words=lists.of_record(lists.ROLES)),
        grouped="state",
    ),
)
