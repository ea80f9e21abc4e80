"""The addresses of pages, kept once they were made: a page of the office names hundreds, mostly the same each time."""

from functools import lru_cache
from typing import Final

from django.urls import reverse

KEPT: Final = 10_000


@lru_cache(maxsize=KEPT, typed=True)
def address(name: str, /, *arguments: object, **named: object) -> str:
    """The address of a page by its name and what it is about: `address("backoffice:complaint", "R-2026-00012")`."""
    return reverse(name, args=arguments, kwargs=named)
