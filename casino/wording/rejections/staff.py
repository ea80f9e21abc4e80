"""What staff read when an act on a colleague, or on a player's standing, is rejected."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import NOT_YET, Sentences
from kernel.labels import label
from players.staff.operations import MemberRejection
from players.staff.operations.accounts import StandingRejection

SENTENCES: Final[Sentences] = {
    StandingRejection: {
        StandingRejection.REASON_MISSING: _("Write the reason. Nothing has changed."),
        StandingRejection.NOT_ALLOWED: _("Your role does not allow this act. Nothing has changed."),
        StandingRejection.NO_SUCH_PERSON: _("This player does not exist. Nothing has changed."),
    },
    MemberRejection: {
        MemberRejection.REASON_MISSING: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        MemberRejection.NOT_ALLOWED: _("Your role does not allow this act. Nothing has changed."),
        MemberRejection.NO_SUCH_MEMBER: _("This person does not work here. Nothing has changed."),
        MemberRejection.ONESELF: _("You cannot change your own roles or your own access. Nothing has changed."),
        MemberRejection.KEY_REUSED: _("This form was sent before with other content. Nothing has changed."),
        MemberRejection.ROLES_MISSING: _("Choose at least one role. Nothing has changed."),
        MemberRejection.ROLES_APART: lambda rejected: (
            gettext(
                "One person cannot hold both “%(one)s” and “%(other)s”: one decides on the other’s "
                "proposals, or on who works here. Nothing has changed."
            )
            % dict(zip(("one", "other"), map(label, rejected.roles or ()), strict=False))
        ),
        MemberRejection.NAME_INVALID: _(
            "The name has up to 60 characters, without the symbols < > & and quotation marks."
        ),
        MemberRejection.FULL_NAME_INVALID: _("Write the name as on the identity document: at least two names."),
        MemberRejection.EMAIL_INVALID: _("This email is not written correctly."),
        MemberRejection.NIF_INVALID: _(
            "This taxpayer number is wrong: it has nine digits, and the last one checks the others."
        ),
        MemberRejection.EMAIL_TAKEN: _("This email already belongs to another person."),
        MemberRejection.NAME_TAKEN: _("This name already belongs to another person."),
        MemberRejection.NIF_TAKEN: _("This taxpayer number belongs to another member of staff. Nothing has changed."),
        MemberRejection.NOTHING_CHANGES: _("This is already the case: there is nothing to propose."),
        MemberRejection.NOT_ACTIVE: _("This person has no access. Nothing has changed."),
        MemberRejection.ANOTHER_WAITS: _(
            "A proposal about this person is waiting already. Have that one decided first."
        ),
        MemberRejection.NO_SUCH_PROPOSAL: _("There is no such proposal. Nothing has changed."),
        MemberRejection.OWN_PROPOSAL: _("The proposal is yours: another person decides. Nothing has changed."),
        MemberRejection.ALREADY_DECIDED: _("This proposal has been decided."),
        MemberRejection.TOO_RECENT: NOT_YET["too-recent"],
        MemberRejection.SAME_HANDS: NOT_YET["same-hands"],
        MemberRejection.CAME_ALREADY: _("This person has chosen a password: no invitation is needed."),
    },
}
