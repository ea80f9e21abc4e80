"""What the complaints of a past are about: facts that are in the books at that moment, and words that name them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import translation

from casino.wording import words
from demonstration.work.stage import Member
from players.complaints.operations import Subject
from players.complaints.queries.cases import SubjectKind
from players.models import Withdrawal
from tables.models import Bet, Slip

WHERE: Final = "Pode dizer-nos se jogava no telemóvel ou no computador, e se a rede mudou nesse momento?"
AT_HOME: Final = "No telemóvel, em casa, sempre com a mesma rede."
NONE: Final = Subject()
CARDS_OF_THREE: Final = 5
"""From so many cards on a third one was drawn."""
STANDING: Final = ("held", "ready", "sent", "paid", "failed")
"""A withdrawal that its player neither took back nor was refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A complaint, and what is written until its answer: `right` where the player is, `partly`, or `wrong`.

    `template` is the title of the kept text that the answer goes on with. Without words for `wrong` the answer is the
    house's own draft, made of the facts.
    """

    category: str
    text: str
    question: str
    reply: str
    note: str
    right: str
    partly: str
    wrong: str = ""
    template: str = ""
    subject: Subject = NONE
    occurred_at: datetime | None = None


LIMITS: Final = Asked(
    category="protection",
    text="Não percebo a partir de quando vale um limite mais baixo, e quanto espera um mais alto.",
    question="Pode dizer-nos de que limite se trata: depósitos, apostas, perdas ou tempo?",
    reply="O de depósitos. Mas gostava de saber para todos.",
    note="A regra é a mesma para todos os limites. @Supervisora, também te perguntaram isto esta semana?",
    right="Tem razão: a resposta deve estar onde a dúvida nasce.",
    partly="Em parte tem razão: está escrito na página, mas só no cimo.",
    wrong="A regra está no cimo da página, e vale como lá está.",
    template="Quando vale um limite",
)
DETAILS: Final = Asked(
    category="account",
    text="Queria corrigir um dado da minha conta e não encontro onde se pede.",
    question="Pode dizer-nos em que página procurou?",
    reply="Nos limites e na segurança da conta.",
    note="Fiz o caminho como o jogador o conta: falta um sinal na página da conta. @Supervisora, concordas?",
    right="Tem razão: o caminho não é evidente.",
    partly="Em parte tem razão: a página existe, mas não está onde a procurou.",
    wrong="A página está na conta, com o nome que procura.",
    template="Onde se pede uma correção",
)
KEEPING: Final = Asked(
    category="other",
    text="Onde está escrito durante quanto tempo guardam os meus dados?",
    question="Procura um dado em particular?",
    reply="Não, quero saber de todos.",
    note="Está na ajuda. @Supervisora, alguém mais perguntou por isto?",
    right="Tem razão: é informação que deve encontrar sem perguntar.",
    partly="Em parte tem razão: está escrito, mas fora da página da conta.",
    wrong="Está na ajuda, que qualquer pessoa pode ler.",
    template="Quanto tempo se guardam os dados",
)
SERVICE: Final = Asked(
    category="service",
    text="Telefonei para o apoio e a resposta não tratava do que perguntei: como se lê o extrato.",
    question="Pode dizer-nos que linha do extrato não percebeu?",
    reply="Nenhuma em particular; queria saber o que é cada coluna.",
    note="Ouvi quem atendeu: a pergunta foi tomada por outra. @Supervisora, para a reunião de turno.",
    right="Tem razão: respondemos a outra pergunta, e pedimos desculpa.",
    partly="Em parte tem razão: a resposta ficou a meio.",
    wrong="Quem atendeu leu-lhe a página do extrato, onde cada coluna tem o seu nome.",
    template="Como se lê o extrato",
)
_Maker = Callable[[Member, datetime], Asked | None]


def _round(member: Member, before: datetime) -> Asked | None:
    """The player's last round in which a third card was drawn."""
    own = Bet.objects.filter(person_id=member.id, round__phase="settled", round__settled_at__lt=before)
    last = own.filter(round__cards__len__gte=CARDS_OF_THREE).order_by("-pk").select_related("round__table").first()
    if last is None:
        return None
    played = last.round
    return Asked(
        category="round",
        text=f"Na jogada {played.code}, na mesa {played.table.name}, a terceira carta apareceu depois do resultado."
        " Peço que confirmem as cartas e as contas.",
        question=WHERE,
        reply=AT_HOME,
        note=f"Vi a jogada {played.code} com a prova: as cartas e as contas batem certo.",
        right="Tem razão no que viu: no seu ecrã o resultado chegou antes da carta. As contas estão certas.",
        partly="Em parte tem razão: o ecrã pode ter-se atrasado. As contas estão certas.",
        template="Como se confirma uma jogada",
        subject=Subject(SubjectKind.ROUND, played.code),
        occurred_at=played.opened_at,
    )


