"""Identity verification: the question, the answer, and a sandbox in place of SRIJ's service.

A verifier asks an outside service; `operations.identity` keeps the waiting rows and applies the answers.
"""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Protocol

from kernel.calendar import age
from players.models import ProhibitionReason

OF_AGE: Final = 18


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one person. `tries` counts the earlier attempts."""

    full_name: str
    birth_date: date
    nif: str
    nationality: str
    document_kind: int
    document_number: str
    document_country: str
    today: date
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The flags that the register answers with (PT-02); all are None for a person it does not know."""

    found: bool
    name_valid: bool | None = None
    nif_valid: bool | None = None
    birth_date_valid: bool | None = None
    of_age: bool | None = None
    deceased: bool | None = None
    prohibited: ProhibitionReason | None = None
    """A person who may not play at all (PT-16), and why."""
    number: str = ""
    """The register's own number of this answer, 60 signs at most, by which the regulator finds it (PT-58)."""
    given_at: datetime | None = None
    """When the register says that it answered, aware; None where it does not say: then the house's own clock stands."""


class VerifierUnavailable(Exception):
    """The register did not answer. Nothing is known; it is asked again later."""


class Verifier(Protocol):
    """A way to ask a public register about a person."""

    name: str
    """How stored answers name it."""

    def ask(self, question: Question) -> Verdict:
        """What the register says.

        Raises `VerifierUnavailable`.
        """


class Sandbox:
    """Answers by the NIF alone, always the same: everybody is as they say, but for the numbers in `MAGIC`."""

    name = "sandbox"

    NOT_FOUND: Final = "29990001"
    WRONG_NAME: Final = "29990002"
    WRONG_BIRTH_DATE: Final = "29990003"
    DECEASED: Final = "29990004"
    MINOR: Final = "29990005"
    PROHIBITED: Final = "29990006"
    SLOW: Final = "29990007"
    """Answers at the third try."""
    SILENT: Final = "29990008"
    """Never answers."""

    def ask(self, question: Question) -> Verdict:
        """The flags for this NIF's first eight digits.

        Raises `VerifierUnavailable` for the slow and the silent number.
        """
        first = question.nif[:8]
        if first == self.SILENT or (first == self.SLOW and question.tries < 2):
            raise VerifierUnavailable("the sandbox is silent on purpose")
        number = _number(question)
        if first == self.NOT_FOUND:
            return Verdict(found=False, number=number)
        return Verdict(
            found=True,
            name_valid=first != self.WRONG_NAME,
            nif_valid=True,
            birth_date_valid=first != self.WRONG_BIRTH_DATE,
            of_age=first != self.MINOR and age(question.birth_date, question.today) >= OF_AGE,
            deceased=first == self.DECEASED,
            prohibited=ProhibitionReason.OFFICE_HOLDER if first == self.PROHIBITED else None,
            number=number,
        )


def _number(question: Question) -> str:
    """A number for the sandbox's answer: the day, and what tells one person from another without naming them."""
    digest = hashlib.sha256(f"{question.nif} {question.full_name} {question.birth_date}".encode()).hexdigest()
    return f"EX-{question.today:%Y%m%d}-{digest[:8].upper()}"
