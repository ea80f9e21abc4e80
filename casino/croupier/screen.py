"""The console's screen in words: the state and the next act in large letters, and the keys that do it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from baccarat.cards import Card, total
from baccarat.dealing import Dealing, Slot, Why
from casino.backoffice.labels import STATUS_REASONS
from casino.wording import names, words
from tables.queries.croupier import Console

SLOTS: Final = (Slot.P1, Slot.B1, Slot.P2, Slot.B2, Slot.P3, Slot.B3)
ORDINALS: "Final[tuple[str | Promise, ...]]" = (
    pgettext_lazy("card", "1st"),
    pgettext_lazy("card", "2nd"),
    pgettext_lazy("card", "3rd"),
    pgettext_lazy("card", "4th"),
    pgettext_lazy("card", "5th"),
    pgettext_lazy("card", "6th"),
)
_OVER: "Final[Mapping[Why, str | Promise]]" = {
    Why.NATURAL: gettext_lazy("A natural: no more cards."),
    Why.BOTH_STAND: gettext_lazy("Both stand: no more cards."),
    Why.ALL_DRAWN: gettext_lazy("No side draws any more."),
}


@dataclass(frozen=True, slots=True)
class Act:
    """What can be done from here: `name` of the address, its words, its key; `kind` decides how it is drawn."""

    name: str
    label: str
    key: str
    kind: str = "go"


@dataclass(frozen=True, slots=True)
class Lying:
    """A place of the felt: its card, or its turn in words; `due` where the next card comes."""

    slot: str
    card: str
    turn: str
    across: bool
    due: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """A side: its name, places, total, and whether it won."""

    side: str
    name: str
    total: int | None
    staked: str
    places: tuple[Lying, ...]
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """The console as it is drawn."""

    over: str
    """Above the headline."""
    headline: "SafeString | str"
    why: str
    tone: str
    """`ponto`, `banca`, `empate`, `open`, `wait` or nothing."""
    main: Act | None
    """The one act that is due; none while a card or a person is waited for."""
    waits: str
    """The thing that the croupier waits for, in place of an act."""
    others: tuple[Act, ...]
    hands: tuple[Hand, Hand]
    line: str
    """What the last act came to, or the result's money."""


def screen(console: Console, *, person_id: int) -> Screen:
    """The screen for the person who looks at it."""
    told = _told(console, person_id)
    return Screen(
        over=told.over,
        headline=told.headline,
        why=told.why,
        tone=told.tone,
        main=told.main,
        waits=told.waits,
        others=_others(console, person_id),
        hands=_hands(console),
        line=_line(console),
    )


@dataclass(frozen=True, slots=True)
class _Told:
    over: str
    headline: "SafeString | str"
    why: str = ""
    tone: str = ""
    main: Act | None = None
    waits: str = ""


def _told(console: Console, person_id: int) -> _Told:
    if console.croupier_id != person_id:
        return _not_mine(console)
    if console.robot_deals:
        why = gettext("You deal from the next round on. Its cards are the robot’s.")
        return _Told(_round_words(console), gettext("The robot finishes this round"), why, "wait")
    if console.status in {"closed", "paused"}:
        return _standing(console)
    if console.phase == "betting":
        over = gettext("Place your bets · round %(round)s of the shoe") % {"round": console.round_of_shoe}
        why = gettext("The scanner opens only after “no more bets”. A card before that is refused and counted.")
        return _Told(over, gettext("Close at zero"), why, "open")
    if console.dealing is not None and console.phase in {"closed", "dealing"}:
        return _dealing(console, console.dealing)
    return _between(console)


def _not_mine(console: Console) -> _Told:
    if console.croupier_id is None:
        headline = gettext("The robot deals") if console.robot_deals else gettext("No croupier deals here")
        why = gettext("Take the table to deal it. A round of the robot’s is finished by it.")
        return _Told(_round_words(console), headline, why, "wait", Act("take", gettext("Take the table"), "T"))
    headline = gettext("%(croupier)s deals here") % {"croupier": console.croupier}
    why = gettext("You take over between two rounds, when no cards lie on the table.")
    return _Told(_round_words(console), headline, why, "wait", Act("take", gettext("Take over"), "T"))


