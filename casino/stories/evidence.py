"""The evidence of a round in words: the story, and every table of its document, in the active language (G3, B-04)."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, gettext_lazy, pgettext

from baccarat.proof import Verdict
from casino.stories import presence
from casino.stories.round_moments import acts_and_deadlines, squeezes
from casino.stories.round_story import clock, story
from casino.wording import names, readings, words
from kernel.labels import label
from tables.queries import BetAgain, Evidence, PaperRound
from tables.queries.evidence import Settled
from tables.queries.history import SlipCard
from wallet.queries import LedgerLine

_NOT_KEPT: Final = gettext_lazy(
    "The proofs of this round’s single cards were not kept: card by card nothing is proven, and nothing is wrong."
)
_SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def printed(evidence: Evidence) -> dict[str, Any]:
    """The data that `reporting/writers/print/evidence.typ` typesets."""
    played = evidence.round
    return {
        "language": (get_language() or "pt").split("-")[0],
        "house": settings.HOUSE_NAME,
        "title": gettext("Evidence pack of the round"),
        "subtitle": played.code,
        "foot": " · ".join((settings.HOUSE_NAME, played.code, gettext("Times are those of mainland Portugal."))),
        "verdict": verdict(evidence),
        "facts": _facts(evidence),
        "parts": [part for part in _parts(evidence) if part],
    }


def verdict(evidence: Evidence) -> dict[str, str]:
    """The result of the recalculation: tone, title, text."""
    if not evidence.agrees:
        return {
            "tone": "bad",
            "title": gettext("There are differences"),
            "text": gettext(
                "The recalculated amount differs from the amount paid. The house must explain and correct the "
                "difference."
            ),
        }
    text = (
        gettext("The round was declared void and every stake was returned; the account worked out again says the same.")
        if evidence.round.phase == "void"
        else _same(evidence)
    )
    if evidence.replay.proofs is Verdict.NOT_KEPT:
        return {
            "tone": "warn",
            "title": gettext("The sums agree; the proofs of the cards were not kept"),
            "text": f"{text} {_NOT_KEPT}",
        }
    return {"tone": "good", "title": gettext("Everything agrees"), "text": text}


def _same(evidence: Evidence) -> str:
    if evidence.paper is not None:
        return gettext(
            "With the cards that were read, the accepted bets and the rules in force, working it out again gives "
            "exactly what was paid, to the cent."
        )
    return gettext(
        "With the sealed cards, the accepted bets and the rules in force, working it out again gives "
        "exactly what was paid, to the cent."
    )


def readme(evidence: Evidence) -> str:
    """Instructions for checking the pack without the house's help."""
    lines = [
        gettext("Evidence pack of round %(code)s") % {"code": evidence.round.code},
        "",
        gettext("Contents:"),
        gettext("- %(code)s.pdf: the round as a document to read; its times are those of mainland Portugal.")
        % {"code": evidence.round.code},
        gettext("- round.json: the same facts for programs; amounts in cents, times in UTC."),
        *_readme_of_cards(evidence),
        gettext("To verify a file, compare with manifest.json what this gives:"),
        "    sha256sum round.json",
    ]
    return "\n".join(lines) + "\n"


def _readme_of_cards(evidence: Evidence) -> list[str]:
    manifest = gettext("- manifest.json: the SHA-256 of every file.")
    if evidence.paper is not None:
        return [
            gettext("- readings.json: each card as it was read, where proofs would be."),
            manifest,
            "",
            readings.lead(),
            gettext("The sealed day of this round has the same readings (cards.jsonl); verify_days.py checks them."),
        ]
    return [
        gettext("- proof.json: the published proof of the cards."),
        gettext("- verify_shoe.py: the verifier; it needs only Python and uses nothing of this house."),
        manifest,
        "",
        gettext("To verify the cards:"),
        "    python verify_shoe.py proof.json",
    ]


