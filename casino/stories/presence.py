"""The people at the table in a round and their connections, in words: for evidence and the staff's page."""

from typing import Any

from django.utils.translation import gettext, pgettext

from casino.stories.round_story import clock
from casino.wording import words
from tables.queries import ConnectionCard, ConnectionEnd, Evidence, Presence, network_of


def presences(evidence: Evidence) -> dict[str, Any]:
    """The sessions at the table as a part of the document."""
    note = gettext("When each session began and ended, and the notices that the page said it had shown.")
    if not evidence.presences:
        return {"note": note}
    return {
        "head": [
            gettext("Player"),
            pgettext("seat", "Seat"),
            gettext("Sat down"),
            gettext("Left"),
            gettext("Notice shown"),
        ],
        "rows": [_presence(one) for one in evidence.presences],
        "note": note,
    }


def connections(evidence: Evidence) -> dict[str, Any]:
    """The connections during the round as a part of the document."""
    note = gettext("An accepted bet stands with or without a connection.")
    if not evidence.connections:
        return {"note": gettext("No connection was recorded during the round.") + " " + note}
    return {
        "head": [
            gettext("Player"),
            gettext("Connected"),
            gettext("Until the end of the round"),
            gettext("From where"),
            gettext("With what"),
        ],
        "rows": [_connection(one, whole=evidence.whole) for one in evidence.connections],
        "note": note,
    }


def ending(one: ConnectionCard) -> str:
    """The state of a connection at the end of the round, in words."""
    if one.ended_at is None or one.end is ConnectionEnd.HELD:
        return gettext("connected")
    at = {"at": clock(one.ended_at)}
    if one.end is ConnectionEnd.UNKNOWN:
        return gettext("end unknown: the server stopped, last seen at %(at)s") % at
    return gettext("%(why)s at %(at)s") % {**at, "why": _why(one.close_code)}


def _why(code: int | None) -> str:
    """Codes are those of RFC 6455 and of docs/protocol.md."""
    return {
        1000: gettext("closed by the page"),
        1001: gettext("page closed or changed"),
        1005: gettext("closed by the page"),
        1012: gettext("server restarted"),
        4001: gettext("session ended"),
        4008: gettext("closed by the house: too many messages"),
        4010: gettext("closed by the house: the person could no longer play"),
    }.get(code or 0, gettext("connection lost"))


def _presence(one: Presence) -> list[str]:
    return [
        one.nickname,
        str(one.seat),
        words.moment(one.started_at),
        words.moment(one.ended_at) if one.ended_at else gettext("under way"),
        words.moment(one.warning_shown_at) if one.warning_shown_at else "–",
    ]


def _connection(one: ConnectionCard, *, whole: bool) -> list[str]:
    where = network_of(one.address) if whole else one.address
    return [one.nickname, words.moment(one.opened_at), ending(one), where or "–", one.device or "–"]
