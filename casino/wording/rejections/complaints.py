"""What staff and players read when an act on a complaint, or a file, is rejected."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import NOT_YET, Sentences
from players.complaints.operations import CaseRefusal, ComplaintRefusal
from players.complaints.operations.attachments import AttachmentRefusal, AttachmentRefused

_FILES: Final[Mapping[AttachmentRefusal, "str | Promise"]] = {
    AttachmentRefusal.TOO_MANY: _("Too many files: at most %(most)s per message."),
    AttachmentRefusal.EMPTY: _("The file “%(name)s” is empty."),
    AttachmentRefusal.TOO_LARGE: _("The file “%(name)s” is too large: at most 5 MB each."),
    AttachmentRefusal.KIND_UNKNOWN: _(
        "The file “%(name)s” is not of a kind that we accept: JPEG, PNG and WebP images, PDF documents and plain text."
    ),
    AttachmentRefusal.TOO_MANY_PIXELS: _(
        "The image “%(name)s” has too many pixels. Make it smaller and send it again."
    ),
    AttachmentRefusal.DAMAGED: _("The file “%(name)s” is damaged and cannot be opened."),
    AttachmentRefusal.ACTIVE: _(
        "The PDF “%(name)s” has programs or other files inside it. Send it without them, or send an image of the page."
    ),
    AttachmentRefusal.TOO_MANY_NOW: _(
        "In the last hour you have sent as many files as we look into: at most %(most)s. Try again later."
    ),
    AttachmentRefusal.BUSY: _("Other files are being looked into at the moment. Try again shortly."),
    AttachmentRefusal.ENCRYPTED: _(
        "The PDF “%(name)s” opens only with a password. Send it without one, or pictures of its pages."
    ),
    AttachmentRefusal.TOO_MANY_PAGES: _(
        "The PDF “%(name)s” has too many pages: at most %(most)s. Send only those that matter."
    ),
    AttachmentRefusal.TOO_COMPLEX: _(
        "The file “%(name)s” takes too much to be redrawn. Send it smaller, or a picture of what matters."
    ),
    AttachmentRefusal.INFECTED: _("The file “%(name)s” did not pass the antivirus check."),
}


def _file(rejected: AttachmentRefused) -> str:
    said = str(_FILES[rejected.reason]) % {"name": rejected.name, "most": rejected.most}
    then = gettext("Nothing was sent; the files have to be chosen again.")
    return f"{said} {then}"


SENTENCES: Final[Sentences] = {
    CaseRefusal: {
        CaseRefusal.NOT_ALLOWED: _("Your roles do not allow this. Nothing has changed."),
        CaseRefusal.TEXT_INVALID: _("Write the text, up to 5000 characters. Nothing was saved."),
        CaseRefusal.OUTCOME_UNKNOWN: _(
            "The outcome is accepted, partly accepted or rejected (PT-77). Nothing was decided."
        ),
        CaseRefusal.NO_REASONS: _("Write the reasons, in 10 to 5000 characters (PT-77). Nothing was decided."),
        CaseRefusal.AWARD_INVALID: _(
            "The payment will not do: only with the complaint accepted, wholly or in part, and up to "
            "€1,000,000.00. Nothing was decided."
        ),
        CaseRefusal.NO_ACCOUNT: _(
            "Money can be paid only into a player’s account, and this person has none. Nothing was decided; decide "
            "without a payment and write in the reasons how it is settled."
        ),
        CaseRefusal.POST_INVALID: _(
            "The day of posting is not between the day of receipt and today, or this person is reached by e-mail. "
            "Nothing was saved."
        ),
        CaseRefusal.NO_SUCH_COMPLAINT: _("This complaint does not exist. Nothing has changed."),
        CaseRefusal.KEY_REUSED: _(
            "This form has already been sent with different content. Nothing has changed; see below what was kept."
        ),
        CaseRefusal.STALE: _(
            "The complaint changed while you were writing. Nothing was saved; read what is new and send it again."
        ),
        CaseRefusal.NOT_IN_THAT_STATE: _(
            "The complaint is no longer in that state. Nothing has changed; see below where it is now."
        ),
        CaseRefusal.NOT_YOURS: _(
            "Only the person handling the case decides on it. Nothing has changed; take the case first."
        ),
        CaseRefusal.AWARD_WAITS: _(
            "A payment is awaiting another person’s approval. Nothing changes until that person decides."
        ),
        CaseRefusal.NO_AWARD_WAITS: _("No payment is awaiting approval. Nothing has changed."),
        CaseRefusal.OWN_WORK: _("You proposed the payment: another person has to approve it. Nothing has changed."),
        CaseRefusal.TOO_MANY_MESSAGES: _("This complaint already has %(most)s messages. Nothing was saved."),
        CaseRefusal.TOO_RECENT: NOT_YET["too-recent"],
        CaseRefusal.SAME_HANDS: NOT_YET["same-hands"],
        CaseRefusal.MONEY_REFUSED: _("The cashier refused the movement. Nothing was paid; see the player’s account."),
    },
    ComplaintRefusal: {
        ComplaintRefusal.NO_SUCH_PERSON: _("Only a player’s complaint is registered here. Nothing was saved."),
        ComplaintRefusal.RELATION_UNKNOWN: _("Choose who is complaining. Nothing was saved."),
        ComplaintRefusal.NAME_INVALID: _(
            "Write the name in 2 to 200 characters, and a document number in 40 at most. Nothing was saved."
        ),
        ComplaintRefusal.ADDRESS_INVALID: _(
            "Write an e-mail address or a whole postal address, so that the answer arrives. Nothing was saved."
        ),
        ComplaintRefusal.CHANNEL_UNKNOWN: _("Choose how the complaint came. Nothing was saved."),
        ComplaintRefusal.RECEIVED_INVALID: _(
            "The day of receipt has not come yet, or is more than %(most)s days ago. Nothing was saved."
        ),
        ComplaintRefusal.CATEGORY_UNKNOWN: _("Choose what it is about. Nothing was saved."),
        ComplaintRefusal.TEXT_INVALID: _("Write the text, in 10 to 5000 characters. Nothing was saved."),
        ComplaintRefusal.SUBJECT_INVALID: _("There is no such round. Nothing was saved."),
        ComplaintRefusal.KEY_REUSED: _(
            "This form has already been sent with different content. Nothing has changed; open the page again."
        ),
    },
    AttachmentRefusal: dict.fromkeys(AttachmentRefusal, _file),
}

TO_PLAYERS: Final[Sentences] = {
    ComplaintRefusal: {
        ComplaintRefusal.NO_SUCH_PERSON: _("Only those with a player’s account can complain here. Nothing was sent."),
        ComplaintRefusal.NO_SUCH_COMPLAINT: _("This complaint does not exist. Nothing was sent."),
        ComplaintRefusal.CATEGORY_UNKNOWN: _("Choose what it is about. Nothing was sent."),
        ComplaintRefusal.TEXT_INVALID: _(
            "Write between 10 and 5000 characters, so that we understand what happened. Nothing was sent."
        ),
        ComplaintRefusal.SUBJECT_INVALID: _(
            "The reference is not valid. Nothing was sent; open the form from the round, the session or the movement."
        ),
        ComplaintRefusal.KEY_REUSED: _(
            "This form has already been sent with a different text. Nothing has changed; open the page again and "
            "write it once more."
        ),
        ComplaintRefusal.TOO_MANY_OPEN: _(
            "You already have %(most)s complaints awaiting an answer. Add what is missing to one of them. Nothing "
            "was sent."
        ),
        ComplaintRefusal.TOO_MANY_MESSAGES: _(
            "This complaint already has %(most)s messages. Telephone us or write to us by email. Nothing was sent."
        ),
        ComplaintRefusal.CLOSED: _("This complaint is closed. Nothing was sent; you can make another."),
        ComplaintRefusal.NOT_ANSWERED: _("This complaint has no answer yet. Nothing has changed."),
        ComplaintRefusal.REOPENED_ALREADY: _(
            "This complaint has already been looked at twice. You can turn to the Complaints Book (Livro de "
            "Reclamações) or to an independent body."
        ),
        ComplaintRefusal.TOO_LATE: _(
            "A complaint can be reopened only within %(most)s days of the answer. You can make another, or turn to "
            "the Complaints Book (Livro de Reclamações) or to an independent body."
        ),
    },
}
