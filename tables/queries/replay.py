"""Replay (J11): from the stored facts the same cards, payouts and ledger lines again, or the first difference."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidTag

from baccarat import proof
from baccarat.cards import Card
from baccarat.chances import Chance
from baccarat.cutting import turned
from baccarat.play import NotEnoughCards, Result, play
from baccarat.settlement import Outcome, settle
from tables import headers, sealing
from tables.models import Bet, PlaySession, Round, RoundPhase
from tables.queries.by_code import round_by_code
from tables.queries.cuts import published_cut
from tables.queries.paper import drawn, is_paper
from tables.table_settings import terms_of
from wallet import queries as wallet
from wallet.chart import AccountKind, Code

PAID: Final = frozenset(
    {
        Code.STAKES_LOST,
        Code.PRIZES,
        Code.PAYOUT,
        Code.COMMISSION,
        Code.REFUND,
        Code.STAKE_RETURNED,
        Code.PRIZE,
    }
)
"""The lines that end a round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is not what the stored facts make of it."""

    what: str
    stored: str
    again: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """The verdict on a round; no findings: bit for bit the same."""

    round_code: str
    phase: str
    cards: tuple[str, ...]
    bets: int
    lines: int
    proofs: proof.Verdict
    """The verdict on the published proofs of its cards; proofs that were not kept are no finding."""
    findings: tuple[Finding, ...]

    @property
    def agrees(self) -> bool:
        """Whether everything came out as it is stored."""
        return not self.findings


def replay(round_code: str) -> Replay | None:
    """Play a finished round again from its cards, its bets and its configuration; null if there is none.

    Where the process has the shoe's key the cards come from the sealed order; elsewhere they are those that were dealt,
    whose published proofs lead to the root. At a croupier's table they are those that were read.
    """
    played = round_by_code(round_code, "table", "configuration", "shoe__cut_of", "opening")
    if played is None or played.phase not in {RoundPhase.SETTLED, RoundPhase.VOID}:
        return None
    bets = list(Bet.objects.filter(round=played, stake__gt=0).order_by("pk"))
    lines = wallet.lines_for(played.code)
    findings = tuple(_findings(played, bets, lines))
    return Replay(
        round_code=played.code,
        phase=played.phase,
        cards=tuple(played.cards),
        bets=len(bets),
        lines=len(lines),
        proofs=_judged(played).verdict,
        findings=findings,
    )


def _findings(played: Round, bets: list[Bet], lines: tuple[wallet.LedgerLine, ...]) -> Iterator[Finding]:
    cards = [Card.parse(card) for card in played.cards]
    if is_paper(played.shoe):
        cards = [Card.parse(event.card) for event in drawn(played)]
    elif sealing.has_key():
        try:
            order = sealing.unseal(bytes(played.shoe.sealed), name=f"{played.table.code}/{played.shoe.number}")
        except InvalidTag:
            yield Finding(what="sealed cards", stored="unreadable", again="")
            return
        root = proof.commit(order.cards, order.salts, headers.header_of(played.shoe)).root
        if root != played.shoe.root:
            yield Finding(what="commitment", stored=played.shoe.root, again=root)
        cards = list(turned(order.cards, played.shoe.start)[played.first_card :])
    yield from _compare_proofs(played)
    if played.phase == RoundPhase.VOID:
        yield from _compare_opening(played, cards)
        yield from _compare_lines(played, bets, lines, None)
        return
    try:
        result = play(cards)
    except NotEnoughCards:
        yield Finding(what="cards", stored=" ".join(played.cards), again="")
        return
    again = [str(card) for card in result.cards]
    if again != played.cards:
        yield Finding(what="cards", stored=" ".join(played.cards), again=" ".join(again))
    if result.winner.value != played.winner:
        yield Finding(what="winner", stored=played.winner, again=result.winner.value)
    yield from _compare_payouts(played, bets, result)
    yield from _compare_lines(played, bets, lines, result)


def _compare_opening(played: Round, cards: list[Card]) -> Iterator[Finding]:
    """The cards that were shown of a void round are those that it would have been dealt."""
    opening = getattr(played, "opening", None)
    if opening is None or opening.unreadable or not (cards or opening.paper):
        return
    again = [str(card) for card in (cards if opening.paper else play(cards).cards)]
    if again != opening.cards:
        yield Finding(what="cards", stored=" ".join(opening.cards), again=" ".join(again))


def _judged(played: Round) -> proof.Judgement:
    """The verdict on the proofs of the cards dealt, or shown after a void."""
    shown = getattr(played, "opening", None) if played.phase == RoundPhase.VOID else played
    if shown is None:
        return proof.Judgement(verdict=proof.Verdict.NOTHING)
    return proof.judge(headers.published(played.shoe, shown.proofs, published_cut(played.shoe)), dealt=shown.cards)


def _compare_proofs(played: Round) -> Iterator[Finding]:
    judged = _judged(played)
    for shown in judged.wrong:
        yield Finding(what=f"proof of card {shown.index}", stored=shown.card, again="does not lead to the root")
    for card in judged.missing:
        yield Finding(what=f"proof of card {card}", stored="", again=card)
    if not judged.header_holds:
        yield Finding(what="header of the shoe", stored=_headed(played), again="does not lead to the root")
    elif not judged.start_holds:
        yield Finding(what="start of the shoe", stored=str(played.shoe.start), again="not what the numbers come to")
    elif not headers.agrees(played.shoe, played.table.code):
        yield Finding(what="header of the shoe", stored=_headed(played), again="another header")


def _headed(played: Round) -> str:
    header = played.shoe.header or {}
    return " ".join(str(header.get(name, "")) for name in ("shoe", "decks", "count", "cut", "rules", "opened_at"))


def _compare_payouts(played: Round, bets: list[Bet], result: Result) -> Iterator[Finding]:
    ruleset = terms_of(played.configuration_id, played.configuration.terms).ruleset
    for bet in bets:
        payout = settle(ruleset, result, {Chance(bet.chance): bet.stake})[Chance(bet.chance)]
        stored = (bet.outcome, bet.prize, bet.commission, bet.returned)
        again = (payout.outcome.value, payout.prize, payout.commission, payout.returned)
        if stored != again:
            yield Finding(what=f"bet {bet.pk} on {bet.chance}", stored=str(stored), again=str(again))


def _compare_lines(
    played: Round, bets: list[Bet], lines: tuple[wallet.LedgerLine, ...], result: Result | None
) -> Iterator[Finding]:
    """The lines that pay the round, summed by code and player's account (0: the house's own)."""
    expected = _refunds(bets) if result is None else _payments(played, bets, result, by_bet=_is_by_bet(lines))
    written: Counter[tuple[Code, int]] = Counter()
    for line in lines:
        if line.code in PAID:
            written[line.code, line.credit if line.credit_kind is AccountKind.PLAYER else 0] += line.amount
    for code, account in sorted(expected.keys() | written.keys()):
        stored, again = written[code, account], expected[code, account]
        if stored != again:
            whose = f" to account {account}" if account else ""
            yield Finding(what=f"ledger: {code.value}{whose}", stored=str(stored), again=str(again))


def _is_by_bet(lines: tuple[wallet.LedgerLine, ...]) -> bool:
    """Whether the round was paid when each bet had lines of its own (ADR 0164)."""
    return any(line.code in {Code.STAKE_RETURNED, Code.PRIZE} for line in lines)


def _accounts(bets: list[Bet]) -> dict[int, int]:
    return dict(PlaySession.objects.filter(pk__in={bet.session_id for bet in bets}).values_list("pk", "account"))


def _refunds(bets: list[Bet]) -> Counter[tuple[Code, int]]:
    expected: Counter[tuple[Code, int]] = Counter()
    accounts = _accounts(bets)
    for bet in bets:
        expected[Code.REFUND, accounts[bet.session_id]] += bet.stake
    return expected


def _payments(played: Round, bets: list[Bet], result: Result, *, by_bet: bool) -> Counter[tuple[Code, int]]:
    """What the rules make of the bets, by code and account; `by_bet` in the codes of rounds paid bet by bet."""
    ruleset = terms_of(played.configuration_id, played.configuration.terms).ruleset
    accounts = _accounts(bets)
    expected: Counter[tuple[Code, int]] = Counter()
    for bet in bets:
        account = accounts[bet.session_id]
        payout = settle(ruleset, result, {Chance(bet.chance): bet.stake})[Chance(bet.chance)]
        if payout.outcome is Outcome.LOSE:
            expected[Code.STAKES_LOST, 0] += bet.stake
        expected[Code.COMMISSION, 0] += payout.commission
        if by_bet:
            expected[Code.STAKE_RETURNED, account] += payout.returned - payout.prize
            expected[Code.PRIZE, account] += payout.prize
        else:
            expected[Code.PAYOUT, account] += payout.returned
            expected[Code.PRIZES, 0] += payout.prize
    return expected


def finished_rounds(*, table_code: str | None = None, limit: int | None = None) -> tuple[str, ...]:
    """The codes of finished rounds, newest first."""
    rounds = Round.objects.filter(phase__in=[RoundPhase.SETTLED, RoundPhase.VOID]).order_by("-pk")
    if table_code is not None:
        rounds = rounds.filter(table__code=table_code)
    return tuple(rounds.values_list("code", flat=True)[:limit])
