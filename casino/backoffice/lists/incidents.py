"""The tables on the page of one incident."""

from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import money
from casino.backoffice.columns import STACKED, Column, Table
from casino.templatetags import sabot


def each(*, currency: str) -> Table:
    """Each player's stakes in the round, what came back, and what is missing."""

    def stakes(row: Any) -> SafeString:
        told = ((sabot.chance(name), sabot.money(cents, currency)) for name, cents in row.stakes)
        return format_html_join(", ", "{} {}", told)

    return Table(
        columns=(
            Column("nickname", _("Player")),
            Column("", _("Bets"), stakes, css="words"),
            Column("staked", _("Staked"), money(currency), end=True),
            Column("returned", _("Returned"), money(currency), end=True),
            Column("missing", _("Missing"), money(currency), end=True),
        ),
        look=STACKED,
    )
