"""One row of the matrix, as it is written down by hand; `casino.conformance.matrix` looks it up in the tree."""

from dataclasses import dataclass, field

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Row:
    """One rule: what it asks, and what answers it."""

    id: str
    text: "str | Promise"
    """What it asks, in our own words."""
    code: tuple[str, ...] = ()
    """Modules, as Python names them, or paths of other files."""
    tests: tuple[str, ...] = ()
    """`folder/file` under tests/, without `test_` and `.py`; behind a colon the function, without `test_`."""
    screens: tuple[str, ...] = ()
    """Names of addresses."""
    reports: tuple[str, ...] = field(default=())
    """Names in the catalogue of reports; `daily` is the day's report."""
    apart: "str | Promise" = ""
    """Why nothing here answers it, where nothing does."""
