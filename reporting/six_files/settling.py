"""The bets of a round as the files tell them, settled anew from the cards that stand beside them. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from baccarat.cards import Card, CardInvalid
from baccarat.chances import Chance
from baccarat.play import NotEnoughCards, play
from baccarat.rulesets import Ruleset
from baccarat.settlement import settle
from reporting.six_files.forms import cents_of, codes_of
from reporting.six_files.profile import Profile


def settled_as_written(bets: Sequence[Mapping[str, str]], profile: Profile, ruleset: object = None) -> Iterator[str]:
    """What does not follow from the cards: totals and result; with the round's rules, each bet's gain and refund."""
    first = bets[0]
    if first["resultado"] == profile.void_code:
        if first["cartas_p"] or first["cartas_b"] or any(cents_of(each["g_ganho"]) for each in bets):
            yield "void, with cards or gains"
        return
    try:
        result = play(_in_order(first, profile.card_code))
    except (NotEnoughCards, CardInvalid, ValueError) as error:
        yield f"its cards make no round: {error}"
        return
    totals = (str(result.ponto.total), str(result.banca.total))
    if totals != (first["pontuacao_p"], first["pontuacao_b"]):
        yield f"totals {first['pontuacao_p']} and {first['pontuacao_b']}, by the cards {' and '.join(totals)}"
    if profile.result_codes[result.winner.value] != first["resultado"]:
        yield f"result {first['resultado']}, by the cards {profile.result_codes[result.winner.value]}"
    if isinstance(ruleset, Ruleset):
        yield from _bets(bets, profile, ruleset, result)


def _in_order(values: Mapping[str, str], code: str) -> list[Card]:
    """As the cards left the shoe: ponto, banca, ponto, banca, then the thirds."""
    hands = (codes_of(values[name], code) for name in ("cartas_p", "cartas_b"))
    ponto, banca = ([Card.parse(each) for each in hand] for hand in hands)
    return [*(card for pair in zip(ponto[:2], banca[:2], strict=True) for card in pair), *ponto[2:], *banca[2:]]


def _bets(bets: Sequence[Mapping[str, str]], profile: Profile, ruleset: Ruleset, result: object) -> Iterator[str]:
    laid: dict[tuple[str, str], list[Mapping[str, str]]] = {}
    for each in bets:
        laid.setdefault((each["cod_fichajog"], each["cod_aptr_jog"]), []).append(each)
    for (_, bet), records in laid.items():
        chance = Chance(bet.rpartition("/")[2])
        stake = sum(cents_of(each["a_valor"]) for each in records)
        taken_back = sum(cents_of(each["r_valor"]) for each in records if not cents_of(each["a_valor"]))
        if stake == taken_back:
            continue
        due = settle(ruleset, result, {chance: stake - taken_back})[chance]  # type: ignore[arg-type]
        back = sum(cents_of(each["g_ganho"]) + cents_of(each["r_valor"]) for each in records) - taken_back
        commission = sum(cents_of(each["a_comissao"]) for each in records)
        if (back, commission) != (due.returned, due.commission):
            yield f"{bet}: {back} came back, {due.returned} due"
