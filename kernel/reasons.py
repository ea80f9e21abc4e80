"""The reason that a person gives for an act; it is kept on record with the person's name. Must not know any app."""

from typing import Final

from kernel.rejection import Rejected

REASON: Final = (3, 300)
"""Characters of a reason, at least and at most."""


def stated(reason: str, otherwise: Rejected, *, lengths: tuple[int, int] = REASON) -> str:
    """A reason, or what else a person wrote of an act, as it is kept: without its margins.

    Raises `otherwise` where it is shorter or longer than `lengths`, or has a NUL, which the database does not keep.
    """
    least, most = lengths
    said = reason.strip()
    if not least <= len(said) <= most or "\0" in said:
        raise otherwise
    return said
