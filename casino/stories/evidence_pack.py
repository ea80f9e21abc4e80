"""A round's evidence pack for readers who may have it: facts, words, zip."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.utils import timezone

from casino.stories import evidence as wording
from casino.web import files
from reporting.files import evidence
from reporting.files.evidence import Pack
from tables.queries import Evidence, evidence_of


@dataclass(frozen=True, slots=True)
class Made:
    """A pack, and the facts that it was made from."""

    pack: Pack
    facts: Evidence


def made(round_code: str, *, person_id: int | None) -> Made | None:
    """The pack in the active language: whole for null `person_id`. None for a round that is not over."""
    facts = evidence_of(round_code=round_code, person_id=person_id, now=timezone.now())
    if facts is None:
        return None
    return Made(evidence.pack(facts, wording.printed(facts), wording.readme(facts)), facts)


def handed_out(pack: Pack) -> HttpResponse:
    """The zip as a download."""
    return files.download(pack.content, name=pack.filename, content_type="application/zip")
