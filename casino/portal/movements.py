"""Ledger lines as their player reads them: those of one round together, everything else by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from casino.templatetags.sabot import is_round
from tables.queries import StatementRound
from wallet.chart import Code
from wallet.queries import StatementLine

PLAYED: Final = frozenset(
    {Code.STAKE, Code.STAKE_TAKEN_BACK, Code.PAYOUT, Code.REFUND, Code.STAKE_RETURNED, Code.PRIZE}
)
"""The codes of a round's own lines: a correction that names a round stands by itself."""
LINES_OF_A_ROUND: Final = 60
"""How many lines beyond a page are read so that it ends with a whole round."""


@dataclass(frozen=True, slots=True)
class Movement:
    """A round with its lines, the oldest first, or one line of anything else."""

    lines: tuple[StatementLine, ...]
    round: StatementRound | None
    whole: bool
    """Whether these are all lines of the round: a period or a page may hold a part."""

    @property
    def line(self) -> StatementLine:
        """The last line, after which the balance is told."""
        return self.lines[-1]

    @property
    def net(self) -> int:
        """What the lines add to the account or take from it, in cents."""
        return sum(line.amount for line in self.lines)

    @property
    def at(self) -> datetime:
        """The moment of the first line."""
        return self.lines[0].at

    @property
    def balance(self) -> int:
        """The balance after the last line."""
        return self.line.balance_after

    @property
    def is_open(self) -> bool:
        """Whether the round is not decided yet."""
        return self.round is not None and self.round.phase not in {"settled", "void"}


def codes_of(lines: Sequence[StatementLine]) -> list[str]:
    """The rounds that lines are of, each once."""
    return list(dict.fromkeys(line.reference for line in lines if line.code in PLAYED and is_round(line.reference)))


def page_of(lines: Sequence[StatementLine], size: int) -> tuple[Sequence[StatementLine], bool]:
    """The first `size` of lines, the newest first, and what finishes their last round; whether more follow.

    `lines` has `LINES_OF_A_ROUND` more than the page, if there are so many.
    """
    if len(lines) <= size:
        return lines, False
    codes = codes_of(lines[:size])
    last = codes[-1] if codes else None
    ends = [place for place, line in enumerate(lines) if line.reference == last and place >= size]
    end = ends[-1] + 1 if ends else size
    return lines[:end], len(lines) > end


def movements_of(lines: Sequence[StatementLine], rounds: Mapping[str, StatementRound]) -> tuple[Movement, ...]:
    """Lines, the newest first, as movements, the newest first."""
    groups: dict[str, list[StatementLine]] = {}
    for line in lines:
        is_rounds = line.code in PLAYED and line.reference in rounds
        groups.setdefault(line.reference if is_rounds else f"#{line.id}", []).append(line)
    return tuple(_movement(tuple(reversed(group)), rounds.get(name)) for name, group in groups.items())


def _movement(lines: tuple[StatementLine, ...], round_: StatementRound | None) -> Movement:
    moved = sum(line.amount for line in lines)
    return Movement(lines, round_, whole=round_ is None or moved == round_.returned - round_.staked)
