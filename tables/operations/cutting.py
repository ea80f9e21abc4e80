"""The cut of a new shoe: opened between two rounds, numbers taken and shown, and the start worked out.

Everything is a row under the table's lock, so that any dealer goes on where another stopped: with the same numbers to
the same start. While a shoe's cut has no start, no round is opened on it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from cryptography.exceptions import InvalidTag
from django.db import transaction

from baccarat.cutting import commitment, start_of
from kernel.rejection import Rejected
from tables.models import Configuration, Cut, CutNumber, PlaySession, Shoe, Table
from tables.operations import openings, shoes, telling
from tables.operations.locking import lock_table
from tables.operations.starting import GRACE, Ahead, rules_ahead
from tables.queries import cuts
from tables.table_settings import TableSettings, terms_of

CUT_SECONDS: Final = 12
"""How long the seats have to cut."""
SHOW_SECONDS: Final = 4
"""How long browsers have to show the numbers that they sent; it ends sooner when all are there."""


class CutRejection(StrEnum):
    """Why a number is not taken, in the order of checking."""

    NO_SUCH_TABLE = "no-such-table"
    NOTHING_TO_CUT = "nothing-to-cut"
    """No shoe is being cut here, or it is another one, or its start is known."""
    NOT_SEATED = "not-seated"
    CUT_CLOSED = "cut-closed"
    ALREADY_CUT = "already-cut"
    """The player, or the seat, has sent another number; the first one stands."""
    NOT_CUT = "not-cut"
    """The player sent no commitment to this shoe's cut."""
    TOO_EARLY = "too-early"
    """No number is shown before the close: others could choose theirs by it."""
    OTHER_NUMBER = "other-number"
    """It is not the number that the seat committed to."""


class CutRejected(Rejected):
    """`reason` says why; what was sent before stands."""

    reason: CutRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class CutTaken:
    """A commitment, or a number, that was taken; `repeat` where it was there already."""

    shoe: str
    seat: int
    repeat: bool = False


def commit_number(*, table_id: int, person_id: int, shoe: str, committed: str, now: datetime) -> CutTaken:
    """Take the seated player's commitment to a number for this shoe (`macau-1/12`). Raises `CutRejected`.

    The commitment is its own key: sent again it gets the first answer.
    """
    with transaction.atomic():
        table, cut = _locked(table_id, shoe)
        session = PlaySession.objects.filter(table=table, person_id=person_id, ended_at=None).first()
        if session is None:
            raise CutRejected(CutRejection.NOT_SEATED)
        before = CutNumber.objects.filter(cut=cut, session__person_id=person_id).first()
        if before is not None and before.commitment == committed:
            return CutTaken(shoe=shoe, seat=before.seat, repeat=True)
        if cut.closed_at is not None or now >= cut.closes_at:
            raise CutRejected(CutRejection.CUT_CLOSED)
        if before is not None or CutNumber.objects.filter(cut=cut, seat=session.seat).exists():
            raise CutRejected(CutRejection.ALREADY_CUT)
        CutNumber.objects.create(cut=cut, session=session, seat=session.seat, commitment=committed, committed_at=now)
        _tell(table, now=now)
    return CutTaken(shoe=shoe, seat=session.seat)


def show_number(*, table_id: int, person_id: int, shoe: str, number: bytes, now: datetime) -> CutTaken:
    """Take the number that the player committed to; for one who has left the seat since, too. Raises `CutRejected`."""
    with transaction.atomic():
        table, cut = _locked(table_id, shoe)
        mine = CutNumber.objects.filter(cut=cut, session__person_id=person_id).first()
        if mine is None:
            raise CutRejected(CutRejection.NOT_CUT)
        assert table.shoe is not None
        if commitment(table.shoe.root, mine.seat, number) != mine.commitment:
            raise CutRejected(CutRejection.OTHER_NUMBER)
        if mine.number:
            return CutTaken(shoe=shoe, seat=mine.seat, repeat=True)
        if cut.closed_at is None:
            raise CutRejected(CutRejection.TOO_EARLY)
        if cut.shown_until is None or now >= cut.shown_until:
            raise CutRejected(CutRejection.CUT_CLOSED)
        mine.number, mine.shown_at = number.hex(), now
        mine.save(update_fields=["number", "shown_at"])
        if not cut.numbers.filter(number="").exists():
            table.due_at = now
            table.save(update_fields=["due_at"])
        _tell(table, now=now)
    return CutTaken(shoe=shoe, seat=mine.seat)


