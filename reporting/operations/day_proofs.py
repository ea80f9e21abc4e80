"""What a sealed day needs of the log, with proofs: so that the day alone can be verified, without the log beside it."""

from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from django.db.models import Q, QuerySet

from reporting.evidence import canonical
from reporting.models import DayStamp, LeafKind, LogLeaf, SealedDay
from reporting.queries import log
from reporting.queries.log import CheckpointCard

NAME: Final = "proof.json"
FORMAT: Final = "sabot-day-proof-1"


def proof_of(sealed: SealedDay, folder: Path) -> bytes | None:
    """The proof as one canonical line; None while the log is not signed with the day. `folder` is the day's own.

    It has the day's leaf and that of the day before, the shoes and rules of its rounds, keys that were changed, what
    was corrected of its files, and the first leaf, each with its path to one checkpoint; and from the state that the
    day's stamp stamps the path to that checkpoint.
    """
    number = sealed.leaf.number
    card = None if number is None else log.witnessed_after(number)
    if number is None or card is None:
        return None
    rows = list(_needed(sealed, folder, number, card).values_list("number", "data").distinct().order_by("number"))
    paths = log.inclusions([int(place) for place, _ in rows if place is not None], card.size)
    leaves = [
        {"number": place, "leaf": data, "path": [each.hex() for each in path]}
        for (place, data), path in zip(rows, paths, strict=True)
    ]
    document = {"format": FORMAT, "checkpoint": card.note, "leaves": leaves, "stamped": _stamped(sealed, card)}
    return canonical.line(document)


def _needed(sealed: SealedDay, folder: Path, number: int, card: CheckpointCard) -> QuerySet[LogLeaf]:
    shoes = {str(line["shoe"]["shoe"]) for line in _lines(folder / "rounds.jsonl")}
    rules = {str(line["version"]) for line in _lines(folder / "rules.jsonl")}
    before = sealed.day - timedelta(days=1)
    wanted = (
        Q(number__in=[0, number])
        | Q(kind=LeafKind.DAY, key__startswith=f"{before}/r")
        | Q(kind=LeafKind.SHOE, key__in=shoes)
        | Q(kind=LeafKind.RULES, key__in=rules)
        | Q(kind=LeafKind.KEY)
        | Q(kind=LeafKind.CORRECTION, facts__day=sealed.day.isoformat())
    )
    return LogLeaf.objects.filter(wanted, number__lt=card.size)


def _stamped(sealed: SealedDay, card: CheckpointCard) -> list[str]:
    """The proof that the log of the checkpoint begins with the state that was stamped; empty for the same."""
    stamp = DayStamp.objects.filter(sealed=sealed).first()
    size = int(stamp.note.split("\n")[1]) if stamp else card.size
    return [each.hex() for each in log.consistency(size, card.size)] if size < card.size else []


def _lines(path: Path) -> list[dict[str, Any]]:
    return [canonical.parse(line) for line in path.read_bytes().splitlines(keepends=True)]
