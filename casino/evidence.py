"""The evidence of a round in words: the story, and every table of the paper, in the active language (G3, B-04)."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.utils.translation import get_language, gettext, gettext_lazy

from baccarat.proof import Verdict
from casino import names, presence, words
from casino.round_moments import acts_and_deadlines
from casino.round_story import clock, story
from tables.queries import BetAgain, Evidence
from tables.queries.evidence import Settled
from tables.queries.history import SlipCard
from wallet.queries import LedgerLine

_NOT_KEPT: Final = gettext_lazy(
    "As provas de cada carta desta jogada não foram guardadas: carta a carta, nada fica provado, e nada está errado."
)
_SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def paper(evidence: Evidence) -> dict[str, Any]:
    """What `reporting/print/evidence.typ` sets."""
    played = evidence.round
    return {
        "language": (get_language() or "pt").split("-")[0],
        "house": settings.HOUSE_NAME,
        "title": gettext("Processo da jogada"),
        "subtitle": played.code,
        "foot": f"{settings.HOUSE_NAME} · {played.code}",
        "verdict": verdict(evidence),
        "facts": _facts(evidence),
        "parts": [part for part in _parts(evidence) if part],
    }


def verdict(evidence: Evidence) -> dict[str, str]:
    """What working everything out anew gave: tone, title, text."""
    if not evidence.agrees:
        return {
            "tone": "bad",
            "title": gettext("Há diferenças"),
            "text": gettext(
                "As contas refeitas não dão o que foi pago. A casa tem de explicar e corrigir a diferença."
            ),
        }
    text = (
        gettext("A jogada foi anulada e todas as apostas foram devolvidas; as contas refeitas dão o mesmo.")
        if evidence.round.phase == "void"
        else gettext(
            "Com as cartas seladas, as apostas aceites e as regras em vigor, as contas refeitas dão exatamente o que"
            " foi pago, até ao cêntimo."
        )
    )
    if evidence.replay.proofs is Verdict.NOT_KEPT:
        return {
            "tone": "warn",
            "title": gettext("As contas conferem; as provas das cartas não foram guardadas"),
            "text": f"{text} {_NOT_KEPT}",
        }
    return {"tone": "good", "title": gettext("Tudo confere"), "text": text}


def readme(evidence: Evidence) -> str:
    """How to check the pack without asking the house."""
    lines = [
        gettext("Processo da jogada %(code)s") % {"code": evidence.round.code},
        "",
        gettext("O que está aqui:"),
        gettext("- %(code)s.pdf: a jogada contada e mostrada, para ler.") % {"code": evidence.round.code},
        gettext("- round.json: os mesmos factos para programas; valores em cêntimos, horas em UTC."),
        gettext("- proof.json: a prova publicada das cartas."),
        gettext("- verify_shoe.py: o verificador; só precisa de Python e não usa nada desta casa."),
        gettext("- manifest.json: o SHA-256 de cada ficheiro."),
        "",
        gettext("Para verificar as cartas:"),
        "    python verify_shoe.py proof.json",
        gettext("Para verificar um ficheiro, compare com manifest.json o que dá:"),
        "    sha256sum round.json",
    ]
    return "\n".join(lines) + "\n"


def _facts(evidence: Evidence) -> list[list[str]]:
    played, rules = evidence.round, evidence.rules
    whose = gettext("as de todos os jogadores") if evidence.whole else gettext("as de um só jogador")
    return [
        [gettext("Mesa"), f"{played.table_name} ({played.table_code})"],
        [gettext("Jogada"), f"{words.number(played.number)} · {names.phase(played.phase)}"],
        [gettext("Dinheiro"), gettext("fichas de demonstração") if played.currency == "PLAY" else gettext("euros")],
        [gettext("Regras"), f"{names.variant(rules.terms['preset'])}, v{rules.version}"],
        [gettext("Aprovação"), rules.reference or "–"],
        [gettext("Apostas mostradas"), whose],
    ]


def _parts(evidence: Evidence) -> Iterator[dict[str, Any]]:
    played = evidence.round
    yield {"title": gettext("O que aconteceu"), "text": story(evidence)}
    if played.laid:
        yield _cards(evidence)
    yield {"title": gettext("Apostas: o que foi pago e as contas refeitas"), **_bets(evidence)}
    yield {"title": gettext("Tempos, ao milésimo de segundo"), **_timer(evidence)}
    yield {"title": gettext("Boletins e recibos"), **_slips(evidence)}
    yield {"title": gettext("Presença na mesa"), **presence.presences(evidence)}
    yield {"title": gettext("Ligações durante a jogada"), **presence.connections(evidence)}
    yield {"title": gettext("Linhas do livro-razão"), **_ledger(evidence)}
    yield {"title": gettext("Regras desta versão"), "facts": _terms(evidence)}
    yield _proof(evidence)


def _cards(evidence: Evidence) -> dict[str, Any]:
    played = evidence.round
    hands = [
        {
            "name": names.chance(side),
            "total": str(total),
            "cards": [
                {"face": f"{card[0].replace('T', '10')}{_SUITS[card[1]]}", "red": card[1] in "HD", "across": place == 2}
                for place, card in enumerate(played.laid[first::2])
                if card
            ],
        }
        for first, side, total in ((0, "ponto", played.ponto), (1, "banca", played.banca))
    ]
    return {"title": gettext("Cartas"), "hands": hands}


def _bets(evidence: Evidence) -> dict[str, Any]:
    if not evidence.bets:
        return {"note": gettext("Não há apostas.")}
    return {
        "head": [
            gettext("Jogador"),
            gettext("Chance"),
            gettext("Aposta"),
            gettext("Foi pago"),
            gettext("Contas refeitas"),
            gettext("Confere"),
        ],
        "ends": [2],
        "rows": [_bet(bet, evidence.round.currency) for bet in evidence.bets],
    }


def _bet(bet: BetAgain, currency: str) -> list[str]:
    return [
        bet.nickname,
        names.chance(bet.chance),
        words.money(bet.stake, currency),
        _settled(bet.stored, currency),
        _settled(bet.again, currency) if bet.again else "–",
        gettext("sim") if bet.agrees else gettext("NÃO"),
    ]


def _settled(settled: Settled, currency: str) -> str:
    said = f"{names.outcome(settled.outcome)}: {words.money(settled.returned, currency)}"
    if settled.commission:
        said += gettext(" (comissão %(amount)s)") % {"amount": words.money(settled.commission, currency)}
    return said


def _timer(evidence: Evidence) -> dict[str, Any]:
    played = evidence.round
    told = [
        (played.opened_at, gettext("apostas abertas")),
        (played.closed_at, gettext("jogo feito")),
        (played.settled_at, gettext("paga")),
        *((played.voided_at, gettext("anulada")) for _ in range(not _void_is_told(evidence))),
        *acts_and_deadlines(evidence.acts, evidence.deadlines),
        (played.shown_at, gettext("cartas mostradas")),
        *(
            (slip.received_at, gettext("boletim %(number)s recebido") % {"number": slip.number})
            for slip in played.slips
        ),
    ]
    known = sorted(((at, text) for at, text in told if at is not None), key=lambda one: one[0])
    return {
        "head": [gettext("Hora (Lisboa)"), gettext("Desde a abertura"), gettext("O quê")],
        "ends": [1],
        "rows": [[clock(at), _since(played.opened_at, at), text] for at, text in known],
    }


def _void_is_told(evidence: Evidence) -> bool:
    return any(act.action == "void-round" for act in evidence.acts)


def _slips(evidence: Evidence) -> dict[str, Any]:
    if not evidence.round.slips:
        return {"note": gettext("Nenhum boletim.")}
    return {
        "head": [
            gettext("Número"),
            gettext("Jogador"),
            gettext("Recebido"),
            gettext("Respondido"),
            gettext("Pedido"),
            gettext("Resposta"),
        ],
        "rows": [_slip(slip, evidence.round.currency) for slip in evidence.round.slips],
    }


def _slip(slip: SlipCard, currency: str) -> list[str]:
    asked = ", ".join(f"{names.chance(chance)} {words.money(cents, currency)}" for chance, cents in slip.lines.items())
    answer = gettext("aceite")
    if slip.refusal is not None:
        rule = str(slip.refusal.get("rule") or "")
        answer = gettext("recusado") + (f" ({rule})" if rule else "")
    return [slip.number, slip.nickname, clock(slip.received_at), clock(slip.taken_at), asked, answer]


def _ledger(evidence: Evidence) -> dict[str, Any]:
    currency = evidence.round.currency
    if not evidence.round.lines:
        return {"note": gettext("Nenhum dinheiro se moveu.")}
    return {
        "head": [
            gettext("Linha"),
            gettext("Hora"),
            gettext("Porquê"),
            gettext("Valor"),
            gettext("Saldo antes"),
            gettext("Saldo depois"),
        ],
        "ends": [3, 4, 5],
        "rows": [_line(line, currency, whole=evidence.whole) for line in evidence.round.lines],
    }


def _line(line: LedgerLine, currency: str, *, whole: bool) -> list[str]:
    owner = f" · {line.player[:8]}" if whole and line.player else ""
    before, after = (
        words.money(balance, currency) if balance is not None else "–"
        for balance in (line.balance_before, line.balance_after)
    )
    return [
        str(line.id),
        clock(line.at),
        f"{names.ledger_code(line.code.value)}{owner}",
        words.money(line.amount, currency),
        before,
        after,
    ]


def _terms(evidence: Evidence) -> list[list[str]]:
    rules, currency = evidence.rules, evidence.round.currency
    terms = rules.terms
    told = [
        [gettext("Versão"), f"v{rules.version}"],
        [gettext("Em vigor desde"), words.moment(rules.in_force_from) if rules.in_force_from else "–"],
        [gettext("Baralhos"), str(terms.get("decks") or "–")],
        [gettext("Aposta mínima"), words.money(int(terms["minimum"]), currency)],
    ]
    if terms.get("commission"):
        told.append([gettext("Comissão"), names.commission_mode(str(terms["commission"]))])
    if terms.get("max_prize"):
        told.append([gettext("Prémio máximo"), words.money(int(terms["max_prize"]), currency)])
    return told


def _proof(evidence: Evidence) -> dict[str, Any]:
    published = evidence.round.proof
    cards = [
        f"{each['index']:>4}  {each['card']}  {gettext('sal')} {each['salt']}" for each in published.get("cards", ())
    ]
    text = gettext(
        "Antes da primeira aposta publicou-se a impressão digital abaixo, que fixa a ordem das cartas. Cada"
        " carta dada traz o seu lugar e o seu sal; o caminho completo está em proof.json e confere-se com"
        " verify_shoe.py."
    )
    if evidence.replay.proofs is Verdict.NOT_KEPT:
        text = gettext("Antes da primeira aposta publicou-se a impressão digital abaixo, que fixa a ordem das cartas.")
        text = f"{text} {_NOT_KEPT}"
    return {"title": gettext("Prova das cartas"), "text": [text], "code": [published["root"], "", *cards]}


def _since(opened: datetime, at: datetime) -> str:
    return f"+{words.number(round((at - opened).total_seconds() * 1000))}\N{NO-BREAK SPACE}ms"