def _bet(member: Member, before: datetime) -> Asked | None:
    """The player's last round with a single slip of theirs."""
    own = Slip.objects.filter(person_id=member.id, round__phase="settled", round__settled_at__lt=before)
    last = own.order_by("-pk").select_related("round").first()
    if last is None or Slip.objects.filter(person_id=member.id, round=last.round).count() != 1:
        return None
    code = last.round.code
    return Asked(
        category="bet",
        text=f"Na jogada {code} confirmei outra vez e a segunda aposta não entrou. Queria saber se chegou.",
        question=WHERE,
        reply=AT_HOME,
        note=f"À jogada {code} chegou um boletim só, dentro do tempo. @Supervisora, viste alguma coisa na mesa?",
        right="Tem razão: a página devia ter dito que a segunda aposta não seguiu. Chegou um boletim só.",
        partly="Em parte tem razão: o botão respondeu, mas não chegou um segundo boletim.",
        template="O que chegou a uma jogada",
        subject=Subject(SubjectKind.ROUND, code),
        occurred_at=last.round.opened_at,
    )


def _money(member: Member, before: datetime) -> Asked | None:
    """The player's last withdrawal that stands."""
    own = Withdrawal.objects.filter(person_id=member.id, requested_at__lt=before, state__in=STANDING)
    last = own.order_by("-requested_at").first()
    if last is None:
        return None
    amount, day = words.money(last.amount, "EUR"), words.date(last.requested_at)
    return Asked(
        category="money",
        text=f"O levantamento de {amount} que pedi a {day} ainda não aparece na minha conta.",
        question="Pode ver outra vez o meio de pagamento para onde o pediu?",
        reply="Já vi, e continuo sem o encontrar.",
        note=f"Vi o levantamento de {amount} no livro e o que o banco respondeu.",
        right="Tem razão: devíamos ter dito por onde anda o dinheiro.",
        partly="Em parte tem razão: o estado estava na carteira, mas sem mais explicação.",
        template="O estado de um levantamento",
        subject=Subject(SubjectKind.PAYMENT, str(last.key)),
        occurred_at=last.requested_at,
    )


def _technical(member: Member, before: datetime) -> Asked | None:
    """The table at which the player bet last."""
    own = Bet.objects.filter(person_id=member.id, round__opened_at__lt=before)
    last = own.order_by("-pk").select_related("round__table").first()
    if last is None:
        return None
    table = last.round.table
    return Asked(
        category="technical",
        text=f"A página da mesa {table.name} ficou parada durante duas jogadas, no telemóvel, com rede.",
        question=WHERE,
        reply=AT_HOME,
        note=f"A mesa {table.name} seguiu sem interrupção para os outros. @Supervisora, soubeste de mais algum caso?",
        right="Tem razão: a página não voltou a ligar-se por si, e pedimos desculpa.",
        partly="Em parte tem razão: a página parou, mas as suas apostas aceites foram pagas como as dos outros.",
        wrong="A mesa não parou, e as suas apostas aceites foram pagas como as dos outros.",
        subject=Subject(SubjectKind.TABLE, table.code),
        occurred_at=last.round.opened_at,
    )


MAKERS: Final[tuple[_Maker, ...]] = (
    *(_round, _bet, _money, lambda _member, _before: DETAILS),
    *(lambda _member, _before: LIMITS, lambda _member, _before: SERVICE),
    *(_technical, lambda _member, _before: KEEPING),
)
"""What complaints are about, one after the other."""


def asked(member: Member, place: int, before: datetime) -> Asked:
    """The complaint of this number as the member can make it at this moment; one who has no such facts asks support."""
    with translation.override("pt"):
        return MAKERS[place % len(MAKERS)](member, before) or SERVICE
