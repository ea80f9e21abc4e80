"""The API's answers, field by field: amounts in whole cents, moments in ISO 8601 UTC."""

from datetime import UTC
from fractions import Fraction
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateField,
    IntegerField,
    ListField,
    UUIDField,
)

from kernel.money import Currency
from reporting.catalogue import CATALOGUE

CURRENCIES: Final = [(currency.value, currency.value) for currency in Currency]
ROWS_MOST: Final = 200


def cents(told: str, **options: Any) -> IntegerField:
    """An amount in cents."""
    return IntegerField(help_text=f"{told}, em cêntimos.", **options)


def currency() -> ChoiceField:
    """A kind of money."""
    return ChoiceField(CURRENCIES, help_text="EUR é dinheiro; PLAY são fichas de demonstração, nunca somadas a ele.")


class Moment(serializers.DateTimeField):
    """A moment, in UTC."""

    def __init__(self, told: str = "", **options: Any) -> None:
        super().__init__(default_timezone=UTC, help_text=f"{told} ISO 8601, UTC.".strip(), **options)


@extend_schema_field(OpenApiTypes.STR)
class Ratio(serializers.Field[Fraction, str, str, Fraction]):
    """An exact share, as numerator and denominator."""

    def to_representation(self, value: Fraction) -> str:
        return f"{value.numerator}/{value.denominator}"


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
class CentsByChance(serializers.Field[dict[str, int], Any, dict[str, int], Any]):
    """Amounts in cents by chance."""

    def to_representation(self, value: dict[str, int]) -> dict[str, int]:
        return dict(value)


@extend_schema_field(OpenApiTypes.OBJECT)
class Document(serializers.Field[Any, Any, Any, Any]):
    """A document of its own format."""

    def to_representation(self, value: Any) -> Any:
        return value


class Problem(serializers.Serializer[Any]):
    """Tudo o que não é a resposta pedida (RFC 9457)."""

    type = CharField(help_text="O nome estável do problema, como URN.")
    title = CharField(help_text="O problema em palavras, na língua pedida.")
    status = IntegerField(help_text="O mesmo número que o da resposta.")
    detail = CharField(help_text="O que se passou neste pedido, na língua pedida.")
    reason = CharField(help_text="Código estável, para programas.")
    rule = CharField(allow_null=True, help_text="A regra que o impede, por exemplo PT-16.")


class Limited(serializers.Serializer[Any]):
    """The number of rows that a page may have."""

    limit = IntegerField(min_value=1, max_value=ROWS_MOST, default=50, help_text="Linhas por página.")


class TablesQuery(serializers.Serializer[Any]):
    """Which tables."""

    currency = ChoiceField(CURRENCIES, required=False, help_text="Só as mesas desta moeda.")


class RulesQuery(serializers.Serializer[Any]):
    """Which version of the rules."""

    version = IntegerField(min_value=1, max_value=2**31 - 1, required=False, help_text="Sem ela, a versão em vigor.")


class RoundsQuery(Limited):
    """Which rounds."""

    since = Moment("A partir deste momento.", required=False)
    until = Moment("Antes deste momento.", required=False)
    before = Moment("Cursor: o `next` da página anterior.", required=False)


class StatementQuery(Limited):
    """Which lines."""

    currency = ChoiceField(CURRENCIES, default=Currency.EUR.value, help_text="De que conta.")
    since = Moment("A partir deste momento.", required=False)
    until = Moment("Antes deste momento.", required=False)
    before = IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, help_text="Cursor: o `next` da página anterior."
    )


class SessionsQuery(Limited):
    """Which sessions."""

    before = Moment("Cursor: o `next` da página anterior.", required=False)


class ReportsQuery(Limited):
    """Which days."""

    before = DateField(required=False, help_text="Cursor: o `next` da página anterior.")


class OrdersQuery(Limited):
    """Which orders."""

    name = ChoiceField(choices=sorted(CATALOGUE), required=False, help_text="Só deste relatório do catálogo.")
    before = Moment("Cursor: o `next` da página anterior.", required=False)


