"""Signs that play may be doing harm, found in a day's figures. Pure: knows no person, no clock, no database.

Each sign carries the very figures that raised it and the threshold that they reached, so that staff and the player read
the same (MT-05). Thresholds are settings of the house; none is a diagnosis.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Played:
    """One settled round of a person: what was staked and what came back, in cents."""

    staked: int
    returned: int

    @property
    def lost(self) -> bool:
        """Less came back than was staked."""
        return self.returned < self.staked


@dataclass(frozen=True, slots=True)
class Facts:
    """A person's civil day: the rounds in order, seconds at tables, those between midnight and six, and what else."""

    rounds: Sequence[Played] = ()
    seconds: int = 0
    night_seconds: int = 0
    limit_hits: int = 0
    deposits: int = 0


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign, and the figures behind it."""

    kind: str
    facts: Mapping[str, int] = field(default_factory=dict)


def signs_of(facts: Facts, thresholds: Mapping[str, int]) -> tuple[Sign, ...]:
    """Every sign in a day's figures, in a fixed order.

    `thresholds`: `chasing` doublings after a loss; `rising-stakes` times the first quarter's mean stake, over at least
    `rising-rounds`; `night-minutes` between midnight and six; `limit-hits` rejections; `session-minutes` and
    `deposits`.
    """
    found = (
        _counted("chasing", doublings_after_losses(facts.rounds), thresholds["chasing"]),
        _rising(facts.rounds, thresholds),
        _counted("night-play", facts.night_seconds // 60, thresholds["night-minutes"]),
        _counted("limit-hits", facts.limit_hits, thresholds["limit-hits"]),
        _counted("long-sessions", facts.seconds // 60, thresholds["session-minutes"]),
        _counted("many-deposits", facts.deposits, thresholds["deposits"]),
    )
    return tuple(sign for sign in found if sign is not None)


def doublings_after_losses(rounds: Sequence[Played]) -> int:
    """How often at least twice as much was staked right after a lost round."""
    return sum(before.lost and after.staked >= 2 * before.staked for before, after in pairwise(rounds))


def _counted(kind: str, count: int, threshold: int) -> Sign | None:
    return Sign(kind, {"count": count, "threshold": threshold}) if count >= threshold else None


def _rising(rounds: Sequence[Played], thresholds: Mapping[str, int]) -> Sign | None:
    """The last quarter's mean stake against the first quarter's."""
    if len(rounds) < max(4, thresholds["rising-rounds"]):
        return None
    quarter = len(rounds) // 4
    first = sum(played.staked for played in rounds[:quarter])
    last = sum(played.staked for played in rounds[-quarter:])
    if not first or last < thresholds["rising-stakes"] * first:
        return None
    facts = {
        "first": first // quarter,
        "last": last // quarter,
        "times": last // first,
        "rounds": len(rounds),
        "threshold": thresholds["rising-stakes"],
    }
    return Sign("rising-stakes", facts)