def _facts(evidence: Evidence) -> list[list[str]]:
    played, rules = evidence.round, evidence.rules
    whose = gettext("those of all players") if evidence.whole else gettext("those of one player only")
    return [
        [gettext("Table"), f"{played.table_name} ({played.table_code})"],
        [gettext("Round"), f"{words.number(played.number)} · {names.phase(played.phase)}"],
        [gettext("Money"), gettext("play money chips") if played.currency == "PLAY" else gettext("euros")],
        [gettext("Rules"), f"{names.variant(rules.terms['preset'])}, v{rules.version}"],
        [gettext("Approval"), rules.reference or "–"],
        [gettext("Bets shown"), whose],
    ]


def _parts(evidence: Evidence) -> Iterator[dict[str, Any]]:
    played = evidence.round
    yield {"title": gettext("What happened"), "text": story(evidence)}
    if played.laid:
        yield _cards(evidence)
    yield {"title": gettext("Bets: what was paid and what was recalculated"), **_bets(evidence)}
    yield {"title": gettext("Times, to the thousandth of a second"), **_timer(evidence)}
    yield {"title": gettext("Slips and receipts"), **_slips(evidence)}
    yield {"title": gettext("Presence at the table"), **presence.presences(evidence)}
    yield {"title": gettext("Connections during the round"), **presence.connections(evidence)}
    yield {"title": gettext("Ledger lines"), **_ledger(evidence)}
    yield {"title": gettext("Rules of this version"), "facts": _terms(evidence)}
    if evidence.paper is None:
        yield _proof(evidence)
    else:
        yield {"title": gettext("Paper cards, as they were read"), **_readings(evidence.paper)}


def _cards(evidence: Evidence) -> dict[str, Any]:
    played = evidence.round
    hands = [
        {
            "name": names.chance(side),
            "total": str(total),
            "cards": [
                {"face": f"{card[0].replace('T', '10')}{_SUITS[card[1]]}", "red": card[1] in "HD", "across": place == 2}
                for place, card in enumerate(played.laid[first::2])
                if card
            ],
        }
        for first, side, total in ((0, "ponto", played.ponto), (1, "banca", played.banca))
    ]
    return {"title": gettext("Cards"), "hands": hands}


def _bets(evidence: Evidence) -> dict[str, Any]:
    if not evidence.bets:
        return {"note": gettext("There are no bets.")}
    return {
        "head": [
            gettext("Player"),
            gettext("Chance"),
            gettext("Bet"),
            pgettext("bet", "Paid"),
            gettext("Worked out again"),
            gettext("Agrees"),
        ],
        "ends": [2],
        "rows": [_bet(bet, evidence.round.currency) for bet in evidence.bets],
    }


def _bet(bet: BetAgain, currency: str) -> list[str]:
    return [
        bet.nickname,
        names.chance(bet.chance),
        words.money(bet.stake, currency),
        _settled(bet.stored, currency),
        _settled(bet.again, currency) if bet.again else "–",
        gettext("yes") if bet.agrees else gettext("NO"),
    ]


def _settled(settled: Settled, currency: str) -> str:
    said = f"{names.outcome(settled.outcome)}: {words.money(settled.returned, currency)}"
    if settled.commission:
        said += gettext(" (commission %(amount)s)") % {"amount": words.money(settled.commission, currency)}
    return said


def _timer(evidence: Evidence) -> dict[str, Any]:
    played = evidence.round
    told = [
        (played.opened_at, gettext("betting open")),
        (played.closed_at, gettext("no more bets")),
        (played.settled_at, gettext("paid")),
        *((played.voided_at, gettext("void")) for _ in range(not _void_is_told(evidence))),
        *acts_and_deadlines(evidence.acts, evidence.deadlines),
        *squeezes(played.squeezed),
        (played.shown_at, gettext("cards shown")),
        *((slip.received_at, gettext("slip %(number)s received") % {"number": slip.number}) for slip in played.slips),
    ]
    known = sorted(((at, text) for at, text in told if at is not None), key=lambda one: one[0])
    return {
        "head": [gettext("Time (Lisbon)"), gettext("Since opening"), gettext("What")],
        "ends": [1],
        "rows": [[clock(at), _since(played.opened_at, at), text] for at, text in known],
    }


def _void_is_told(evidence: Evidence) -> bool:
    return any(act.action == "void-round" for act in evidence.acts)


