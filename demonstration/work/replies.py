"""Kept texts for answers, as a house has them after some weeks: in each language, one changed, one retired."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from demonstration.work.stage import Stage, Story
from players.complaints.operations import replies
from players.complaints.placeholders import Placeholder
from players.complaints.queries.replies import filled_in, fitting
from players.roles import Role


@dataclass(frozen=True, slots=True)
class Kept:
    """One text: the subject that it answers (empty: every one), its language, title and words."""

    category: str
    language: str
    title: str
    text: str


MORE: Final = "Falta-nos um pormenor"
TEXTS: Final = (
    Kept(
        "",
        "pt",
        MORE,
        "{address},\n\nRecebemos a sua reclamação {case} em {received}. Para a vermos bem falta-nos um pormenor:",
    ),
    Kept(
        "round",
        "pt",
        "Como se confirma uma jogada",
        "Vimos de novo a jogada {round}, na mesa {table}. {result}. Apostou {staked} e foram-lhe devolvidos {returned}."
        " As cartas, as contas e a prova estão na página da jogada, onde as pode confirmar.",
    ),
    Kept(
        "bet",
        "pt",
        "O que chegou a uma jogada",
        "À jogada {round} chegou o seu boletim {slip}: {bet}, às {moment}. Foi jogado e pago como os dos outros:"
        " apostou {staked} e foram-lhe devolvidos {returned}.",
    ),
    Kept(
        "bet",
        "pt",
        "Um boletim que chegou tarde",
        "{address},\n\nO seu boletim {slip} ({bet}) chegou às {moment}, {late} depois de as apostas fecharem. Por isso"
        " não foi aceite, e nada saiu do seu saldo.",
    ),
    Kept(
        "money",
        "pt",
        "O estado de um levantamento",
        "O levantamento {payment} de {amount}, pedido em {moment}, está neste estado: {outcome}. Segue para o meio de"
        " pagamento com que depositou, e a carteira mostra sempre em que ponto está.",
    ),
    Kept(
        "protection",
        "pt",
        "Quando vale um limite",
        "Um limite mais baixo vale logo. Um mais alto só vale 24 horas depois, e só se o confirmar; sem confirmação, o"
        " pedido caduca. É assim para todos os limites, em «Limites».",
    ),
    Kept(
        "account",
        "pt",
        "Onde se pede uma correção",
        "Em «Os meus dados», «Pedir uma correção»: diga o que deve ficar, e uma pessoa decide, com razões, no prazo de"
        " um mês.",
    ),
    Kept(
        "service",
        "pt",
        "Como se lê o extrato",
        "O extrato está na carteira: cada linha tem a data, o que foi, o valor e o saldo com que ficou.",
    ),
    Kept(
        "other",
        "pt",
        "Quanto tempo se guardam os dados",
        "Está em «Os seus direitos e os seus dados», «Durante quanto tempo». Os registos do jogo e da conta têm de ser"
        " guardados dez anos, mesmo depois de a conta fechar.",
    ),
    Kept(
        "",
        "en",
        "We need one more detail",
        "{address},\n\nWe received your complaint {case} on {received}. To look into it we need one more detail:",
    ),
    Kept(
        "protection",
        "en",
        "When a limit applies",
        "A lower limit applies at once. A higher one applies only 24 hours later, and only if you confirm it; without"
        " confirmation the request lapses. It is so for every limit, under “Limits”.",
    ),
    Kept(
        "",
        "ro",
        "Mai avem nevoie de un detaliu",
        "{address},\n\nAm primit reclamația {case} la {received}. Ca să o vedem bine, mai avem nevoie de un detaliu:",
    ),
    Kept(
        "protection",
        "ro",
        "Când se aplică o limită",
        "O limită mai mică se aplică imediat. Una mai mare se aplică abia după 24 de ore și doar dacă o confirmați;"
        " fără confirmare, cererea expiră. Așa este pentru toate limitele, la „Limite”.",
    ),
)
EARLIER: Final = "Um limite mais baixo vale logo, e um mais alto só vale 24 horas depois."
"""The first version of the text about limits, without the confirmation."""


def stories(stage: Stage) -> Iterator[Story]:
    """Support writes them on the first morning; one is written better, and one is offered no more."""
    yield _texts(stage)


def _texts(stage: Stage) -> Story:
    support, made = stage.staff[Role.SUPPORT], {}
    yield (at := stage.moment(0, 9))
    for place, kept in enumerate(TEXTS):
        first = EARLIER if (kept.category, kept.language) == ("protection", "pt") else kept.text
        with stage.act(at, support):
            made[kept.category, kept.language, kept.title] = replies.write_template(
                category=kept.category,
                language=kept.language,
                title=kept.title,
                text=first,
                reason="Pergunta que se repete; uma resposta igual para todos.",
                by=support,
                idempotency_key=stage.key("reply", place),
                now=at,
            )
    limits, late = made["protection", "pt", "Quando vale um limite"], made["bet", "pt", "Um boletim que chegou tarde"]
    yield (at := stage.moment(0, 9, 20))
    with stage.act(at, support):
        replies.change_template(
            template_id=limits.template_id,
            title="Quando vale um limite",
            text=next(each.text for each in TEXTS if (each.category, each.language) == ("protection", "pt")),
            reason="Faltava dizer que um limite mais alto tem de ser confirmado.",
            seen=limits.version,
            by=support,
            idempotency_key=stage.key("reply", "limits"),
            now=at,
        )
    yield (at := stage.moment(len(stage.days) // 2, 17))
    with stage.act(at, support):
        replies.retire_template(
            template_id=late.template_id,
            reason="A proposta de resposta já o diz, com os factos da jogada.",
            seen=late.version,
            by=support,
            idempotency_key=stage.key("reply", "late"),
            now=at,
        )


def taken(
    title: str, *, category: str, language: str, values: Mapping[Placeholder, str]
) -> tuple[str, tuple[int, ...]]:
    """The kept text of this title with the facts of a case in it, and its version; nothing where none is offered."""
    for card in fitting(category=category, language=language):
        if card.title == title:
            return filled_in(card.text, dict(values)), (card.id,)
    return "", ()
