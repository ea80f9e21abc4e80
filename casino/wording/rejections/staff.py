"""What staff read when an act on a colleague, or on a player's standing, is rejected."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.staff_names import ROLES
from casino.wording.rejections.table import NOT_YET, Sentences
from players.staff.operations import MemberRefusal
from players.staff.operations.accounts import StandingRefusal

SENTENCES: Final[Sentences] = {
    StandingRefusal: {
        StandingRefusal.REASON_MISSING: _("Write the reason. Nothing has changed."),
        StandingRefusal.NOT_ALLOWED: _("Your role does not allow this act. Nothing has changed."),
        StandingRefusal.NO_SUCH_PERSON: _("This player does not exist. Nothing has changed."),
    },
    MemberRefusal: {
        MemberRefusal.REASON_MISSING: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        MemberRefusal.NOT_ALLOWED: _("Your role does not allow this act. Nothing has changed."),
        MemberRefusal.NO_SUCH_MEMBER: _("This person does not work here. Nothing has changed."),
        MemberRefusal.ONESELF: _("You cannot change your own roles or your own access. Nothing has changed."),
        MemberRefusal.KEY_REUSED: _("This form was sent before with other content. Nothing changed."),
        MemberRefusal.ROLES_MISSING: _("Choose at least one role. Nothing has changed."),
        MemberRefusal.ROLES_APART: lambda rejected: (
            gettext(
                "One person cannot hold both “%(one)s” and “%(other)s”: one decides on the other’s proposals, or on "
                "who works here. Nothing changed."
            )
            % dict(zip(("one", "other"), map(ROLES.__getitem__, rejected.roles or ()), strict=False))
        ),
        MemberRefusal.NAME_INVALID: _(
            "The name has up to 60 characters, without the symbols < > & and quotation marks."
        ),
        MemberRefusal.FULL_NAME_INVALID: _("Write the name as on the identity document: at least two names."),
        MemberRefusal.EMAIL_INVALID: _("This email is not written correctly."),
        MemberRefusal.NIF_INVALID: _(
            "This taxpayer number is wrong: it has nine digits, and the last one checks the others."
        ),
        MemberRefusal.EMAIL_TAKEN: _("This email already belongs to another person."),
        MemberRefusal.NAME_TAKEN: _("This name already belongs to another person."),
        MemberRefusal.NIF_TAKEN: _("This taxpayer number belongs to another member of staff. Nothing changed."),
        MemberRefusal.NOTHING_CHANGES: _("This is already the case: there is nothing to propose."),
        MemberRefusal.NOT_ACTIVE: _("This person has no access. Nothing changed."),
        MemberRefusal.ANOTHER_WAITS: _("A proposal about this person is waiting already. Have that one decided first."),
        MemberRefusal.NO_SUCH_PROPOSAL: _("There is no such proposal. Nothing changed."),
        MemberRefusal.OWN_PROPOSAL: _("The proposal is yours: another person decides. Nothing changed."),
        MemberRefusal.ALREADY_DECIDED: _("This proposal has been decided."),
        MemberRefusal.TOO_RECENT: NOT_YET["too-recent"],
        MemberRefusal.SAME_HANDS: NOT_YET["same-hands"],
        MemberRefusal.CAME_ALREADY: _("This person has chosen a password: no invitation is needed."),
    },
}
