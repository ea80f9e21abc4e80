"""How the evidence went, in a bounded number of points: the highest M of each so many rounds, from the first on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

POINTS: Final = 240
"""At most so many; then each two become one of twice as many rounds."""


@dataclass(frozen=True, slots=True)
class Trace:
    """`points` are the highest M of each `step` rounds; `last` that of the rounds since, `count` of them."""

    step: int = 1
    points: tuple[float, ...] = ()
    last: float = 0.0
    count: int = 0

    def then(self, value: float) -> "Trace":
        """With M after one more round.

        >>> Trace().then(0.5).then(2.0).points
        (0.5, 2.0)
        """
        last, count = max(self.last, value), self.count + 1
        if count < self.step:
            return Trace(self.step, self.points, last, count)
        points = (*self.points, last)
        if len(points) < POINTS:
            return Trace(self.step, points)
        return Trace(2 * self.step, tuple(map(max, points[::2], points[1::2])))

    def document(self) -> dict[str, Any]:
        """As it is kept."""
        return {"step": self.step, "points": list(self.points), "last": self.last, "count": self.count}

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> "Trace":
        """As `document` gave it; an empty one: nothing yet."""
        points: Sequence[float] = document.get("points", ())
        return cls(
            int(document.get("step", 1)),
            tuple(map(float, points)),
            float(document.get("last", 0.0)),
            int(document.get("count", 0)),
        )
