"""Who was at the table in a round, and by which connections, in words: for evidence and the staff's page."""

from typing import Any

from django.utils.translation import gettext, pgettext

from casino import words
from casino.round_story import clock
from tables.queries import ConnectionCard, ConnectionEnd, Evidence, Presence, network_of


def presences(evidence: Evidence) -> dict[str, Any]:
    """The sessions at the table as a part of the paper."""
    note = gettext("Quando cada sessão começou e acabou, e os avisos que a página disse ter mostrado.")
    if not evidence.presences:
        return {"note": note}
    return {
        "head": [
            gettext("Jogador"),
            pgettext("seat", "Lugar"),
            gettext("Sentou-se"),
            gettext("Saiu"),
            gettext("Aviso mostrado"),
        ],
        "rows": [_presence(one) for one in evidence.presences],
        "note": note,
    }


def connections(evidence: Evidence) -> dict[str, Any]:
    """The connections during the round as a part of the paper."""
    note = gettext("Uma aposta aceite vale com ou sem ligação.")
    if not evidence.connections:
        return {"note": gettext("Nenhuma ligação ficou registada durante a jogada.") + " " + note}
    return {
        "head": [
            gettext("Jogador"),
            gettext("Ligou-se"),
            gettext("Até ao fim da jogada"),
            gettext("De onde"),
            gettext("Com quê"),
        ],
        "rows": [_connection(one, whole=evidence.whole) for one in evidence.connections],
        "note": note,
    }


def ending(one: ConnectionCard) -> str:
    """What became of a connection by the end of the round, in words."""
    if one.ended_at is None or one.end is ConnectionEnd.HELD:
        return gettext("ligado")
    at = {"at": clock(one.ended_at)}
    if one.end is ConnectionEnd.UNKNOWN:
        return gettext("fim desconhecido: o servidor parou, visto pela última vez às %(at)s") % at
    return gettext("%(why)s às %(at)s") % {**at, "why": _why(one.close_code)}


def _why(code: int | None) -> str:
    """Codes are those of RFC 6455 and of docs/protocol.md."""
    return {
        1000: gettext("fechada pela página"),
        1001: gettext("página fechada ou mudada"),
        1005: gettext("fechada pela página"),
        1012: gettext("servidor reiniciado"),
        4001: gettext("sessão terminada"),
        4008: gettext("fechada pela casa: mensagens a mais"),
        4010: gettext("fechada pela casa: a pessoa deixou de poder jogar"),
    }.get(code or 0, gettext("ligação perdida"))


def _presence(one: Presence) -> list[str]:
    return [
        one.nickname,
        str(one.seat),
        words.moment(one.started_at),
        words.moment(one.ended_at) if one.ended_at else gettext("em curso"),
        words.moment(one.warning_shown_at) if one.warning_shown_at else "–",
    ]


def _connection(one: ConnectionCard, *, whole: bool) -> list[str]:
    where = network_of(one.address) if whole else one.address
    return [one.nickname, words.moment(one.opened_at), ending(one), where or "–", one.device or "–"]
