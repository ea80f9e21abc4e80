"""The labels of the reports' codes: the sums of a day, and the faults that the proof of the books finds."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from kernel.labels import register
from reporting.making.faults import ChainFault, HouseFault
from reporting.making.figures import What
from reporting.making.guards import GuardFault

register(
    {
        What.TURNOVER: pgettext_lazy("sum", "staked"),
        What.RETURNED: pgettext_lazy("sum", "returned"),
        What.PRIZES: pgettext_lazy("sum", "prizes"),
        What.COMMISSION: pgettext_lazy("sum", "commission"),
        What.REFUNDED: pgettext_lazy("sum", "refunded"),
        What.GROSS_REVENUE: pgettext_lazy("sum", "gross revenue"),
    }
)
register(
    {
        GuardFault.MISSING: _("a guard of the database is missing"),
        GuardFault.CHANGED: _("a guard of the database was changed or switched off"),
        GuardFault.UNKNOWN: _("the database has a guard or rule that no migration installed"),
    }
)
register(
    {
        ChainFault.ROW_CHANGED: _("a chained row was changed"),
        ChainFault.ROW_MISSING: _("chained rows are missing"),
        ChainFault.ROW_ADDED: _("a row appeared among the chained ones"),
        ChainFault.LINK_BROKEN: _("a link of the chain is not the one that was made"),
        ChainFault.CHAIN_CUT: _("the chain does not have the end that an earlier proof saw"),
    }
)
register(
    {
        HouseFault.GROSS_REVENUE: _("the rounds’ gross revenue is not what the house has in its accounts"),
    }
)
