"""What staff and players read when an act on a complaint, or a file, is rejected."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import NOT_YET, Sentences
from players.complaints.operations import CaseRejected, CaseRejection, ComplaintRejection
from players.complaints.operations.attachments import AttachmentRejected, AttachmentRejection
from players.complaints.operations.replies import ReplyRejected, ReplyRejection

_FILES: Final[Mapping[AttachmentRejection, "str | Promise"]] = {
    AttachmentRejection.TOO_MANY: _("Too many files: at most %(most)s per message."),
    AttachmentRejection.EMPTY: _("The file “%(name)s” is empty."),
    AttachmentRejection.TOO_LARGE: _("The file “%(name)s” is too large: at most 5 MB each."),
    AttachmentRejection.KIND_UNKNOWN: _(
        "The file “%(name)s” is not of a kind that we accept: JPEG, PNG and WebP images, PDF documents and plain text."
    ),
    AttachmentRejection.TOO_MANY_PIXELS: _(
        "The image “%(name)s” has too many pixels. Make it smaller and send it again."
    ),
    AttachmentRejection.DAMAGED: _("The file “%(name)s” is damaged and cannot be opened."),
    AttachmentRejection.ACTIVE: _(
        "The PDF “%(name)s” has programs or other files inside it. Send it without them, or send an image of the page."
    ),
    AttachmentRejection.TOO_MANY_NOW: _(
        "In the last hour you have sent as many files as we look into: at most %(most)s. Try again later."
    ),
    AttachmentRejection.BUSY: _("Other files are being looked into at the moment. Try again shortly."),
    AttachmentRejection.ENCRYPTED: _(
        "The PDF “%(name)s” opens only with a password. Send it without one, or pictures of its pages."
    ),
    AttachmentRejection.TOO_MANY_PAGES: _(
        "The PDF “%(name)s” has too many pages: at most %(most)s. Send only those that matter."
    ),
    AttachmentRejection.TOO_COMPLEX: _(
        "The file “%(name)s” takes too much to be redrawn. Send it smaller, or a picture of what matters."
    ),
    AttachmentRejection.INFECTED: _("The file “%(name)s” did not pass the antivirus check."),
}


def _file(rejected: AttachmentRejected) -> str:
    said = str(_FILES[rejected.reason]) % {"name": rejected.name, "most": rejected.most}
    then = gettext("Nothing was sent; the files have to be chosen again.")
    return f"{said} {then}"


def _placeholder(rejected: ReplyRejected) -> str:
    said = gettext("There is no placeholder %(names)s.") % {"names": ", ".join(rejected.unknown)}
    then = gettext("Use those in the list below the text; braces stand for nothing else. Nothing was saved.")
    return f"{said} {then}"


def _taken(rejected: CaseRejected) -> str:
    said = gettext("Complaint %(number)s has this sheet of the Complaints Book already. Nothing was saved.")
    return said % {"number": rejected.number}


SENTENCES: Final[Sentences] = {
    ReplyRejection: {
        ReplyRejection.NOT_ALLOWED: _("Your role does not allow you to keep reply templates. Nothing was saved."),
        ReplyRejection.TITLE_INVALID: _("Give the template a title of 3 to 80 characters. Nothing was saved."),
        ReplyRejection.TEXT_INVALID: _("Write the text, in 10 to 2,000 characters. Nothing was saved."),
        ReplyRejection.PLACEHOLDER_UNKNOWN: _placeholder,
        ReplyRejection.REASON_MISSING: _("Write the reason, in 3 to 300 characters. Nothing was saved."),
        ReplyRejection.CATEGORY_UNKNOWN: _("Choose what it is about. Nothing was saved."),
        ReplyRejection.LANGUAGE_UNKNOWN: _("Choose the language of the template. Nothing was saved."),
        ReplyRejection.NO_SUCH_TEMPLATE: _("This template does not exist. Nothing was saved."),
        ReplyRejection.KEY_REUSED: _(
            "This form has already been sent with different content. Nothing has changed; see below what was kept."
        ),
        ReplyRejection.STALE: _(
            "A colleague changed the template while you were writing. Nothing was saved; read the newest version and "
            "send yours again."
        ),
        ReplyRejection.UNCHANGED: _("The template says this already. Nothing was saved."),
    },
    CaseRejection: {
        CaseRejection.NOT_ALLOWED: _("Your roles do not allow this. Nothing has changed."),
        CaseRejection.TEXT_INVALID: _("Write the text, up to 5000 characters. Nothing was saved."),
        CaseRejection.OUTCOME_UNKNOWN: _(
            "A complaint is accepted, partly accepted or rejected (PT-77). Nothing was decided."
        ),
        CaseRejection.NO_REASONS: _("Write the reasons, in 10 to 5000 characters (PT-77). Nothing was decided."),
        CaseRejection.AWARD_INVALID: _(
            "The payment will not do: only with the complaint accepted, wholly or in part, and up to "
            "€1,000,000.00. Nothing was decided."
        ),
        CaseRejection.NO_ACCOUNT: _(
            "Money can be paid only into a player’s account, and this person has none. Nothing was decided; decide "
            "without a payment and write in the reasons how it is settled."
        ),
        CaseRejection.POST_INVALID: _(
            "The day of posting is not between the day of receipt and today, or this person is reached by "
            "email. Nothing was saved."
        ),
        CaseRejection.TEMPLATE_UNKNOWN: _(
            "The answer names a template that does not exist. Nothing was decided; reload the page and send it again."
        ),
        CaseRejection.SHEET_INVALID: _(
            "Write the number of the sheet in the Complaints Book, as ROR00000000000123456 or the digits on paper. "
            "Nothing was saved."
        ),
        CaseRejection.REASON_MISSING: _("Write the reason, in 3 to 300 characters. Nothing was saved."),
        CaseRejection.NO_SUCH_COMPLAINT: _("This complaint does not exist. Nothing has changed."),
        CaseRejection.KEY_REUSED: _(
            "This form has already been sent with different content. Nothing has changed; see below what was kept."
        ),
        CaseRejection.NOT_OF_THE_BOOK: _(
            "This complaint did not come from the Complaints Book: it has no sheet there. Nothing was saved."
        ),
        CaseRejection.SAME_SHEET: _("The complaint has this number already. Nothing was saved."),
        CaseRejection.SHEET_TAKEN: _taken,
        CaseRejection.STALE: _(
            "The complaint changed while you were writing. Nothing was saved; read what is new and send it again."
        ),
        CaseRejection.NOT_IN_THAT_STATE: _(
            "The complaint is no longer in that state. Nothing has changed; see below where it is now."
        ),
        CaseRejection.NOT_YOURS: _(
            "Only the person handling the case decides on it. Nothing has changed; take the case first."
        ),
        CaseRejection.AWARD_WAITS: _(
            "A payment is awaiting another person’s approval. Nothing changes until that person decides."
        ),
        CaseRejection.NO_AWARD_WAITS: _("No payment is awaiting approval. Nothing has changed."),
        CaseRejection.OWN_WORK: _("You proposed the payment: another person has to approve it. Nothing has changed."),
        CaseRejection.TOO_MANY_MESSAGES: _("This complaint already has %(most)s messages. Nothing was saved."),
        CaseRejection.TOO_RECENT: NOT_YET["too-recent"],
        CaseRejection.SAME_HANDS: NOT_YET["same-hands"],
        CaseRejection.MONEY_REFUSED: _("The cashier refused the movement. Nothing was paid; see the player’s account."),
    },
    ComplaintRejection: {
        ComplaintRejection.NO_SUCH_PERSON: _("Only a player’s complaint is registered here. Nothing was saved."),
        ComplaintRejection.RELATION_UNKNOWN: _("Choose who is complaining. Nothing was saved."),
        ComplaintRejection.NAME_INVALID: _(
            "Write the name in 2 to 200 characters, and a document number in 40 at most. Nothing was saved."
        ),
        ComplaintRejection.ADDRESS_INVALID: _(
            "Write an email address or a whole postal address, so that the answer arrives. Nothing was saved."
        ),
        ComplaintRejection.CHANNEL_UNKNOWN: _("Choose how the complaint came. Nothing was saved."),
        ComplaintRejection.RECEIVED_INVALID: _(
            "The day of receipt has not come yet, is more than %(most)s days ago, or is before the complaint’s own. "
            "Nothing was saved."
        ),
        ComplaintRejection.CATEGORY_UNKNOWN: _("Choose what it is about. Nothing was saved."),
        ComplaintRejection.TEXT_INVALID: _("Write the text, in 10 to 5000 characters. Nothing was saved."),
        ComplaintRejection.SUBJECT_INVALID: _("There is no such round. Nothing was saved."),
        ComplaintRejection.KEY_REUSED: _(
            "This form has already been sent with different content. Nothing has changed; open the page again."
        ),
        ComplaintRejection.SHEET_INVALID: _(
            "Write the number of the sheet in the Complaints Book, as ROR00000000000123456 or the digits on paper; "
            "leave it blank for what came by another way. Nothing was saved."
        ),
        ComplaintRejection.SHEET_TAKEN: _(
            "This sheet of the Complaints Book is registered already: search for its number. Nothing was saved."
        ),
        ComplaintRejection.HAS_ACCOUNT: _("Players reply in their account. Nothing was saved."),
        ComplaintRejection.TOO_MANY_MESSAGES: _("This complaint already has %(most)s messages. Nothing was saved."),
        ComplaintRejection.CLOSED: _(
            "The case is closed. Nothing was saved; where the person disagrees with the answer, open it again."
        ),
        ComplaintRejection.NOT_ANSWERED: _(
            "The case had no answer on that day, so there is nothing to open again. Nothing was saved; register the "
            "reply alone."
        ),
        ComplaintRejection.REOPENED_ALREADY: _(
            "This case was opened again before, and that is done once. Nothing was saved; tell the person about the "
            "Complaints Book (Livro de Reclamações) and the independent body."
        ),
        ComplaintRejection.TOO_LATE: _(
            "The reply came more than %(most)s days after the answer. Nothing was saved; register a new complaint."
        ),
    },
    AttachmentRejection: dict.fromkeys(AttachmentRejection, _file),
}

TO_PLAYERS: Final[Sentences] = {
    ComplaintRejection: {
        ComplaintRejection.NO_SUCH_PERSON: _("Only those with a player’s account can complain here. Nothing was sent."),
        ComplaintRejection.NO_SUCH_COMPLAINT: _("This complaint does not exist. Nothing was sent."),
        ComplaintRejection.CATEGORY_UNKNOWN: _("Choose what it is about. Nothing was sent."),
        ComplaintRejection.TEXT_INVALID: _(
            "Write between 10 and 5000 characters, so that we understand what happened. Nothing was sent."
        ),
        ComplaintRejection.SUBJECT_INVALID: _(
            "The reference is not valid. Nothing was sent; open the form from the round, the session or the movement."
        ),
        ComplaintRejection.KEY_REUSED: _(
            "This form has already been sent with a different text. Nothing has changed; open the page again and "
            "write it once more."
        ),
        ComplaintRejection.TOO_MANY_OPEN: _(
            "You already have %(most)s complaints awaiting an answer. Add what is missing to one of them. Nothing "
            "was sent."
        ),
        ComplaintRejection.TOO_MANY_MESSAGES: _(
            "This complaint already has %(most)s messages. Telephone us or write to us by email. Nothing was sent."
        ),
        ComplaintRejection.CLOSED: _("This complaint is closed. Nothing was sent; you can make another."),
        ComplaintRejection.NOT_ANSWERED: _("This complaint has no answer yet. Nothing has changed."),
        ComplaintRejection.REOPENED_ALREADY: _(
            "This complaint has already been looked at twice. You can turn to the Complaints Book (Livro de "
            "Reclamações) or to an independent body."
        ),
        ComplaintRejection.TOO_LATE: _(
            "A complaint can be reopened only within %(most)s days of the answer. You can make another, or turn to "
            "the Complaints Book (Livro de Reclamações) or to an independent body."
        ),
    },
}
