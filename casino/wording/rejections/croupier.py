"""Rejections at a croupier's table, and readings that do not count, as sentences for the console."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.wording.rejections.table import Sentences
from tables.card_terms import Refusal
from tables.operations.croupier.film import FilmRejection
from tables.operations.croupier.scanners import ScannerRejection
from tables.operations.croupier.standing import CroupierRejection

SENTENCES: Final[Sentences] = {
    CroupierRejection: {
        CroupierRejection.NO_SUCH_TABLE: _("This table does not exist. Nothing has changed."),
        CroupierRejection.NOT_A_CROUPIERS_TABLE: _("At this table no croupier deals. Nothing has changed."),
        CroupierRejection.ON_ANOTHER_TABLE: _("You deal at another table. Leave it first; nothing has changed."),
        CroupierRejection.TABLE_TAKEN: _(
            "Another croupier’s cards lie on the table. Take it after this round, or call a supervisor."
        ),
        CroupierRejection.NOT_ON_SHIFT: _("You do not deal at this table now. Take the table first."),
        CroupierRejection.SHIFT_OVER: _(
            "This croupier does not deal here any more. Nothing has changed; look at who deals now."
        ),
        CroupierRejection.PAUSED: _("The table is paused. Nothing was done; a supervisor lets play go on."),
        CroupierRejection.WRONG_ROUND: _("The round has moved on. Look at the console and go on from there."),
        CroupierRejection.NOT_BETTING: _("No bets are being taken. Nothing has changed."),
        CroupierRejection.NOT_DEALING: _("No cards are due now. Nothing has changed."),
        CroupierRejection.CARD_DUE: _("A card is due before the round is over. Nothing was paid."),
        CroupierRejection.CARDS_TURNED: _("Players still turn the cards. Confirm the result in %(wait)s."),
        CroupierRejection.NO_CARD_DUE: _("No card is due: the round is over. Call the result."),
        CroupierRejection.NO_CARD_READ: _("No card of this round was read yet. Nothing has changed."),
        CroupierRejection.NOT_THE_LAST: _(
            "The cards on the table have changed since you looked. Nothing was taken back; look again."
        ),
        CroupierRejection.ROUND_IN_PLAY: _("A round is in play. Finish it first."),
        CroupierRejection.SHOE_IN_USE: _("The shoe on the table still serves. Nothing has changed."),
        CroupierRejection.NO_SHOE: _("There is no shoe to deal from. Nothing has changed."),
        CroupierRejection.SHOE_OVER: _("This shoe is out of play already. Nothing has changed."),
        CroupierRejection.DECKS_WRONG: _(
            "The rules ask for %(most)s different decks, each named by four digits or capital letters. "
            "No shoe was begun."
        ),
        CroupierRejection.NOT_A_CARD: _("That names no card: a rank and a suit, such as TD. Nothing has changed."),
        CroupierRejection.CARD_IMPOSSIBLE: _(
            "That card cannot be the next one of this shoe. Nothing has changed; call a supervisor."
        ),
        CroupierRejection.KEYED_WAITS: _("A card keyed by hand waits already. Nothing has changed."),
        CroupierRejection.NO_KEYED_CARD: _("No card keyed by hand waits any more. Nothing has changed."),
        CroupierRejection.OWN_CARD: _("Another person decides about your own card. Nothing has changed."),
        CroupierRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        CroupierRejection.NO_CALL: _("This call has been answered already. Nothing has changed."),
        CroupierRejection.LAST_ALREADY: _("The last round of this shoe has been called already."),
        CroupierRejection.KEY_REUSED: _("This act was handled already with other content. Nothing has changed."),
    },
    FilmRejection: {
        FilmRejection.NO_SUCH_TABLE: _("This table does not exist. Nothing has changed."),
        FilmRejection.NOT_A_CROUPIERS_TABLE: _("At this table no croupier deals. Nothing has changed."),
        FilmRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        FilmRejection.WHEP_INVALID: _(
            "Write the WHEP address in full, beginning with https:// and without a password, in at most %(most)s "
            "characters. Nothing has changed."
        ),
        FilmRejection.HLS_INVALID: _(
            "Write the playlist’s address in full, beginning with https:// and without a password, in at most %(most)s "
            "characters. Nothing has changed."
        ),
        FilmRejection.DELAY_OUT_OF_RANGE: _("The delay is 0 to %(most)s milliseconds. Nothing has changed."),
    },
    ScannerRejection: {
        ScannerRejection.NO_SUCH_TABLE: _("This table does not exist. Nothing has changed."),
        ScannerRejection.NOT_A_CROUPIERS_TABLE: _("At this table no croupier deals. Nothing has changed."),
        ScannerRejection.KEY_REUSED: _("This act was handled already with other content. Nothing has changed."),
        ScannerRejection.NAME_INVALID: _(
            "Name the scanner in %(least)s to %(most)s characters that can be printed. No token was issued."
        ),
        ScannerRejection.NO_REASON: _("Write the reason, in 3 to 300 characters. Nothing has changed."),
        ScannerRejection.NAME_TAKEN: _(
            "A scanner of this table has that name. Choose another, or revoke that one first. No token was issued."
        ),
        ScannerRejection.TOO_MANY: _(
            "A table has at most %(most)s scanners. Revoke one that is not used. No token was issued."
        ),
        ScannerRejection.NO_SUCH_SCANNER: _("This scanner does not exist. Nothing has changed."),
        ScannerRejection.TOKEN_UNKNOWN: _("No scanner has this token. A supervisor issues one for the table."),
        ScannerRejection.TOKEN_REVOKED: _("This scanner’s token was revoked. A supervisor issues another."),
        ScannerRejection.ANOTHER_TABLE: _("This scanner’s token is for another table. The card does not count."),
        ScannerRejection.NO_CROUPIER: _("No croupier deals at this table now. The card does not count."),
    },
}
REFUSALS: "Final[Mapping[Refusal, str | Promise]]" = {
    Refusal.PAUSED: _("The table is paused: the card does not count. A supervisor lets play go on."),
    Refusal.UNREADABLE: _("No card was read. Slide it again, or key it by hand."),
    Refusal.NO_SHOE: _("There is no shoe yet: the card does not count."),
    Refusal.FOREIGN_DECK: _("This card is of a deck that is not in the shoe. The table stands; call a supervisor."),
    Refusal.READ_TWICE: _("This card lies here already: it was slid twice. It counts once."),
    Refusal.SEEN_BEFORE: _("This card has left the shoe before. The table stands; call a supervisor."),
    Refusal.TOO_MANY_ALIKE: _("There cannot be so many of this card in the shoe. The table stands; call a supervisor."),
    Refusal.BEFORE_CLOSE: _("Bets are still open: the card does not count and was noted. Close first."),
    Refusal.NONE_DUE: _("No card is due: this one is too many. Call a supervisor."),
}
"""Why a reading does not count, and what to do."""
