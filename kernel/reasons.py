"""The reason that a person gives for an act; it is kept on record with the person's name. Must not know any app."""

from typing import Final

from kernel.rejection import Rejected

REASON: Final = (3, 300)
"""Characters of a reason, at least and at most."""


def stated(reason: str, otherwise: Rejected, *, lengths: tuple[int, int] = REASON) -> str:
    """A reason as it is kept. Raises `otherwise` where it says nothing, says too much, or cannot be kept.

    >>> from enum import Enum
    >>> stated("  carta suja ", Rejected(Enum("Why", {"NO_REASON": "no-reason"}).NO_REASON))
    'carta suja'
    """
    least, most = lengths
    said = reason.strip()
    if not least <= len(said) <= most or "\0" in said:
        raise otherwise
    return said