def _slips(evidence: Evidence) -> dict[str, Any]:
    if not evidence.round.slips:
        return {"note": gettext("No slips.")}
    return {
        "head": [
            gettext("Number"),
            gettext("Player"),
            gettext("Received"),
            gettext("Answered"),
            gettext("Asked"),
            gettext("Answer"),
        ],
        "rows": [_slip(slip, evidence.round.currency) for slip in evidence.round.slips],
    }


def _slip(slip: SlipCard, currency: str) -> list[str]:
    asked = ", ".join(f"{names.chance(chance)} {words.money(cents, currency)}" for chance, cents in slip.lines.items())
    answer = gettext("accepted")
    if slip.rejection is not None:
        rule = str(slip.rejection.get("rule") or "")
        answer = gettext("refused") + (f" ({rule})" if rule else "")
    return [slip.number, slip.nickname, clock(slip.received_at), clock(slip.taken_at), asked, answer]


def _ledger(evidence: Evidence) -> dict[str, Any]:
    currency = evidence.round.currency
    if not evidence.round.lines:
        return {"note": gettext("No money has moved.")}
    return {
        "head": [
            gettext("Line"),
            gettext("Time"),
            gettext("Why"),
            gettext("Amount"),
            gettext("Balance before"),
            gettext("Balance after"),
        ],
        "ends": [3, 4, 5],
        "rows": [_line(line, currency, whole=evidence.whole) for line in evidence.round.lines],
    }


def _line(line: LedgerLine, currency: str, *, whole: bool) -> list[str]:
    owner = f" · {line.player[:8]}" if whole and line.player else ""
    before, after = (
        words.money(balance, currency) if balance is not None else "–"
        for balance in (line.balance_before, line.balance_after)
    )
    return [
        str(line.id),
        clock(line.at),
        f"{capfirst(label(line.code))}{owner}",
        words.money(line.amount, currency),
        before,
        after,
    ]


def _terms(evidence: Evidence) -> list[list[str]]:
    rules, currency = evidence.rules, evidence.round.currency
    terms = rules.terms
    told = [
        [gettext("Version"), f"v{rules.version}"],
        [gettext("In force since"), words.moment(rules.in_force_from) if rules.in_force_from else "–"],
        [gettext("Decks"), str(terms.get("decks") or "–")],
        [gettext("Minimum bet"), words.money(int(terms["minimum"]), currency)],
    ]
    if terms.get("commission"):
        told.append([gettext("Commission"), names.commission_mode(str(terms["commission"]))])
    if terms.get("max_prize"):
        told.append([gettext("Maximum prize"), words.money(int(terms["max_prize"]), currency)])
    return told


def _proof(evidence: Evidence) -> dict[str, Any]:
    published = evidence.round.proof
    cards = [
        f"{each['index']:>4}  {each['card']}  {gettext('salt')} {each['salt']}" for each in published.get("cards", ())
    ]
    text = gettext(
        "Before the first bet the fingerprint below was published, which fixes the order of the cards. Every "
        "card dealt comes with its place and its salt; the full path is in proof.json and is checked with "
        "verify_shoe.py."
    )
    if evidence.replay.proofs is Verdict.NOT_KEPT:
        text = gettext("Before the first bet the fingerprint below was published; it fixes the order of the cards.")
        text = f"{text} {_NOT_KEPT}"
    told = [text] + ([names.shoe_header(published["header"])] if "header" in published else [])
    return {"title": gettext("Proof of the cards"), "text": told, "code": [published["root"], "", *cards]}


def _readings(paper: PaperRound) -> dict[str, Any]:
    told = readings.told(paper, refused=True)
    rows = [[clock(each.at), each.place, each.card, each.how, each.dealer] for each in told.lines]
    head = [
        gettext("Time (Lisbon)"),
        pgettext("of a card on the felt", "Place"),
        gettext("Card"),
        gettext("How it was read"),
        gettext("Croupier"),
    ]
    return {"text": [told.lead, told.shoe], "head": head, "rows": rows}


def _since(opened: datetime, at: datetime) -> str:
    return words.after(at - opened)