class RevisionQuery(serializers.Serializer[Any]):
    """Which revision of a report."""

    revision = IntegerField(min_value=1, max_value=2**31 - 1, required=False, help_text="Sem ela, a última.")


class PastResult(serializers.Serializer[Any]):
    """Um resultado passado."""

    winner = CharField(help_text="P (ponto), B (banca) ou E (empate).")
    ponto_pair = BooleanField()
    banca_pair = BooleanField()


class Tile(serializers.Serializer[Any]):
    """Uma mesa como o átrio a mostra."""

    code = CharField()
    name = CharField()
    currency = currency()
    preset = CharField(help_text="A variante: `macau`, `ponto-e-banca`…")
    status = CharField(help_text="`open`, `paused` ou `closing`.")
    minimum = cents("Aposta mínima")
    max_prize = cents("Prémio máximo da mesa (R41)", allow_null=True)
    commission = CharField()
    commission_edge = Ratio(help_text="Vantagem exata da casa na banca, `numerador/denominador`.")
    seats = IntegerField()
    taken = IntegerField(help_text="Lugares ocupados.")
    phase = CharField(help_text="`waiting`, `betting`, `closed`, `dealing`, `settled` ou `void`.")
    closes_at = Moment("Fecho das apostas da jogada.", allow_null=True)
    betting_seconds = IntegerField()
    version = IntegerField(help_text="Número do último acontecimento da mesa.")
    results = PastResult(many=True)


class Tiles(serializers.Serializer[Any]):
    """As mesas abertas."""

    items = Tile(many=True)


class TableDetail(Tile):
    """Uma mesa e o seu estado público, sem os lugares: quem joga só se vê na mesa."""

    state = Document(help_text="As secções públicas do estado da mesa na versão `version`, como a ligação as diz.")


class Offer(serializers.Serializer[Any]):
    chance = CharField()
    win = Ratio(help_text="Probabilidade exata de ganhar.")
    push = Ratio(help_text="Probabilidade exata de devolução.")
    lose = Ratio(help_text="Probabilidade exata de perder.")
    edge = Ratio(help_text="Vantagem exata da casa.")
    rtp = Ratio(help_text="Retorno exato ao jogador.")


class _Terms(serializers.Serializer[Any]):
    preset = CharField()
    decks = IntegerField()
    shuffle = CharField(help_text="`every-round` ou `per-shoe`.")
    commission = CharField()
    pairs = BooleanField()
    pairs_combined = BooleanField(help_text="Se os dois pares têm um só teto, mais estrito (R43c).")
    minimum = cents("Aposta mínima")
    max_prize = cents("Prémio máximo (R41)", allow_null=True)
    caps = CentsByChance(help_text="Máximos que a casa fixou, em cêntimos por chance.")
    betting_seconds = IntegerField()
    seats = IntegerField()
    cut = BooleanField(help_text="Se os jogadores cortam cada sabot novo.")
    squeeze_seconds = IntegerField(
        help_text="Segundos em que a maior aposta de cada lado vira as cartas (C10); 0: vira a casa."
    )


class PublishedTerms(serializers.Serializer[Any]):
    """Uma versão publicada das regras de uma mesa (PT-49)."""

    table_code = CharField()
    table_name = CharField()
    currency = currency()
    version = IntegerField()
    versions = ListField(child=IntegerField(), help_text="Todas as versões que estiveram em vigor.")
    status = CharField()
    reference = CharField(help_text="Referência da aprovação.")
    in_force_from = Moment("Início de vigência.", allow_null=True)
    superseded_at = Moment("Fim de vigência.", allow_null=True)
    terms = _Terms()


class Rules(PublishedTerms):
    """Uma versão publicada das regras de uma mesa, com o que cada chance vale (PT-49)."""

    chances = Offer(many=True)


