"""What staff and players read when a limit, a break, a signal or an entry of the prohibited stays as it was."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.wording import words
from casino.wording.rejections.table import Sentences
from kernel.rejection import Rejected
from players.accounts.operations.obligations import ObligationRejection
from players.protection.operations.checks import CheckIntervalRejection
from players.protection.operations.exclusion import ExclusionRejection, NoticeRejection, RevocationRejection
from players.protection.operations.limits import LimitRejection
from players.protection.operations.prohibitions import ProhibitionRejection
from players.protection.operations.signals import SignalRejection

SENTENCES: Final[Sentences] = {
    LimitRejection: {
        LimitRejection.NO_SUCH_PERSON: _("Only players have limits. Nothing has changed."),
        LimitRejection.NO_SUCH_PERIOD: _("Playing time can only be limited per day. Nothing has changed."),
        LimitRejection.AMOUNT_INVALID: _("This value will not do as a limit. Nothing has changed."),
        LimitRejection.REASON_MISSING: _("Write why. Nothing has changed."),
        LimitRejection.NOT_ALLOWED: _("Your role does not allow you to set limits. Nothing has changed."),
        LimitRejection.KEY_REUSED: _("This form has already been used for another limit. Open the page again."),
        LimitRejection.NOTHING_CHANGES: _("The house already has that limit for this player. Nothing has changed."),
    },
    ExclusionRejection: {
        ExclusionRejection.PERIOD_INVALID: _("An exclusion lasts 3 to 127 months, or has no end. Nothing has changed."),
        ExclusionRejection.PERIOD_TOO_SHORT: _("An exclusion lasts at least 3 months. Nothing has changed."),
        ExclusionRejection.REASON_MISSING: _("Write why. Nothing has changed."),
        ExclusionRejection.NOT_ALLOWED: _("Your role does not allow you to exclude. Nothing has changed."),
        ExclusionRejection.NO_SUCH_PERSON: _("Only players can be excluded. Nothing has changed."),
        ExclusionRejection.KEY_REUSED: _("This form has already been used for another exclusion. Open the page again."),
    },
    RevocationRejection: {
        RevocationRejection.REASON_MISSING: _("Write why. Nothing has changed."),
        RevocationRejection.NOT_ALLOWED: _("Your role does not allow you to remove exclusions. Nothing has changed."),
        RevocationRejection.NO_SUCH_EXCLUSION: _("This player does not have that exclusion. Nothing has changed."),
        RevocationRejection.NOT_OURS: _(
            "This exclusion was not ordered by the house: only the person who asked for it can end it."
        ),
        RevocationRejection.OVER: _("This exclusion had already ended. Nothing has changed."),
    },
    ProhibitionRejection: {
        ProhibitionRejection.NOT_ALLOWED: _("Your role does not allow it."),
        ProhibitionRejection.NIF_INVALID: _(
            "This NIF is not right: it has nine digits, and the last one checks the others."
        ),
        ProhibitionRejection.REASON_UNKNOWN: _("Choose a reason from the list."),
        ProhibitionRejection.NOTE_MISSING: _(
            "Write the proof or the reason, in 3 to 300 characters. Nothing has changed."
        ),
        ProhibitionRejection.WORKS_HERE: _(
            "This person works here: the prohibition ends when the work does (PT-16). Nothing has changed."
        ),
        ProhibitionRejection.ALREADY_LIFTED: _("This bar was already lifted. Nothing has changed."),
    },
    SignalRejection: {
        SignalRejection.TEXT_MISSING: _("Write what you did, or why. Nothing has changed."),
        SignalRejection.NOT_ALLOWED: _("Your role does not allow it."),
        SignalRejection.NO_SUCH_SIGNAL: _("This sign does not exist."),
        SignalRejection.CLOSED: _("This sign was already closed. Nothing has changed."),
    },
    ObligationRejection: {
        ObligationRejection.NOTE_MISSING: _("Write how the obligation was fulfilled. Nothing has changed."),
        ObligationRejection.NO_SUCH_OBLIGATION: _("This obligation does not exist."),
        ObligationRejection.BALANCE_REMAINS: lambda rejected: (
            gettext(
                "The account still holds %(amount)s: a note is not a payment. Pay it, record the correction of the "
                "balance, which another person approves, and the obligation closes by itself (PT-28). Nothing has "
                "changed."
            )
            % {"amount": words.money(rejected.most or 0, "EUR")}
        ),
        ObligationRejection.NOT_ALLOWED: _("Your role does not allow it."),
    },
}


def _too_early(rejected: Rejected) -> str:
    if rejected.until is None:
        return gettext("The 24 hours have not passed yet.")
    said = gettext("The 24 hours have not passed yet. You can confirm from %(moment)s.")
    return said % {"moment": words.moment(rejected.until)}


TO_PLAYERS: Final[Sentences] = {
    LimitRejection: {
        LimitRejection.NO_SUCH_PERSON: _("Only those who play have limits."),
        LimitRejection.NO_SUCH_PERIOD: _("Playing time can only be limited per day."),
        LimitRejection.AMOUNT_INVALID: _("Enter an amount such as 50 or 50.00."),
        LimitRejection.REASON_MISSING: _("Write why."),
        LimitRejection.NOT_ALLOWED: _("Your role does not allow you to change this limit."),
        LimitRejection.KEY_REUSED: _(
            "This request had already been handled with another amount. Look at the list and ask again."
        ),
        LimitRejection.NO_SUCH_LIMIT: _("This request does not exist."),
        LimitRejection.NOTHING_CHANGES: _("That is already the limit. Nothing has changed."),
        LimitRejection.EXCLUDED: _("During a break no limit goes up. You can lower it."),
        LimitRejection.NOT_WAITING: _("This request is no longer waiting."),
        LimitRejection.TOO_EARLY: _too_early,
        LimitRejection.LAPSED: _(
            "The time for confirming has passed. The limit stays as it was; if you like, ask again."
        ),
    },
    ExclusionRejection: {
        "period-invalid": _(
            "A short break lasts from 1 hour to less than 3 months; a self-exclusion, 3 to 127 months."
        ),
        "period-too-short": _("A self-exclusion lasts at least 3 months. For less time there is the short break."),
        "reason-missing": _("Write why."),
        "not-allowed": _("Your role does not allow you to exclude."),
        "no-such-person": _("Only those who play can exclude themselves."),
        "key-reused": _(
            "This page had already been used for another request, which is in force. This one has not been "
            "recorded yet: if you want it, press again."
        ),
    },
    NoticeRejection: {
        NoticeRejection.NOT_EXCLUDED: _("You have no break in force."),
        NoticeRejection.NOT_OURS: _("This exclusion was not asked for by you: only those who ordered it can end it."),
        NoticeRejection.SHORT_BREAK: _("A short break ends by itself, and not before its end."),
        NoticeRejection.ALREADY_GIVEN: _("You had already given this notice."),
    },
    CheckIntervalRejection: {
        CheckIntervalRejection.MINUTES_OUT_OF_RANGE: _(
            "Choose from %(least)d to %(most)d minutes. Nothing has changed."
        ),
    },
}
