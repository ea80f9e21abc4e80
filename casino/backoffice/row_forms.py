"""A form beside each row of a page: the one that was sent comes back with what is wrong, where it stood."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest

from casino.web.row_forms import RowForm

Row = TypeVar("Row")


def with_forms(
    request: HttpRequest,
    rows: Iterable[Row],
    blank: Callable[[Row], Form],
    sent: tuple[int, Form] | None,
    *,
    alike: Callable[[Row], Hashable] = lambda _: None,
    values: Sequence[str] = (),
) -> list[tuple[Row, Form | RowForm]]:
    """Each row with its form: a blank one, or the one that was `sent` for the row of this id.

    What a form says whose row is no longer on the page, or that the page draws itself, is said above the page. Rows
    that are `alike` have forms that differ in the row's id and in the `values` that they show of it alone.
    """
    drawn: dict[Hashable, str] = {}
    found: list[tuple[Any, Form | RowForm]] = [(row, RowForm(row, blank, alike(row), values, drawn)) for row in rows]
    if sent is None:
        return found
    number, form = sent
    if all(row.id != number for row, _ in found):
        say_above(request, form)
    return [(row, form if row.id == number else empty) for row, empty in found]


def say_above(request: HttpRequest, form: Form) -> None:
    """Say above the page what is wrong with a form that has no place of its own on it."""
    for errors in form.errors.values():
        for error in errors:
            messages.error(request, str(error))
