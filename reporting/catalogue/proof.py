"""The reconciliation of the daily reports with the ledger, sum by sum and day by day (PT-R21)."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from reporting.catalogue.definition import Asked, Definition, cents, code, day, whole
from reporting.exports import SUMS
from wallet.registers import Register

_COMPARED: Final = """
SELECT r.day, r.revision, c.what, c.rounds, c.ledger, c.rounds - c.ledger AS difference
FROM reporting_dailyreport r
CROSS JOIN LATERAL jsonb_to_recordset(r.document::jsonb->'comparisons')
  AS c(currency text, what text, rounds bigint, ledger bigint)
WHERE r.day >= (%(since)s AT TIME ZONE 'Europe/Lisbon')::date AND r.day < (%(until)s AT TIME ZONE 'Europe/Lisbon')::date
  AND c.currency = %(currency)s
  AND r.revision = (SELECT max(n.revision) FROM reporting_dailyreport n WHERE n.day = r.day)
"""


def _compared(asked: Asked) -> Register:
    values = {"since": asked.begin, "until": asked.until, "currency": asked.currency.value}
    return Register(_COMPARED, values, order="r.day, c.what")


DEFINITIONS: Final = (
    Definition(
        name="reconciliation",
        version=1,
        source="PT-R21",
        title=_("Reconciliação financeira"),
        about=_("Cada soma de cada dia fechado segundo as jogadas e segundo o livro-razão, e a diferença."),
        columns=(
            day("day", _("Dia")),
            whole("revision", _("Revisão"), summed=False),
            code("what", _("Soma"), {what.value: title for what, title in SUMS.items()}),
            cents("rounds", _("Segundo as jogadas")),
            cents("ledger", _("Segundo o livro-razão")),
            cents("difference", _("Diferença")),
        ),
        register=_compared,
        grouped="what",
    ),
)