def _standing(console: Console) -> _Told:
    if console.status == "closed":
        return _Told("", gettext("The table is closed"), gettext("It is opened in the office."), "wait")
    why = str(STATUS_REASONS.get(console.waits, console.waits))
    return _Told(_round_words(console), gettext("The table is paused"), why, "wait")


def _between(console: Console) -> _Told:
    """No round is in play."""
    shoe = console.shoe
    if console.waits in {"held", "proof"}:
        return _Told("", gettext("Play is stopped"), str(STATUS_REASONS[console.waits]), "wait")
    if shoe is None or shoe.over:
        why = gettext("Shuffle %(decks)s decks, put the cut card in, and name the decks.") % {"decks": console.decks}
        return _Told(gettext("No shoe serves"), gettext("Begin a new shoe"), why, "wait")
    if shoe.awaits_burn:
        why = gettext("Slide the first card through the scanner; then burn as many as it counts.")
        return _Told(
            gettext("New shoe %(number)s") % {"number": shoe.number},
            gettext("Turn the first card"),
            why,
            "wait",
            waits=gettext("waiting for the scanner"),
        )
    if console.phase == "void":
        return _Told(_round_words(console), gettext("The round is void"), gettext("Every stake went back."), "wait")
    if console.settled is not None and console.phase == "settled":
        return _Told(_round_words(console), _result(console.settled), gettext("Paid. The next round opens by itself."))
    return _Told("", gettext("The round opens"), "", "wait")


def _dealing(console: Console, dealt: Dealing) -> _Told:
    over = gettext("No more bets · round %(round)s of the shoe") % {"round": console.round_of_shoe}
    if dealt.due is None and console.turned_by is not None:
        why = gettext("%(who)s Confirm once they lie open.") % {"who": _who_turns(console)}
        head = gettext("The players turn their cards")
        return _Told(over, head, why, "wait", waits=gettext("waiting for the players"))
    if dealt.due is None:
        result = dealt.result
        settled = {"winner": result.winner.value, "ponto": result.ponto.total, "banca": result.banca.total}
        call = gettext("Call and confirm · round %(round)s of the shoe") % {"round": console.round_of_shoe}
        return _Told(
            call,
            _result(settled),
            str(_OVER[dealt.why]),
            result.winner.value,
            Act("confirm", gettext("Confirm"), "Space"),
        )
    side = "ponto" if dealt.due.is_ponto else "banca"
    named = format_html('<b class="side-{}">{}</b>', side, names.chance(side).lower())
    headline = format_html(gettext("Card for {}"), named)
    waits = gettext("waiting for the scanner")
    return _Told(over, headline, _why(dealt), side, waits=waits)


def _who_turns(console: Console) -> str:
    """«Lugar 3: Ponto. Lugar 5: Banca.»"""
    told = gettext("Seat %(seat)s: %(side)s.")
    return " ".join(told % {"seat": seat, "side": names.chance(hand)} for hand, seat in console.squeezers)


def _why(dealt: Dealing) -> str:
    assert dealt.due is not None
    turn = {"turn": ORDINALS[len(dealt.cards)]}
    first = [card for slot, card in zip(dealt.slots, dealt.cards, strict=True) if slot in SLOTS[:4]]
    if dealt.why is Why.PONTO_DRAWS:
        return gettext("Ponto has %(total)s: it draws. Slide the %(turn)s card.") % {
            **turn,
            "total": total(first[0::2]),
        }
    if dealt.why is Why.BANCA_DRAWS:
        return gettext("Banca has %(total)s: it draws. Slide the %(turn)s card.") % {
            **turn,
            "total": total(first[1::2]),
        }
    return gettext("Slide the %(turn)s card.") % turn


