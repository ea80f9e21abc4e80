"""What is said of the names in a note: those that reached no one."""

from django.utils.translation import ngettext

from players.inbox.queries import Subject, called_in_vain


def unreached(text: str, kind: Subject) -> str:
    """A sentence about the names behind `@` that no colleague has who may see the thing; empty where all were told."""
    missed = called_in_vain(text, kind)
    if not missed:
        return ""
    said = ngettext(
        "%(names)s is no colleague who may see this: no one was told.",
        "%(names)s are no colleagues who may see this: no one was told.",
        len(missed),
    )
    return said % {"names": ", ".join(f"@{name}" for name in missed)}
