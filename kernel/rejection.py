"""A rejection: an operation changed nothing, says why in a closed set of reasons, and says what would do."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

_MALFORMED: Final = ("-invalid", "-missing", "-unknown", "-out-of-range", "-backwards")
_MALFORMED_TOO: Final = frozenset({"malformed", "no-reason", "no-reasons", "no-reference"})


class Rejected(Exception):
    """An operation changed nothing.

    `reason` is a member of the operation's own closed enum and `rule` the rule that it comes from (`PT-25`, `R43b`).
    `asked` is the figure that was sent, `least` and `most` are what would do: cents, minutes or a count, as the
    operation says. `until` is from when on, or to when, the answer holds, `wait` how long to wait before asking again,
    and `block` what keeps the person from playing. Each operation subclasses it, and narrows the type of `reason`. It
    cannot be changed.
    """

    reason: StrEnum
    rule: str = ""
    asked: int | None = None
    least: int | None = None
    most: int | None = None
    until: datetime | None = None
    wait: timedelta | None = None
    block: StrEnum | None = None

    def __init__(
        self,
        reason: StrEnum,
        *,
        rule: str | None = None,
        asked: int | None = None,
        least: int | None = None,
        most: int | None = None,
        until: datetime | None = None,
        wait: timedelta | None = None,
        block: StrEnum | None = None,
    ) -> None:
        super().__init__(reason.value)
        facts = {
            "reason": reason,
            "rule": rule,
            "asked": asked,
            "least": least,
            "most": most,
            "until": until,
            "wait": wait,
            "block": block,
        }
        vars(self).update({name: fact for name, fact in facts.items() if fact is not None})

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("__"):  # Python itself sets the traceback, the cause and the notes
            raise AttributeError(f"{name} of a rejection cannot be changed")
        super().__setattr__(name, value)

    @property
    def malformed(self) -> bool:
        """Whether what was sent can never do, in any state of affairs: the reason's code ends in a word for it."""
        return self.reason.endswith(_MALFORMED) or self.reason in _MALFORMED_TOO

    @property
    def not_allowed(self) -> bool:
        """Whether the person's role does not allow the operation."""
        return self.reason == "not-allowed"
