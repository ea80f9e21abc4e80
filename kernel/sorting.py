"""How long lists are sorted and read page by page: one way for the lists of every app.

A list offers a few columns, each with an index that gives its order, or with a filter that bounds what is to be sorted.
A page goes on after the last row of the one before, so that the thousandth page costs what the first does.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import BooleanField, F, Func, Model, QuerySet, Value

_Row = TypeVar("_Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Sort:
    """A column by its name, and the direction."""

    column: str
    descending: bool = False

    @property
    def word(self) -> str:
        """As addresses and kept views write it: «amount», «-amount»."""
        return f"-{self.column}" if self.descending else self.column

    @property
    def turned(self) -> "Sort":
        """The same column the other way round."""
        return Sort(self.column, not self.descending)


@dataclass(frozen=True, slots=True)
class Sortable:
    """The columns a list may be sorted by, each with its field or expression, never null; and its own order."""

    columns: Mapping[str, Any]
    first: Sort

    def read(self, word: str) -> Sort:
        """Return the order that an address asks for; an unknown column asks for the list's own order.

        >>> list = Sortable({"at": "pk", "amount": "amount"}, Sort("at", descending=True))
        >>> list.read("-amount"), list.read("password").word
        (Sort(column='amount', descending=True), '-at')
        """
        column = word.removeprefix("-")
        return Sort(column, word.startswith("-")) if column in self.columns else self.first

    def page(self, rows: QuerySet[_Row], sort: Sort | None, before: int | None) -> QuerySet[_Row]:
        """`rows` in this order, rows of one value by their number; `before`: after the row of that number on."""
        sort = sort if sort is not None and sort.column in self.columns else self.first
        field = self.columns[sort.column]
        if field == "pk":
            past = {f"pk__{'lt' if sort.descending else 'gt'}": before} if before is not None else {}
            return rows.filter(**past).order_by("-pk" if sort.descending else "pk")
        value = F(field) if isinstance(field, str) else field
        if before is not None:
            # The row's own value now, not as it was shown: at worst a row that has changed comes twice.
            last = rows.model._default_manager.filter(pk=before).values_list(value, flat=True).first()
            rows = rows.none() if last is None else rows.filter(_past(value, last, before, sort))
        return rows.order_by(*((value.desc(), "-pk") if sort.descending else (value.asc(), "pk")))


def with_names(rows: QuerySet[_Row], **related: Collection[str]) -> QuerySet[_Row]:
    """`rows` with what they point to, and of that nothing but these columns: `person=("nickname",)`.

    A person is seventeen columns, and a payment can name five of them. Reading any other column takes a statement.
    """
    own = (field.name for field in rows.model._meta.concrete_fields)
    theirs = (f"{path}__{column}" for path, columns in related.items() for column in columns)
    return rows.select_related(*related).only(*own, *theirs)


def _past(value: Any, last: Any, before: int, sort: Sort) -> "_Compared":
    """Both columns compared as one row, which the index of both answers: «a < x or a = x and b < y» it would not."""
    return _Compared(value, F("pk"), Value(last), Value(before), sign="<" if sort.descending else ">")


class _Compared(Func):
    """(a, b) < (x, y)."""

    arity = 4
    output_field = BooleanField()

    def as_sql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        parts = [compiler.compile(each) for each in self.get_source_expressions()]
        texts = [text for text, _parameters in parts]
        sql = f"({texts[0]}, {texts[1]}) {self.extra['sign']} ({texts[2]}, {texts[3]})"
        return sql, [one for _text, parameters in parts for one in parameters]
