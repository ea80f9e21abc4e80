"""The labels of complaints."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from kernel.labels import register
from players.complaints.placeholders import Placeholder
from players.models.complaints import Category, Channel, ComplaintOutcome, ComplaintState, SubjectKind, What
from players.models.outsiders import Relation

register(
    {
        Category.ROUND: _("round"),
        Category.BET: _("bet"),
        Category.MONEY: _("money"),
        Category.ACCOUNT: _("account"),
        Category.PROTECTION: _("limits and breaks"),
        Category.SERVICE: _("service"),
        Category.TECHNICAL: _("technical fault"),
        Category.OTHER: _("other"),
    }
)
register(
    {
        Category.ROUND: _("The result or the payment of a round"),
        Category.BET: _("A bet that was refused, late or not seen"),
        Category.MONEY: _("A deposit, a withdrawal or the balance"),
        Category.ACCOUNT: _("My account or identification"),
        Category.PROTECTION: _("Limits, breaks or self-exclusion"),
        Category.SERVICE: _("The service I received"),
        Category.TECHNICAL: _("A technical problem"),
        Category.OTHER: _("Another subject"),
    },
    form="asked",
)
register(
    {
        SubjectKind.NONE: _("no reference"),
        SubjectKind.ROUND: _("round"),
        SubjectKind.SESSION: _("session"),
        SubjectKind.TABLE: _("table"),
        SubjectKind.PAYMENT: _("movement"),
    }
)
register(
    {
        Channel.PORTAL: pgettext_lazy("complaint", "this site"),
        Channel.LETTER: pgettext_lazy("complaint", "letter"),
        Channel.EMAIL: pgettext_lazy("complaint", "email"),
        Channel.TELEPHONE: pgettext_lazy("complaint", "telephone"),
        Channel.BOOK: pgettext_lazy("complaint", "Complaints Book"),
    }
)
register(
    {
        Relation.REFUSED: pgettext_lazy("complainant", "refused at registration"),
        Relation.HEIR: pgettext_lazy("complainant", "heir or representative"),
        Relation.OTHER: pgettext_lazy("complainant", "other person without an account"),
    }
)
register(
    {
        ComplaintState.RECEIVED: pgettext_lazy("complaint", "received"),
        ComplaintState.IN_HAND: pgettext_lazy("complaint", "under review"),
        ComplaintState.ANSWERED: pgettext_lazy("complaint", "answered"),
        ComplaintState.CLOSED: pgettext_lazy("complaint", "closed"),
    }
)
register(
    {
        ComplaintOutcome.ACCEPTED: pgettext_lazy("complaint", "accepted"),
        ComplaintOutcome.PARTLY: pgettext_lazy("complaint", "partly accepted"),
        ComplaintOutcome.REJECTED: pgettext_lazy("complaint", "rejected"),
    }
)
register(
    {
        What.RECEIVED: _("complaint received"),
        What.ACKNOWLEDGED: _("receipt confirmed by email and on the page"),
        What.TAKEN: _("took the case"),
        What.PLAYER_WROTE: _("the person wrote"),
        What.HOUSE_WROTE: _("wrote to the person"),
        What.NOTED: _("wrote an internal note"),
        What.PROPOSED: _("proposed the outcome with a payment"),
        What.AWARD_REFUSED: _("did not approve the payment"),
        What.AWARD_PAID: _("approved the payment, which was made"),
        What.DECIDED: _("the outcome was decided and made known"),
        What.REOPENED: _("the person asked for it to be looked at again"),
        What.CLOSED: _("case closed"),
        What.LATE_START: _("reminder: five working days left"),
        What.DUE_SOON: _("reminder: two working days left"),
        What.OVERDUE: _("the deadline has passed; management was told"),
        What.POSTED: _("sent the answer or message by post"),
        What.ADR_NAMED: _("eight weeks: alternative dispute resolution was pointed out"),
        What.SHEET_CORRECTED: _("changed the number of the sheet in the Complaints Book"),
    }
)
register(
    {
        Placeholder.ADDRESS: _("how the player is addressed"),
        Placeholder.CASE: _("number of the complaint"),
        Placeholder.RECEIVED: _("day on which it was received"),
        Placeholder.ROUND: _("code of the round"),
        Placeholder.TABLE: _("table"),
        Placeholder.RULES: _("version of the rules"),
        Placeholder.CLOSED: _("moment at which betting closed"),
        Placeholder.SLIP: _("number of the slip"),
        Placeholder.BET: _("bets of the slip"),
        Placeholder.AMOUNT: _("amount of the slip or payment"),
        Placeholder.MOMENT: _("moment at which the slip arrived or the payment was asked for"),
        Placeholder.LATE: _("milliseconds after the close"),
        Placeholder.CAUSE: _("cause of the refusal"),
        Placeholder.RESULT: _("result of the round"),
        Placeholder.STAKED: _("amount staked in the round"),
        Placeholder.RETURNED: _("amount returned in the round"),
        Placeholder.PAYMENT: _("number of the deposit or withdrawal"),
        Placeholder.METHOD: _("means of payment"),
        Placeholder.OUTCOME: _("what became of the payment"),
    }
)
