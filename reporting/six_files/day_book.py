"""The sums of a day's play by the files themselves, in the words of its report: a third book beside rounds and ledger.

The files tell what moved, the report what was staked in rounds that counted: the files' stakes have those of void
rounds among them, and those taken back before the close. Told apart here, the same sums must come out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from reporting.six_files.forms import cents_of
from reporting.six_files.gate import bets_of
from reporting.six_files.profile import Profile
from reporting.six_files.reading import Written


@dataclass(frozen=True, slots=True, kw_only=True)
class DayBook:
    """Cents of a day over its files of play; names as in the day's report.

    `laid` is the sum of all stakes as the files tell them: `staked`, what void rounds refunded, what was taken back.
    """

    laid: int = 0
    taken_back: int = 0
    staked: int = 0
    returned: int = 0
    refunded: int = 0
    commission: int = 0

    @property
    def gross_revenue(self) -> int:
        """What stayed with the house (PT-82)."""
        return self.staked - self.returned

    def kept(self) -> dict[str, int]:
        """As it is kept with the day's package."""
        return asdict(self)

    @classmethod
    def from_kept(cls, kept: Mapping[str, int] | None) -> "DayBook | None":
        """Read back; None for a package that was made before its sums were kept."""
        return None if kept is None else cls(**kept)


def book_of(files: Sequence[Written], profile: Profile) -> DayBook:
    """Add up the day's files of play, as they were written."""
    found = dict.fromkeys(DayBook.__dataclass_fields__, 0)
    for _, bet in bets_of(files):
        values = bet.values()
        stake, gain, refund = (cents_of(values[name]) for name in ("a_valor", "g_ganho", "r_valor"))
        found["laid"] += stake
        found["commission"] += cents_of(values["a_comissao"])
        void = values["resultado"] == profile.void_code
        if not stake:  # a part of a slip that took back: no stake of its own
            found["taken_back"] += refund
            found["staked"] -= 0 if void else refund
        elif void:
            found["refunded"] += gain + refund
        else:
            found["staked"] += stake
            found["returned"] += gain + refund
    return DayBook(**found)
