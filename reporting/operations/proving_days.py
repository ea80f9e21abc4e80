"""Every sealed day of this database, written anew and verified as a stranger would: `verify_days.py` on a folder.

For copies of the house: what their rows make has to be what was sealed. Writes nothing but a folder for the moment.
"""

import tempfile
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from django.db.models import Q

from reporting.models import SealedDay
from reporting.operations.exporting_days import LOG, export_days
from reporting.queries import log as log_queries
from reporting.verifier.verify_days import SIGNS, Asked, read_key, verify

VERDICTS: Final = ("holds", "absent", "broken")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenDays:
    """What was found. `verdict` is `holds`, `absent` or `broken`, and `first` names the first fault."""

    days: int
    lines: int
    unsigned: int
    """Sealed days that the signed log does not have yet: they are unknown outside, so they are not judged."""
    lost: tuple[date, ...]
    """Days whose sealed bytes the rows do not make any more."""
    verdict: str
    first: str

    @property
    def holds(self) -> bool:
        """Whether every day that was signed holds."""
        return self.verdict == VERDICTS[0] and not self.lost


def prove_days(*, key: str) -> ProvenDays:
    """Verify every sealed day that the signed log has, by the log's verifier key. Raises `WrongUsageError` for a key
    that is none."""
    known = read_key(key, SIGNS)
    late = SealedDay.objects.filter(Q(leaf__number=None) | Q(leaf__number__gte=log_queries.signed_size()))
    first = late.order_by("day").values_list("day", flat=True).first()
    until = None if first is None else first - timedelta(days=1)
    unsigned = 0 if first is None else SealedDay.objects.filter(day__gte=first).values("day").distinct().count()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = export_days(into=folder, until=until)
        if made.lost or not (folder / LOG).is_dir():
            verdict = VERDICTS[2] if made.lost else VERDICTS[0]
            return ProvenDays(days=made.days, lines=0, unsigned=unsigned, lost=made.lost, verdict=verdict, first="")
        found = verify(Asked(folder=folder, keys=(known,)))
    fault = found.faults[0].text("en").splitlines()[0] if found.faults else ""
    return ProvenDays(
        days=found.days, lines=found.lines, unsigned=unsigned, lost=(), verdict=VERDICTS[found.status], first=fault
    )