class PublicRound(serializers.Serializer[Any]):
    """Uma jogada, com o que é público dela."""

    code = CharField()
    number = IntegerField()
    table_code = CharField()
    currency = currency()
    version = IntegerField(help_text="Versão das regras com que foi jogada.")
    phase = CharField()
    opened_at = Moment()
    closes_at = Moment()
    closed_at = Moment(allow_null=True)
    settled_at = Moment(allow_null=True)
    voided_at = Moment(allow_null=True)
    void_reason = CharField()
    laid = ListField(child=CharField(allow_null=True), help_text="P1 B1 P2 B2 P3 B3; `null` onde não houve carta.")
    opened = ListField(
        child=CharField(allow_null=True),
        help_text="De uma jogada anulada: as cartas que lhe caberiam, nos mesmos lugares. Não decidem nada.",
    )
    ponto = IntegerField(allow_null=True, help_text="Total do ponto.")
    banca = IntegerField(allow_null=True, help_text="Total da banca.")
    winner = CharField()
    sums = CentsByChance(help_text="Apostado por todos, em cêntimos por chance.")
    proof = Document(help_text="O compromisso publicado e as cartas desta jogada, como o verificador as lê.")
    paper = BooleanField(
        help_text="Se um croupier a deu com cartas de papel: nenhuma ordem foi fixada antes, e não há raiz nem provas."
    )


class RoundsPage(serializers.Serializer[Any]):
    """Jogadas, das mais recentes para as mais antigas."""

    items = PublicRound(many=True)
    next = Moment("Cursor da página seguinte.", allow_null=True)


class _Bet(serializers.Serializer[Any]):
    chance = CharField()
    stake = cents("Apostado")
    outcome = CharField(help_text="`win`, `push`, `lose`, `void`, ou vazio enquanto está em jogo.")
    prize = cents("Prémio, já sem comissão")
    commission = cents("Comissão")
    returned = cents("Recebido, aposta incluída")


class Mine(serializers.Serializer[Any]):
    bets = _Bet(many=True)
    staked = cents("Apostado")
    returned = cents("Recebido")
    commission = cents("Comissão")


class RoundDetail(PublicRound):
    """Uma jogada; `mine` são as apostas de quem pergunta, se for jogador."""

    mine = Mine(allow_null=True)


class _Line(serializers.Serializer[Any]):
    id = IntegerField()
    at = Moment()
    code = CharField(help_text="Porque se moveu: `deposit`, `stake`, `prize`…")
    amount = cents("Entrou (acima de 0) ou saiu (abaixo de 0)")
    balance_before = cents("Saldo antes")
    balance_after = cents("Saldo depois")
    reference = CharField(help_text="Código da jogada, ou referência do movimento.")


class Statement(serializers.Serializer[Any]):
    """O extrato de uma conta, das linhas mais recentes para as mais antigas (PT-10)."""

    currency = currency()
    balance = cents("Saldo agora")
    items = _Line(many=True)
    next = IntegerField(allow_null=True, help_text="Cursor da página seguinte.")


class Session(serializers.Serializer[Any]):
    """Uma sessão de jogo e as suas somas (R33)."""

    code = UUIDField()
    table_code = CharField()
    table_name = CharField()
    currency = currency()
    seat = IntegerField()
    started_at = Moment()
    ended_at = Moment(allow_null=True)
    reason = CharField(help_text="Porque acabou.")
    rounds = IntegerField()
    staked = cents("Apostado")
    returned = cents("Recebido, apostas incluídas")
    prizes = cents("Prémios")
    commission = cents("Comissão")
    result = cents("Ganho (acima de 0) ou perda (abaixo de 0)")
    seconds = IntegerField()


class PlayedShoe(serializers.Serializer[Any]):
    """Um sabot com que se jogou."""

    number = IntegerField(help_text="O número do sabot na sua mesa.")
    root = CharField(  # type: ignore[assignment]  # declared fields are taken out of the class
        help_text="A raiz publicada antes da primeira aposta, em hexadecimal; vazia para cartas de papel."
    )
    fixed_at = Moment()
    rounds = IntegerField(help_text="As jogadas suas que saíram dele.")


class SessionWithShoes(Session):
    """Uma sessão, as suas somas e os sabots com que se jogou."""

    shoes = PlayedShoe(many=True)


class SessionsPage(serializers.Serializer[Any]):
    """Sessões, das mais recentes para as mais antigas."""

    items = Session(many=True)
    next = Moment("Cursor da página seguinte.", allow_null=True)
