"""A round told in plain words, in the active language, for whoever was not there."""

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from casino import names, words
from casino.round_moments import act_line, who
from tables.queries import Evidence


def story(evidence: Evidence) -> list[str]:
    """The round told in plain words, a paragraph each."""
    return [
        paragraph
        for paragraph in (
            _opening(evidence),
            *_people(evidence),
            _closing(evidence),
            *_cards_told(evidence),
            *_money(evidence),
        )
        if paragraph
    ]


def _opening(evidence: Evidence) -> str:
    played = evidence.round
    return gettext("As apostas da jogada %(number)s da mesa %(table)s abriram em %(opened)s%(deadline)s.") % {
        "number": words.number(played.number),
        "table": played.table_name,
        "opened": words.moment(played.opened_at),
        "deadline": gettext(", com prazo até às %(closes)s") % {"closes": clock(evidence.deadlines[0].at)}
        if evidence.deadlines
        else "",
    }


def _people(evidence: Evidence) -> Iterator[str]:
    """What staff and the house did before the round's end, and which deadline it moved."""
    for act in evidence.acts:
        if act.action == "void-round":
            continue
        told = gettext("Às %(at)s: %(act)s.") % {"at": clock(act.at), "act": act_line(act)}
        if act.deadline is not None:
            moved = (
                gettext("O prazo passou a ser às %(deadline)s.")
                if act.action == "resume-table"
                else gettext("O prazo das %(deadline)s deixou de valer.")
            )
            told = f"{told} {moved % {'deadline': clock(act.deadline)}}"
        yield told


def _closing(evidence: Evidence) -> str:
    played = evidence.round
    if played.voided_at is not None:
        by = next((who(act) for act in evidence.acts if act.action == "void-round"), gettext("a própria casa"))
        return gettext("A jogada foi anulada em %(at)s por %(who)s. Motivo: %(reason)s.") % {
            "at": words.moment(played.voided_at),
            "who": by,
            "reason": played.void_reason.rstrip("."),
        }
    return gettext("Fecharam às %(closed)s («jogo feito, nada mais»). A jogada foi paga às %(settled)s.") % {
        "closed": clock(played.closed_at),
        "settled": clock(played.settled_at),
    }


def _cards_told(evidence: Evidence) -> Iterator[str]:
    played = evidence.round
    if evidence.shown:
        yield gettext(
            "Depois de devolvidas as apostas mostraram-se as cartas que caberiam a esta jogada, pela ordem fixada antes"
            " da primeira aposta: %(cards)s. Não decidem nada e contam como queimadas."
        ) % {"cards": ", ".join(names.card(card) for card in evidence.shown)}
    if not played.laid or played.ponto is None or played.banca is None:
        return
    ponto, banca = played.laid[0::2], played.laid[1::2]
    two = gettext("O ponto recebeu %(ponto)s; a banca recebeu %(banca)s.") % {
        "ponto": _spoken(ponto[:2]),
        "banca": _spoken(banca[:2]),
    }
    thirds = [
        gettext("O ponto tirou terceira carta: %(card)s.") % {"card": names.card(ponto[2])}
        if ponto[2]
        else gettext("O ponto ficou."),
        gettext("A banca tirou terceira carta: %(card)s.") % {"card": names.card(banca[2])}
        if banca[2]
        else gettext("A banca ficou."),
    ]
    yield " ".join([two, *thirds])
    yield gettext("Totais: ponto %(ponto)s, banca %(banca)s. %(winner)s.") % {
        "ponto": played.ponto,
        "banca": played.banca,
        "winner": names.outcome(played.winner),
    }


def _money(evidence: Evidence) -> Iterator[str]:
    played = evidence.round
    refused = [slip for slip in played.slips if slip.refusal]
    if refused:
        yield ngettext(
            "%(n)s boletim foi recusado; o motivo está abaixo.",
            "%(n)s boletins foram recusados; os motivos estão abaixo.",
            len(refused),
        ) % {"n": len(refused)}
    if not evidence.bets:
        yield gettext("Não há apostas aceites nesta jogada.")
        return
    yield gettext("Apostado: %(staked)s. Devolvido ao todo: %(returned)s. Comissão: %(commission)s.") % {
        "staked": words.money(played.staked, played.currency),
        "returned": words.money(played.returned, played.currency),
        "commission": words.money(played.commission, played.currency),
    }


def _spoken(cards: tuple[str | None, ...]) -> str:
    return gettext(" e ").join(names.card(card) for card in cards if card)


def clock(at: datetime | None) -> str:
    """The time of day to the millisecond, on the house's clock."""
    return f"{timezone.localtime(at):%H:%M:%S.%f}"[:-3] if at else "–"
