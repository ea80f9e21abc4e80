"""Forms that stand beside the rows of a page: those that are alike are drawn once."""

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Final

from django.forms import Form
from django.utils.safestring import SafeString

NUMBER: Final = 900_719_925_474_099
"""The id of the row with which a form is drawn that stands beside many rows."""
_MARK: Final = "\ue000{}\ue001"
_PUT_IN: Final = re.compile(f"{NUMBER}|\ue000(\\w+)\ue001")


@dataclass(frozen=True, slots=True)
class RowForm:
    """The blank form of a row. The forms of rows that are `alike` are drawn once: they differ in the id and `values`.

    Sixty forms of two fields took half of what their page costs.
    """

    row: Any
    blank: Callable[[Any], Form]
    alike: Hashable
    values: Sequence[str]
    """The attributes of the row that stand in its form as they are."""
    drawn: dict[Hashable, str]
    """The markup of the forms of this page, of each sort one."""

    @property
    def errors(self) -> tuple[()]:
        """Nothing: it was not sent."""
        return ()

    def whole(self) -> Form:
        """The form by itself."""
        return self.blank(self.row)

    def markup(self, draw: Callable[[Form, int], str]) -> SafeString:
        """The form as `draw` draws it: a form and the id of its row."""
        if self.alike not in self.drawn:
            marked: dict[str, Any] = {name: _MARK.format(name) for name in self.values}
            self.drawn[self.alike] = draw(self.blank(replace(self.row, id=NUMBER, **marked)), NUMBER)
        return SafeString(_PUT_IN.sub(self._said, self.drawn[self.alike]))

    def _said(self, found: re.Match[str]) -> str:
        return escape(str(getattr(self.row, found[1]))) if found[1] else str(self.row.id)
