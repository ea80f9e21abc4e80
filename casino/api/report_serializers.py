"""The API's answers about days: reports, figures, proofs. Amounts in whole cents, moments in ISO 8601 UTC."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, DateField, IntegerField

from casino.api.serializers import Moment, Ratio, cents, currency


class _Sums(serializers.Serializer[Any]):
    rounds = IntegerField(help_text="Jogadas pagas.")
    voids = IntegerField(help_text="Jogadas anuladas.")
    bets = IntegerField(help_text="Apostas em jogadas pagas.")
    turnover = cents("Apostado em jogadas pagas")
    returned = cents("Devolvido, apostas ganhas e empatadas incluídas")
    prizes = cents("Prémios, já sem comissão")
    commission = cents("Comissão: está dentro da receita bruta (PT-84)")
    gross_revenue = cents("Receita bruta: apostado menos devolvido (PT-82)")
    hold = Ratio(allow_null=True, help_text="Receita bruta sobre apostado, exata.")
    pushes = cents("Apostas empatadas")
    refunded = cents("Reembolsado de jogadas anuladas")


class TableLine(_Sums):
    """Uma mesa sob uma versão das suas regras."""

    table_code = CharField()
    table_name = CharField()
    currency = currency()
    version = IntegerField()
    players = IntegerField(help_text="Jogadores diferentes; não se somam entre mesas.")


class Total(_Sums):
    """Todas as mesas de uma moeda."""

    currency = currency()
    players = IntegerField(allow_null=True, help_text="Jogadores diferentes em todas as mesas desta moeda.")
    regulated = BooleanField(help_text="Falso para fichas de demonstração.")


class Comparison(serializers.Serializer[Any]):
    """Uma soma segundo as jogadas e segundo o livro."""

    currency = currency()
    what = CharField()
    rounds = cents("Segundo as jogadas")
    ledger = cents("Segundo o livro")
    difference = cents("Diferença")


class RoundFault(serializers.Serializer[Any]):
    """Uma jogada que não concorda com o livro."""

    round_code = CharField()
    why = CharField()


class Liability(serializers.Serializer[Any]):
    """O que a casa deve aos jogadores numa moeda (GL-21)."""

    currency = currency()
    opening = cents("Saldo inicial")
    deposits = cents("Depósitos")
    withdrawals = cents("Levantamentos")
    top_ups = cents("Fichas de demonstração dadas")
    adjustments = cents("Acertos, a favor dos jogadores")
    staked = cents("Apostado no dia, menos o retirado antes do fecho")
    returned = cents("Apostas devolvidas")
    prizes = cents("Prémios")
    refunded = cents("Reembolsos")
    closing = cents("Saldo final")
    opening_in_play = cents("Em jogo no início")
    closing_in_play = cents("Em jogo no fim")
    charge_backs = cents("Depósitos que os bancos retiraram")
    opening_on_way = cents("Levantamentos a caminho do banco no início")
    closing_on_way = cents("Levantamentos a caminho do banco no fim")


class DayFigures(serializers.Serializer[Any]):
    """Os números de um dia de jogo: o dia civil de Portugal continental."""

    day = DateField()
    hours = IntegerField(help_text="24; 23 ou 25 quando a hora muda.")
    since = Moment()
    until = Moment()
    provisional = BooleanField(help_text="O dia ainda não acabou.")
    activity = BooleanField(help_text="Falso: «sem atividade».")
    reconciles = BooleanField(help_text="Jogadas e livro concordam em tudo.")
    lines = TableLine(many=True)
    totals = Total(many=True)
    comparisons = Comparison(many=True)
    faults = RoundFault(many=True)
    faults_more = IntegerField(help_text="Outras jogadas que não concordam, além das nomeadas.")
    liabilities = Liability(many=True)


class ReportSummary(serializers.Serializer[Any]):
    """Um relatório diário, em resumo."""

    day = DateField()
    revision = IntegerField()
    made_at = Moment()
    definition = CharField(help_text="Versão da definição dos números.")
    sha256 = CharField(help_text="Do documento guardado.")
    activity = BooleanField(source="figures.activity")
    reconciles = BooleanField(source="figures.reconciles")
    totals = Total(many=True, source="figures.totals")


class ReportsPage(serializers.Serializer[Any]):
    """Relatórios, do dia mais recente para o mais antigo."""

    items = ReportSummary(many=True)
    next = DateField(allow_null=True, help_text="Cursor da página seguinte.")


class Report(serializers.Serializer[Any]):
    """Um relatório diário inteiro."""

    day = DateField()
    revision = IntegerField()
    made_at = Moment()
    definition = CharField()
    sha256 = CharField()
    figures = DayFigures()


class _Column(serializers.Serializer[Any]):
    name = CharField()
    title = CharField()
    kind = CharField(help_text="`cents`, `ratio`, `whole`, `moment`, `day`, `code` ou `text`.")
    personal = BooleanField(help_text="Diz quem é alguém: oculta, se não se der um motivo.")


class Definition(serializers.Serializer[Any]):
    """Um relatório do catálogo."""

    name = CharField()
    version = IntegerField()
    rule = CharField(source="source", help_text="A linha do regulamento que o pede.")
    title = CharField()
    about = CharField()
    period = CharField(help_text="`days`: por dias de jogo; `moment`: como as coisas estão.")
    filters = serializers.SerializerMethodField(help_text="O que mais se pode pedir.")
    columns = _Column(many=True)

    def get_filters(self, definition: Any) -> list[str]:
        return sorted(str(one) for one in definition.filters)


class Order(serializers.Serializer[Any]):
    """Um relatório do catálogo como foi pedido, e o que saiu."""

    key = serializers.UUIDField()
    name = CharField(source="definition.name")
    definition = CharField(source="full_name", help_text="Nome e versão, como nos ficheiros.")
    software = CharField()
    state = CharField(help_text="`waiting`, `gathering`, `done` ou `failed`.")
    asked_at = Moment()
    by = CharField()
    since = Moment("Começo; sem ele, como as coisas estavam em `until`", allow_null=True)
    until = Moment()
    provisional = BooleanField(help_text="O período ainda não tinha acabado.")
    filters = serializers.SerializerMethodField(
        help_text="Por nome, como no JSON do relatório: `currency`, `table`, `player`, `least`, `threshold`,"
        " `personal-data`."
    )
    percent = IntegerField(help_text="Quanto está feito, de 0 a 100.")
    rows = IntegerField()
    sha256 = CharField(help_text="Das linhas guardadas; vazio enquanto não está pronto.")
    agrees = BooleanField(help_text="As somas que se comparam são as do livro.")

    def get_filters(self, card: Any) -> dict[str, str]:
        return {name: value for name, _title, value in card.filters}


class OrdersPage(serializers.Serializer[Any]):
    """Relatórios pedidos, do mais recente para o mais antigo."""

    items = Order(many=True)
    next = Moment("Cursor da página seguinte", allow_null=True)


class _ProofDifference(serializers.Serializer[Any]):
    where = CharField(help_text="`ledger`, `rounds` ou `house`.")
    subject = CharField()
    why = CharField()
    stored = IntegerField(allow_null=True)
    computed = IntegerField(allow_null=True)
    transfer = IntegerField(allow_null=True)


class Proof(serializers.Serializer[Any]):
    """A última prova do livro, das jogadas e das contas da casa."""

    made_at = Moment()
    agrees = BooleanField()
    accounts = IntegerField()
    transfers = IntegerField()
    rounds = IntegerField()
    whole = BooleanField(help_text="se começou na primeira linha; se não, continuou a prova anterior")
    difference_count = IntegerField()
    differences = _ProofDifference(many=True)
