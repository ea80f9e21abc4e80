"""Every rejection as a sentence in the user's language: the rule, what was asked, what would do.

No sentence asks for more than the player did: too little is answered with the minimum, in words.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from baccarat.chances import Chance
from casino.wording import words
from kernel.labels import label_of

UNLIMITED: Final = 2**63 - 1
"""The game's own figure for a ceiling that does not exist."""

PLAIN: Final[Mapping[str, "str | Promise"]] = {
    "malformed": gettext_lazy("The request arrived incomplete and was not handled. Nothing was bet. Please try again."),
    "no-such-table": gettext_lazy("This table does not exist. Nothing was bet."),
    "key-reused": gettext_lazy(
        "This request had already been handled with different content. Nothing has changed; look at your "
        "receipts and bet again."
    ),
    "not-seated": gettext_lazy("To bet you need a seat. Choose a free seat and bet again."),
    "time-over": gettext_lazy(
        "Today you have already played for the time that you set as your limit. Bets already accepted stand; "
        "you can come back tomorrow."
    ),
    "check-due": gettext_lazy(
        "Before betting more, see how long you have been playing and how much you have spent, and answer the "
        "notice. Nothing was bet."
    ),
    "wrong-currency": gettext_lazy(
        "This table plays with another kind of chips: money and play money are never mixed. Nothing was bet."
    ),
    "paused": gettext_lazy(
        "The table takes no bets for now: it is paused or the house has stopped play. Bets already accepted "
        "stand, and your balance is safe."
    ),
    "wrong-round": gettext_lazy("The round that this bet was meant for is over. Nothing was bet."),
    "betting-closed": gettext_lazy(
        "“No more bets”: the bet came after the close. Nothing was bet; bets accepted before it stand."
    ),
    # dealing at a table of one's own
    "no-bets": gettext_lazy("Bet first: no cards are dealt without a bet."),
    "not-individual": gettext_lazy("At this table the cards come when the betting time is over."),
    # seats
    "seat-taken": gettext_lazy("This seat has just been taken. Choose another."),
    "taken": gettext_lazy("This seat has just been taken. Choose another."),
    "no-such-seat": gettext_lazy("This table does not have that seat."),
    "table-full": gettext_lazy("The table is full. You can watch the round without a seat, or choose another table."),
    "full": gettext_lazy("The table is full. You can watch the round without a seat, or choose another table."),
    "table-closed": gettext_lazy("The table is closed. Choose another in the lobby."),
    "closed": gettext_lazy("The table is closed. Choose another in the lobby."),
    "closing": gettext_lazy("The table closes after this round and takes no more players."),
    "already-seated": gettext_lazy("You already have a seat at another table. Leave it before you sit down here."),
    "seated-elsewhere": gettext_lazy("You already have a seat at another table. Leave it before you sit down here."),
    "bets-in-play": gettext_lazy("You have bets in play at this table: wait for the end of the round to leave."),
    # the cut of a new shoe
    "nothing-to-cut": gettext_lazy("This shoe is no longer being cut."),
    "cut-closed": gettext_lazy("The cut is closed. The shoe begins where the others’ numbers say."),
    "already-cut": gettext_lazy("You have cut this shoe already. Your first cut stands."),
    "not-cut": gettext_lazy("You did not cut this shoe, so there is no number of yours to show."),
    "too-early": gettext_lazy("The numbers are shown after the cut is closed, all together."),
    "other-number": gettext_lazy("That is not the number that you sent. It does not count."),
    # the squeeze
    "round-over": gettext_lazy("The next round has begun: its cards are turned in their turn."),
    "not-yours-to-turn": gettext_lazy("The player with the highest stake on that side turns its cards."),
    "not-to-be-turned-yet": gettext_lazy("Those cards are not to be turned yet."),
    "house-turned": gettext_lazy("The time was over: the house has turned those cards."),
    # money in and out
    "amount-invalid": gettext_lazy("The amount is not one that is accepted at one time. Nothing has changed."),
    "no-account": gettext_lazy("This account has no wallet for this kind of chips yet. Nothing has changed."),
    "not-positive": gettext_lazy("Write an amount above zero."),
    "too-much": gettext_lazy("The amount is higher than is accepted at one time."),
}

BLOCKS: Final[Mapping[str, "str | Promise"]] = {
    "signed-out": gettext_lazy("To play you need to sign in."),
    "staff": gettext_lazy("People who work in the house do not play in it."),
    "inactive": gettext_lazy("This account is closed and cannot play."),
    "closed": gettext_lazy("This account is closed and cannot play. The account’s page tells you why."),
    "suspended": gettext_lazy("Your account is suspended. Contact player support to find out why."),
    "excluded": gettext_lazy("A break or an exclusion is in force: you cannot bet or deposit."),
    "prohibited": gettext_lazy("The law does not allow you to play in this house. Contact player support."),
    "guest": gettext_lazy(
        "You are in the demonstration, without an account: it plays alone at a table, with play money. To play here, "
        "register."
    ),
    "email-unconfirmed": gettext_lazy("To play for money you still have to confirm your email."),
    "not-verified": gettext_lazy("To play for money, your identity still has to be confirmed."),
    "terms-not-accepted": gettext_lazy(
        "To play for money you still have to accept the terms and conditions in force. You will find them at "
        "the foot of the page."
    ),
}

