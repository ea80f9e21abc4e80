"""A round by its code, with what the caller needs of what it points to. Writes nothing."""

from functools import cache

from django.db.models import TextField

from kernel.kept_queries import KeptQuery
from kernel.questions import Given
from tables.models import Round


def round_by_code(code: str, *related: str) -> Round | None:
    """The round, and in the same statement what these names of `select_related` lead to; None where there is none."""
    return _kept(related).first(code=code)


@cache
def _kept(related: tuple[str, ...]) -> KeptQuery[Round]:
    rows = Round.objects.filter(code=Given("code", TextField()))
    return KeptQuery(lambda: rows.select_related(*related) if related else rows)