def _result(settled: Mapping[str, object]) -> SafeString:
    winner = str(settled["winner"])
    side = format_html('<b class="side-{}">{}</b>', winner, names.chance(winner))
    if winner == "empate":
        return format_html(gettext("{}, {} to {}"), side, settled["ponto"], settled["banca"])
    high, low = sorted((int(str(settled["ponto"])), int(str(settled["banca"]))), reverse=True)
    return format_html(gettext("{} wins, {} to {}"), side, high, low)


def _round_words(console: Console) -> str:
    return gettext("Round %(round)s of the shoe") % {"round": console.round_of_shoe} if console.round_code else ""


def _others(console: Console, person_id: int) -> tuple[Act, ...]:
    """The acts beside the one that is due, with their keys."""
    if console.croupier_id != person_id or console.robot_deals:
        return ()
    found = []
    if console.phase == "betting":
        found.append(Act("close", gettext("close now"), "F", "key"))
    if console.phase in {"betting", "closed", "dealing"} and console.shoe and not console.shoe.last_called:
        found.append(Act("last", gettext("cut card is out"), "U", "key"))
    due = console.dealing is not None and console.dealing.due is not None
    if console.phase in {"closed", "dealing"} and due:
        found.append(Act("key", gettext("by hand, with a second person"), "M", "dialog"))
    if console.rehearsal:
        found.append(Act("read", gettext("rehearse a card"), "D", "rehearse"))
    if console.phase not in {"closed", "dealing"}:
        found.append(Act("hand-over", gettext("hand over"), "H", "out"))
        found.append(Act("leave", gettext("leave the table"), "X", "key"))
    return tuple(found)


def _hands(console: Console) -> tuple[Hand, Hand]:
    return _hand(console, "ponto"), _hand(console, "banca")


def _hand(console: Console, side: str) -> Hand:
    dealt = console.dealing
    lying: dict[Slot, Card] = {} if dealt is None else dict(zip(dealt.slots, dealt.cards, strict=True))
    of_side = [slot for slot in SLOTS if slot.is_ponto is (side == "ponto")]
    won = dealt is not None and dealt.due is None and dealt.result.winner.value in {side, "empate"}
    places = tuple(
        Lying(
            slot=slot.value,
            card=str(lying[slot]) if slot in lying else "",
            turn=_turn(slot, lying),
            across=slot in {Slot.P3, Slot.B3},
            due=dealt is not None and dealt.due is slot,
        )
        for slot in of_side
        if slot in SLOTS[:4] or slot in lying or dealt is None or dealt.due is slot
    )
    counted = None if dealt is None else dealt.ponto if side == "ponto" else dealt.banca
    staked = next((spot.staked for spot in console.spots if spot.chance == side), 0)
    return Hand(side, names.chance(side), counted, words.short_money(staked, console.currency.value), places, won)


def _turn(slot: Slot, lying: Mapping[Slot, Card]) -> str:
    """Which card of the round comes there: banca's third is the fifth where ponto has none."""
    place = SLOTS.index(slot)
    third_alone = slot is Slot.B3 and len(lying) >= 4 and Slot.P3 not in lying
    return str(ORDINALS[place - 1 if third_alone else place])


def _line(console: Console) -> str:
    money = console.currency.value
    if console.outcome is not None:
        return gettext("To pay: %(prizes)s in prizes, %(commission)s commission kept. %(lost)s is lost.") % {
            "prizes": words.money(console.outcome.prizes, money),
            "commission": words.money(console.outcome.commission, money),
            "lost": words.money(console.outcome.lost, money),
        }
    if console.settled is not None and console.phase == "betting":
        told = {"result": strip_tags(_result(console.settled)), "at": words.clock(console.settled["at"])}
        return gettext("Last: %(result)s, paid at %(at)s.") % told
    return ""