def _locked(table_id: int, shoe: str) -> tuple[Table, Cut]:
    table = lock_table(table_id)
    if table is None:
        raise CutRejected(CutRejection.NO_SUCH_TABLE)
    cut = None if table.shoe is None else Cut.objects.filter(shoe=table.shoe, decided_at=None).first()
    if cut is None or table.shoe is None or shoe != f"{table.code}/{table.shoe.number}":
        raise CutRejected(CutRejection.NOTHING_TO_CUT)
    return table, cut


def goes_on(table: Table, ahead: Ahead, *, now: datetime) -> bool:
    """Do the next step of a cut at the table, under its lock: whether the next round has to wait for it.

    A new shoe of a table whose settings say so is drawn and committed to here, and seats are asked to cut it; an
    empty table's shoe is not cut. A shoe that cannot be read is given up, and another drawn. Raises
    `baccarat.shoe.ShoeUnfit`.
    """
    configuration = rules_ahead(table, ahead)
    assert configuration is not None, "an open table has a configuration"
    terms = terms_of(configuration.pk, configuration.terms)
    present = table.shoe
    serves = present is not None and shoes.serves(present, terms.ruleset)
    if serves and present is not None:
        if present.round_of_shoe > 1:
            return False
        cut = Cut.objects.filter(shoe=present, decided_at=None).first()
        return cut is not None and _steps(table, present, cut, terms, now=now)
    if not terms.cut or table.kind != "shared" or not PlaySession.objects.filter(table=table, ended_at=None).exists():
        return False
    _open(table, configuration, terms, ahead.shoe_number, now=now)
    return True


def _open(table: Table, configuration: Configuration, terms: TableSettings, number: int, *, now: datetime) -> None:
    shoe = shoes.new_shoe(table, terms.ruleset, version=configuration.number, number=number, now=now, to_cut=True)
    shoe.save()
    Cut.objects.create(shoe=shoe, opened_at=now, closes_at=now + timedelta(seconds=CUT_SECONDS))
    table.shoe, table.due_at = shoe, now + timedelta(seconds=CUT_SECONDS) + GRACE
    _tell(table, now=now)


def _steps(table: Table, shoe: Shoe, cut: Cut, terms: TableSettings, *, now: datetime) -> bool:
    """Close the cut, or work out its start, when that is due."""
    if cut.closed_at is None:
        if now < cut.closes_at:
            return _wait(table, cut.closes_at + GRACE)
        cut.closed_at = now
        if cut.numbers.exists():
            cut.shown_until = now + timedelta(seconds=SHOW_SECONDS)
            cut.save(update_fields=["closed_at", "shown_until"])
            table.due_at = cut.shown_until + GRACE
            _tell(table, now=now)
            return True
        cut.save(update_fields=["closed_at"])
    elif cut.shown_until is not None and now < cut.shown_until and cut.numbers.filter(number="").exists():
        return _wait(table, cut.shown_until + GRACE)
    shown = {each.seat: bytes.fromhex(each.number) for each in cut.numbers.exclude(number="")}
    try:
        shoes.begin(table, shoe, terms.ruleset, start_of(shoe.root, shown, shoe.card_count))
    except InvalidTag:
        return _gives_up(table, shoe, cut, now=now)
    shoe.save(update_fields=["start", "dealt"])
    cut.decided_at = now
    cut.save(update_fields=["decided_at"])
    _tell(table, now=now)
    return False


def _gives_up(table: Table, shoe: Shoe, cut: Cut, *, now: datetime) -> bool:
    """The cut comes to no start: the shoe's cards cannot be read, and the next step draws another."""
    openings.give_up(table, shoe, subject="", now=now)
    cut.decided_at = now
    cut.save(update_fields=["closed_at", "decided_at"])
    return _wait(table, now)


def _wait(table: Table, until: datetime) -> bool:
    table.due_at = until
    table.save(update_fields=["due_at"])
    return True


def _tell(table: Table, *, now: datetime) -> None:
    """Store the table's next version, and tell its viewers how the cut stands."""
    telling.save(table)
    telling.tell(table, cuts.cut_section(table), persons=(), now=now)
