"""What staff read when an erasure, or the decision on one, is rejected."""

from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.wording import words
from casino.wording.rejections.table import NOT_YET, Sentences
from players.keeping.operations import ErasureRejection


def _not_over(rejected: Any) -> str:
    latest = "" if rejected.until is None else words.moment(rejected.until)
    return gettext(
        "The term of these is not over (PT-56): terms that began before %(latest)s may be erased. Nothing was proposed."
    ) % {"latest": latest}


SENTENCES: Final[Sentences] = {
    ErasureRejection: {
        ErasureRejection.NOT_ERASABLE: _("Nothing of this class is erased. Nothing was proposed."),
        ErasureRejection.REASON_INVALID: _(
            "Write the reason, in %(least)s to %(most)s characters. Nothing has changed."
        ),
        ErasureRejection.TERM_NOT_OVER: _not_over,
        ErasureRejection.KEY_REUSED: _("This form has already been used for another proposal. Open a new form."),
        ErasureRejection.ONE_OPEN: _("An erasure of this class already waits or is under way. Nothing was proposed."),
        ErasureRejection.NOTHING_DUE: _("Nothing began its term before that day. Nothing was proposed."),
        ErasureRejection.NO_SUCH_ERASURE: _("There is no such erasure. Nothing has changed."),
        ErasureRejection.ALREADY_DECIDED: _("This erasure was decided already. Nothing has changed."),
        ErasureRejection.OWN_PROPOSAL: _("The proposal is yours: another person approves it. Nothing has changed."),
        ErasureRejection.NOT_OWN: _("Only who proposed it withdraws it. Nothing has changed."),
        ErasureRejection.TOO_RECENT: NOT_YET["too-recent"],
        ErasureRejection.SAME_HANDS: NOT_YET["same-hands"],
    }
}
