"""Players with a past, in bulk, for a demonstration house: verified, and without a password that opens anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction


@dataclass(frozen=True, slots=True)
class PastPlayer:
    """A player as the past needs one."""

    person_id: int
    person_key: str


def register_past_players(*, nicknames: Sequence[str], joined_at: Sequence[datetime]) -> list[PastPlayer]:
    """Players of these nicknames, in the same order; their e-mails end in `.example`, which is nobody's."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO players_person (password, is_superuser, public_id, email, nickname, kind, is_active,"
            " joined_at, language, birth_date, verified_at, email_confirmed_at, terms_version)"
            " SELECT '!', false, gen_random_uuid(), nickname || '@passado.sabot.example', nickname, 'player', true,"
            " joined_at, 'pt', '1985-05-04', joined_at, joined_at, 1"
            " FROM unnest(%s::text[], %s::timestamptz[]) AS p(nickname, joined_at) RETURNING nickname, id, public_id",
            [list(nicknames), list(joined_at)],
        )
        found = {nickname: PastPlayer(int(pk), str(key)) for nickname, pk, key in cursor.fetchall()}
    return [found[nickname] for nickname in nicknames]
