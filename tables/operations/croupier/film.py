"""Where a croupier's table is filmed: set by a supervisor, with a reason. No picture passes through the house."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from kernel.reasons import stated
from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from tables.film import ADDRESS_MAX, DELAY_MAX, Film, origin_of
from tables.operations.croupier.standing import locked_table


class FilmRejection(StrEnum):
    """Why nothing was done, in the order of checking."""

    NO_SUCH_TABLE = "no-such-table"
    NOT_A_CROUPIERS_TABLE = "not-a-croupiers-table"
    NO_REASON = "no-reason"
    WHEP_INVALID = "whep-invalid"
    """No address that a page may be led to, or one of more than `most` characters."""
    HLS_INVALID = "hls-invalid"
    DELAY_OUT_OF_RANGE = "delay-out-of-range"
    """Not 0 to `most` milliseconds."""


class FilmRejected(Rejected):
    """`reason` says why."""

    reason: FilmRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmSet:
    """The film of a table after the act; `repeat`: it was so already."""

    table_id: int
    film: Film
    repeat: bool


def set_film(*, table_id: int, whep: str, hls: str, delay: int, reason: str, by: int, now: datetime) -> FilmSet:
    """Say where the table's film is; without an address it has none. `delay`: milliseconds from the lens to the
    network. Pages that are loaded from now on follow. Raises `FilmRejected`.
    """
    film = Film(whep.strip(), hls.strip(), delay)
    with transaction.atomic():
        missing = FilmRejected(FilmRejection.NO_SUCH_TABLE)
        other = FilmRejected(FilmRejection.NOT_A_CROUPIERS_TABLE)
        table = locked_table(table_id, missing=missing, other=other)
        said = stated(reason, FilmRejected(FilmRejection.NO_REASON))
        _check(film)
        before = table.film
        if film != before:
            table.film_whep, table.film_hls, table.film_delay = film.whep, film.hls, film.delay
            table.save(update_fields=["film_whep", "film_hls", "film_delay"])
            tell(
                EventName.FILM_SET,
                by=by,
                now=now,
                key=table.code,
                table_id=table.pk,
                reason=said,
                before=_told(before),
                after=_told(film),
            )
    return FilmSet(table_id=table_id, film=film, repeat=film == before)


def _check(film: Film) -> None:
    if film.whep and origin_of(film.whep) is None:
        raise FilmRejected(FilmRejection.WHEP_INVALID, most=ADDRESS_MAX)
    if film.hls and origin_of(film.hls) is None:
        raise FilmRejected(FilmRejection.HLS_INVALID, most=ADDRESS_MAX)
    if not 0 <= film.delay <= DELAY_MAX:
        raise FilmRejected(FilmRejection.DELAY_OUT_OF_RANGE, most=DELAY_MAX)


def _told(film: Film) -> dict[str, str | int]:
    return {"whep": film.whep, "hls": film.hls, "delay": film.delay}