LIMITED: Final[Mapping[str, "str | Promise"]] = {
    "R13": gettext_lazy("On Ponto and Banca at the same time, the bets must differ by at least the minimum bet."),
    "R14": gettext_lazy("On each chance, the bet is nothing or at least the minimum bet."),
    "R15": gettext_lazy("This is the maximum per player on this chance."),
    "cap": gettext_lazy("This is the maximum that the house has set for this chance."),
    "R43a": gettext_lazy(
        "The difference between what everyone has on Ponto and on Banca cannot pass the table’s maximum prize."
    ),
    "R43b": gettext_lazy("What everyone has on Tie cannot pass 10% of the table’s maximum prize."),
    "R43c": gettext_lazy(
        "What everyone has on each pair, or on both where the table’s rules say so, cannot pass 8% of the table’s "
        "maximum prize."
    ),
}

SHORT_OF: Final[Mapping[str, "str | Promise"]] = {
    "R13": gettext_lazy(
        "On ponto and banca at the same time, your bets must differ by at least %(minimum)s (R13): bet on one "
        "side only, or leave that difference between them."
    ),
    "R14": gettext_lazy("The minimum bet of this table on each chance is %(minimum)s (R14)."),
}
"""The sentence for a slip below the table's minimum."""


def rejection(
    *,
    reason: str,
    rule: str | None = None,
    chance: str | None = None,
    asked: int | None = None,
    most: int | None = None,
    currency: str | None = None,
    block: str | None = None,
    minimum: int | None = None,
) -> str:
    """Why not, for the person who asked. An unknown reason still says that nothing happened."""
    facts = _Facts(
        rule=rule,
        chance=chance,
        asked=asked,
        most=most,
        currency=currency or "EUR",
        block=block,
        minimum=minimum,
    )
    special = _SPECIAL.get(str(reason))
    if special is not None:
        return special(facts)
    known = PLAIN.get(str(reason))
    return str(known) if known is not None else gettext("The request could not be accepted. Nothing has changed.")


class _Facts:
    """The facts of a rejection, ready for a sentence."""

    def __init__(
        self,
        *,
        rule: str | None,
        chance: str | None,
        asked: int | None,
        most: int | None,
        currency: str,
        block: str | None,
        minimum: int | None,
    ) -> None:
        self.rule = rule
        self.most = most
        self.block = block
        self.minimum = minimum
        self.asked = asked
        self.currency = currency
        self.chance = label_of(chance, Chance) if chance else gettext("Bet")

    def money(self, cents: int | None) -> str:
        return words.money(abs(cents or 0), self.currency)

    @property
    def taking_back(self) -> bool:
        return self.asked is not None and self.asked < 0


def _over_limit(facts: _Facts) -> str:
    asked = gettext("%(chance)s, take back %(amount)s") if facts.taking_back else gettext("%(chance)s, %(amount)s")
    head = asked % {"chance": facts.chance, "amount": facts.money(facts.asked)}
    return f"{head}: {_ends(facts)} {_why(facts)}"


def _why(facts: _Facts) -> str:
    short = SHORT_OF.get(facts.rule or "")
    if short is not None and facts.minimum is not None and not facts.taking_back:
        return str(short) % {"minimum": facts.money(facts.minimum)}
    why = str(LIMITED.get(facts.rule or "", gettext_lazy("It exceeds one of the table’s limits.")))
    return f"{why.rstrip('.')} ({facts.rule})." if facts.rule in LIMITED and facts.rule != "cap" else why


def _ends(facts: _Facts) -> str:
    """Return the ending that names the amount accepted instead, where it is less than requested."""
    if facts.most is None or facts.most >= UNLIMITED:
        return gettext("not accepted.")
    if facts.taking_back:
        if facts.most <= 0:
            return gettext("it cannot be taken back at the moment.")
        return gettext("you can take back only %(most)s.") % {"most": facts.money(facts.most)}
    if facts.rule in SHORT_OF or (facts.asked is not None and facts.most >= facts.asked):
        return gettext("not accepted.")
    if facts.most <= 0:
        return gettext("nothing more can be accepted on this chance at the moment.")
    return gettext("only %(most)s more can be accepted.") % {"most": facts.money(facts.most)}


def _not_offered(facts: _Facts) -> str:
    return gettext("%(chance)s: this chance is not offered in this round. Nothing was bet.") % {"chance": facts.chance}


def _short_of_funds(facts: _Facts) -> str:
    if facts.most is None or facts.asked is None:
        return gettext("Your balance is not enough for this bet. Nothing was bet.")
    return gettext("You asked for %(asked)s and your balance is enough for %(most)s. Nothing was bet.") % {
        "asked": facts.money(facts.asked),
        "most": facts.money(facts.most),
    }


def _own_limit(facts: _Facts) -> str:
    """PT-22: the limits are the player's own, so it is said whose they are, and that nothing else is wrong."""
    if facts.most is None or facts.asked is None:
        return gettext("The limits that you set for yourself do not allow this bet. Nothing was bet.")
    if facts.most <= 0:
        return gettext(
            "You asked for %(asked)s, and the limits that you set for yourself do not allow you to bet any "
            "more for now. Nothing was bet."
        ) % {"asked": facts.money(facts.asked)}
    return gettext(
        "You asked for %(asked)s, and the limits that you set for yourself allow you to bet %(most)s more. "
        "Nothing was bet."
    ) % {"asked": facts.money(facts.asked), "most": facts.money(facts.most)}


def _barred(facts: _Facts) -> str:
    known = BLOCKS.get(facts.block or "")
    return str(known) if known is not None else gettext("You cannot play at the moment. Contact player support.")


_SPECIAL: Final[Mapping[str, Callable[[_Facts], str]]] = {
    "over-limit": _over_limit,
    "not-offered": _not_offered,
    "own-limit": _own_limit,
    "short-of-funds": _short_of_funds,
    "barred": _barred,
}

KNOWN: Final = frozenset(PLAIN) | frozenset(_SPECIAL)
"""Every reason that has a sentence of its own."""
