"""The labels of the duties that come round."""

from django.utils.translation import gettext_lazy as _

from kernel.labels import register
from players.duties.calendar import DutyCode, Every
from players.duties.drills import DrillFault

register(
    {
        DutyCode.TAX_DECLARED: _("declare the gaming tax"),
        DutyCode.TAX_PAID: _("pay the gaming tax"),
        DutyCode.RESTORE_DRILL: _("restore a backup as a drill"),
        DutyCode.VULNERABILITY_SCAN: _("scan for vulnerabilities"),
        DutyCode.PENETRATION_TEST: _("penetration test"),
        DutyCode.SECURITY_AUDIT: _("security audit"),
        DutyCode.GENERATOR_TEST: _("test of the random generator"),
    }
)
register({Every.MONTH: _("every month"), Every.QUARTER: _("every quarter"), Every.YEAR: _("every year")})
register(
    {
        DrillFault.NO_BACKUP: _("there is no backup"),
        DrillFault.TOUCHED: _("a file of the backup was touched"),
        DrillFault.ARCHIVE_SHORT: _("the archive does not reach the moment"),
        DrillFault.NOT_RESTORED: _("the copy could not be made"),
        DrillFault.LEDGER: _("the ledger of the copy does not agree"),
        DrillFault.ROUNDS: _("a round of the copy came out otherwise"),
        DrillFault.DAYS: _("a sealed day of the copy does not hold"),
    }
)
