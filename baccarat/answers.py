"""The package's answers as JSON-able data: a document in, a document out. `python -m baccarat` only calls these.

Every fault of a document raises `DocumentInvalid`, which names the entry.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from baccarat.chances import Chance
from baccarat.combinations import ShoeCount, TooFewCards
from baccarat.documents import AMOUNT_MOST, DocumentInvalid, amounts, cards, entries, shown, truth, whole, word
from baccarat.limits import LimitsInvalid, TableLimits, check_slip
from baccarat.odds import OddsTable, odds
from baccarat.offers import offer
from baccarat.play import NotEnoughCards, Winner, play
from baccarat.roads import Coup, Roads
from baccarat.rulesets import (
    DECKS_MOST,
    PRESETS,
    Commission,
    Ruleset,
    RulesetInvalid,
    Shuffle,
    preset,
    ruleset_from_document,
)
from baccarat.settlement import settle

_RULESET_KEYS: Final = frozenset({"preset", "ruleset", "decks", "commission", "shuffle", "pairs", "round_of_shoe"})
_ADJUDICATE_KEYS: Final = _RULESET_KEYS | {"cards", "stakes"}
_LIMITS_KEYS: Final = frozenset({"minimum", "max_prize", "limits", "pairs_combined"})
_CHECK_KEYS: Final = _RULESET_KEYS | _LIMITS_KEYS | {"table", "mine", "slip", "spendable"}
_ROUND_MOST: Final = 1000
"""More rounds than the largest shoe has cards for."""


@lru_cache(maxsize=256)
def _preset(name: str, decks: int | None, commission: str | None, shuffle: str | None, pairs: int) -> Ruleset:
    return preset(
        name,
        decks=decks,
        commission=None if commission is None else Commission(commission),
        shuffle=None if shuffle is None else Shuffle(shuffle),
        pairs=bool(pairs),
    )


def _ruleset(document: Mapping[str, object]) -> Ruleset:
    """The ruleset that a document names: one of the presets with its choices, or a whole ruleset of its own."""
    if document.get("ruleset") is not None:
        for key in ("preset", "decks", "commission", "shuffle", "pairs"):
            if document.get(key) is not None:
                raise DocumentInvalid(key, "cannot stand beside a ruleset, which says it already")
        try:
            return ruleset_from_document(document["ruleset"])
        except RulesetInvalid as error:
            raise DocumentInvalid(f"ruleset.{error.field}", error.why) from None
    name = word(document.get("preset"), "preset", PRESETS)
    decks = document.get("decks")
    if decks is not None:
        whole(decks, "decks", 1, DECKS_MOST)
    commission, shuffle, pairs = document.get("commission"), document.get("shuffle"), document.get("pairs")
    if commission is not None:
        word(commission, "commission", Commission)
    if shuffle is not None:
        word(shuffle, "shuffle", Shuffle)
    if pairs is not None:
        truth(pairs, "pairs")
    try:
        return _preset(name, decks, commission, shuffle, 1 if pairs is None else int(bool(pairs)))
    except RulesetInvalid as error:
        raise DocumentInvalid(error.field, error.why) from None


def _round_of_shoe(document: Mapping[str, object]) -> int | None:
    value = document.get("round_of_shoe")
    return None if value is None else whole(value, "round_of_shoe", 1, _ROUND_MOST)


@lru_cache(maxsize=1024)
def _offered(ruleset: Ruleset, round_of_shoe: int | None) -> frozenset[Chance]:
    return ruleset.offered(round_of_shoe)


def _stakes(
    document: Mapping[str, object], field: str, least: int, ruleset: Ruleset, number: int | None
) -> dict[Chance, int]:
    absent = f"{ruleset.preset} does not offer this bet" + (f" in round {number} of the shoe" if number else "")
    return amounts(document.get(field), field, least, _offered(ruleset, number), absent)


def adjudicate(document: object) -> dict[str, object]:
    """Play one round from its cards and settle stakes on it.

    >>> answer = adjudicate({"preset": "punto-banco", "cards": ["9H", "KS", "KD", "7C"], "stakes": {"ponto": 500}})
    >>> answer["winner"], answer["returned"]
    ('ponto', 1000)

    Raises `DocumentInvalid`.
    """
    read = entries(document, _ADJUDICATE_KEYS)
    ruleset = _ruleset(read)
    number = _round_of_shoe(read)
    drawn = cards(read.get("cards"), "cards", ruleset.decks)
    stakes = _stakes(read, "stakes", 1, ruleset, number)
    try:
        result = play(drawn)
    except NotEnoughCards as error:
        raise DocumentInvalid("cards", str(error)) from None
    payouts = settle(ruleset, result, stakes)
    return {
        "ponto": {"cards": [str(card) for card in result.ponto.cards], "total": result.ponto.total},
        "banca": {"cards": [str(card) for card in result.banca.cards], "total": result.banca.total},
        "natural": result.natural,
        "winner": result.winner.value,
        "bets": {
            chance.value: {
                "stake": payout.stake,
                "result": payout.outcome.value,
                "prize": payout.prize,
                "commission": payout.commission,
                "returned": payout.returned,
            }
            for chance, payout in payouts.items()
        },
        "staked": sum(payout.stake for payout in payouts.values()),
        "returned": sum(payout.returned for payout in payouts.values()),
    }


def check(document: object) -> dict[str, object]:
    """Whether a slip fits the limits, given what the table and the player have.

    >>> check({"preset": "ponto-e-banca", "minimum": 100, "slip": {"empate": 1600}})
    {'accepted': False, 'rule': 'R15', 'bet': 'empate', 'asked': 1600, 'most': 1500}

    With `spendable`, what the player may still spend, a rejection also says what may be offered instead: `offer`, null
    where nothing may. Without it the answer says nothing of offers.

    >>> asked = {"preset": "macau", "minimum": 500, "max_prize": 10_000, "slip": {"ponto": 50_000}}
    >>> check(asked | {"spendable": 20_000})["offer"], check(asked | {"spendable": 9_999})["offer"]
    (10000, None)

    Raises `DocumentInvalid`.
    """
    read = entries(document, _CHECK_KEYS)
    ruleset = _ruleset(read)
    number = _round_of_shoe(read)
    limits = _limits(read, ruleset)
    mine = _stakes(read, "mine", 0, ruleset, number) if read.get("mine") is not None else {}
    table = _stakes(read, "table", 0, ruleset, number) if read.get("table") is not None else mine
    for chance, amount in mine.items():
        if amount > table.get(chance, 0):
            raise DocumentInvalid(
                f"mine.{chance}", f"is more than the {table.get(chance, 0)} that the table has in all"
            )
    slip = _stakes(read, "slip", -AMOUNT_MOST, ruleset, number)
    spendable = read.get("spendable")
    if spendable is not None:
        whole(spendable, "spendable", 0, AMOUNT_MOST)
    open_chances = _offered(ruleset, number)
    rejection = check_slip(limits, offered=open_chances, table=table, mine=mine, slip=slip)
    if rejection is None:
        return {"accepted": True}
    answer: dict[str, object] = {
        "accepted": False,
        "rule": rejection.rule,
        "bet": rejection.chance.value,
        "asked": rejection.asked,
        "most": rejection.most,
    }
    if isinstance(spendable, int):
        answer["offer"] = offer(
            rejection, limits, offered=open_chances, table=table, mine=mine, slip=slip, spendable=spendable
        )
    return answer


def _limits(read: Mapping[str, object], ruleset: Ruleset) -> TableLimits:
    minimum = whole(read.get("minimum"), "minimum", 1, AMOUNT_MOST)
    max_prize, combined, caps = read.get("max_prize"), read.get("pairs_combined"), read.get("limits")
    own: dict[Chance, int] = {}
    if caps is not None:
        own = amounts(caps, "limits", 0, frozenset(ruleset.chances), f"{ruleset.preset} does not offer this bet")
    try:
        return TableLimits(
            ruleset.limit_scheme,
            minimum,
            None if max_prize is None else whole(max_prize, "max_prize", 0, AMOUNT_MOST),
            own,
            pairs_combined=False if combined is None else truth(combined, "pairs_combined"),
        )
    except LimitsInvalid as error:
        raise DocumentInvalid(error.field.replace("caps", "limits", 1), error.why) from None


_WINNER_OF: Final = {winner.value: winner for winner in Winner} | {
    "P": Winner.PONTO,
    "B": Winner.BANCA,
    "E": Winner.EMPATE,
    "T": Winner.EMPATE,
}
_RESULT_KEYS: Final = frozenset({"winner", "ponto_pair", "banca_pair"})
RESULTS_MOST: Final = 100_000


def roads(document: object) -> dict[str, object]:
    """The five roads of a list of results: `"ponto"`, `"banca"`, `"empate"`, or objects that tell the pairs as well.

    >>> [mark["column"] for mark in roads(["banca", "banca", "ponto"])["big_road"]]
    [0, 0, 1]

    Raises `DocumentInvalid`.
    """
    field = ""
    if isinstance(document, dict):
        document, field = entries(document, frozenset({"results"})).get("results"), "results"
    if not isinstance(document, list) or len(document) > RESULTS_MOST:
        raise DocumentInvalid(
            field or "document", f"must be a list of at most {RESULTS_MOST} results, not {shown(document)}"
        )
    return Roads(_coup(result, f"{field}[{place}]") for place, result in enumerate(document)).document()


def _coup(result: object, field: str) -> Coup:
    if isinstance(result, dict):
        read = entries(result, _RESULT_KEYS, field)
        return Coup(
            _winner(read.get("winner"), f"{field}.winner"),
            truth(read.get("ponto_pair", False), f"{field}.ponto_pair"),
            truth(read.get("banca_pair", False), f"{field}.banca_pair"),
        )
    return Coup(_winner(result, field))


def _winner(value: object, field: str) -> Winner:
    winner = _WINNER_OF.get(value) if isinstance(value, str) else None
    if winner is None:
        raise DocumentInvalid(field, f"must be ponto, banca or empate, not {shown(value)}")
    return winner


def odds_answer(ruleset: Ruleset, dealt: Sequence[str] = ()) -> dict[str, object]:
    """The odds of a ruleset off its whole decks, or once the `dealt` cards are known to be out.

    Raises `DocumentInvalid` (field `dealt`) for cards that the decks do not hold, or too few that remain.
    """
    try:
        shoe = ShoeCount.full(ruleset.decks).without(cards(list(dealt), "dealt", ruleset.decks))
        table = odds(ruleset, shoe)
    except TooFewCards as error:
        raise DocumentInvalid("dealt", str(error)) from None
    combinations = table.combinations
    return {
        "preset": ruleset.preset,
        "decks": ruleset.decks,
        "commission": ruleset.commission.value,
        "combinations": {
            "total": combinations.total,
            "ponto": combinations.ponto,
            "banca": combinations.banca,
            "empate": combinations.empate,
        },
        "bets": _bets(table),
    }


def _bets(table: OddsTable) -> dict[str, object]:
    return {
        chance.value: {
            "house_edge": _fraction(bet.edge),
            "house_edge_percent": float(100 * bet.edge),
            "rtp_percent": float(100 * bet.rtp),
            "standard_deviation": bet.standard_deviation,
            "probability": {"win": _fraction(bet.win), "push": _fraction(bet.push), "lose": _fraction(bet.lose)},
        }
        for chance, bet in table.bets.items()
    }


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def odds_ruleset(name: object, decks: object = None, commission: object = None) -> Ruleset:
    """A preset with any number of decks: odds may be asked of shoes that no text deals from.

    Raises `DocumentInvalid`.
    """
    chosen = _ruleset({"preset": name, "commission": commission})
    return chosen if decks is None else replace(chosen, decks=whole(decks, "decks", 1, DECKS_MOST))
