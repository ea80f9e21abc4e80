"""The history of play: a player's sessions and rounds, and the settled rounds that anybody may see."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db.models import DateTimeField, QuerySet
from django.db.models.functions import Lower

from baccarat.proof import Judgement, judge
from kernel.kept_queries import KeptQuery
from kernel.questions import PERSON, Given
from kernel.sorting import Sort, Sortable, with_names
from tables.headers import published
from tables.models import Bet, PlaySession, Round, RoundPhase, Slip, Table
from tables.queries import paper, state
from tables.queries.cuts import published_cut
from tables.queries.squeezes import SqueezeCard, turned
from wallet import queries as wallet

_OF_A_TABLE: Final = ("code", "name", "currency")
_OF_A_CARD: Final = (
    *("code", "number", "phase", "opened_at", "closes_at", "closed_at", "settled_at", "voided_at", "void_reason"),
    *("cards", "winner", "sums", "proofs", "table", "table__code", "table__name", "table__currency"),
    *("configuration", "configuration__number", "shoe", "shoe__decks", "shoe__card_count", "shoe__root"),
    *("shoe__header", "shoe__header_path", "shoe__scope", "shoe__start", "shoe__cut_of__decided_at"),
    *("opening__opened_at", "opening__cards", "opening__proofs", "opening__unreadable"),
)
_LATEST: Final = Sort("settled", descending=True)
ROUNDS: Final = Sortable({"settled": "settled_at"}, _LATEST)
"""How settled rounds are sorted, however many there are."""
_ROUNDS_OF_A_TABLE: Final = Sortable({"settled": "number"}, _LATEST)
ROUNDS_OF_A_DAY: Final = Sortable(
    {"settled": "settled_at", "table": Lower("table__name"), "stakes": "staked", "winner": "winner"}, _LATEST
)
"""How the rounds of a period are sorted: an order without an index is sorted there, some ten thousand rows a day."""
VOID_ROUNDS: Final = Sortable({"settled": "voided_at"}, _LATEST)
"""How void rounds are sorted: by when they were made void."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """R33: the sums of a session, in cents; `seconds` from sitting down to leaving (or to now)."""

    code: UUID
    person_id: int
    table_code: str
    table_name: str
    currency: str
    seat: int
    started_at: datetime
    ended_at: datetime | None
    reason: str
    rounds: int
    staked: int
    returned: int
    prizes: int
    commission: int
    seconds: int
    cost: int
    """The average cost of the session's bets by the exact edges, in cents: what to expect of many such sessions."""

    @property
    def result(self) -> int:
        """Won (above 0) or lost (below 0), in cents."""
        return self.returned - self.staked


@dataclass(frozen=True, slots=True, kw_only=True)
class BetCard:
    """One bet and what became of it, in cents."""

    person_id: int
    nickname: str
    chance: str
    stake: int
    outcome: str
    prize: int
    commission: int
    returned: int

    @property
    def result(self) -> int:
        """Won (above 0) or lost (below 0), once it is decided."""
        return self.returned - self.stake


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipCard:
    """One slip as it was sent and answered."""

    person_id: int
    nickname: str
    number: str
    received_at: datetime
    taken_at: datetime
    lines: dict[str, int]
    rejection: dict[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCard:
    """A round with all its essentials (R31); bets, slips and lines are the asking player's own."""

    id: int
    """Grows with every round; pages of rounds are cut by it."""
    code: str
    number: int
    table_code: str
    table_name: str
    currency: str
    version: int
    phase: str
    opened_at: datetime
    closes_at: datetime | None
    closed_at: datetime | None
    settled_at: datetime | None
    voided_at: datetime | None
    void_reason: str
    laid: tuple[str | None, ...]
    """P1 B1 P2 B2 P3 B3."""
    opened: tuple[str | None, ...]
    """Of a void round: the cards that it would have been dealt, in the same places; of a croupier's those that had been
    read. They decide nothing."""
    shown_at: datetime | None
    """When those were opened; a moment after the stakes went back."""
    ponto: int | None
    banca: int | None
    winner: str
    sums: dict[str, int]
    bets: tuple[BetCard, ...]
    slips: tuple[SlipCard, ...]
    lines: tuple[wallet.LedgerLine, ...]
    proof: dict[str, Any]
    """A published shoe with the cards of this round, as the verifier reads it."""
    paper: bool
    """Whether a croupier dealt it: no order was fixed before, and its readings stand for proofs (`paper_round`)."""
    squeezed: tuple[SqueezeCard, ...] = ()
    """The players who might turn its cards; read for a round that is asked for by its code."""

    @property
    def judgement(self) -> Judgement:
        """The verdict on the proofs of its cards, worked out now."""
        dealt = [card for card in self.laid or self.opened if card]
        return judge(self.proof, dealt=dealt)

    @property
    def stakes(self) -> int:
        """Of everybody, in cents."""
        return sum(self.sums.values())

    @property
    def staked(self) -> int:
        """Of the asking player, in cents."""
        return sum(bet.stake for bet in self.bets)

    @property
    def returned(self) -> int:
        """To the asking player, in cents."""
        return sum(bet.returned for bet in self.bets)

    @property
    def result(self) -> int:
        """Of the asking player: won (above 0) or lost (below 0), in cents."""
        return self.returned - self.staked

    @property
    def commission(self) -> int:
        """Kept of the asking player's prizes, in cents."""
        return sum(bet.commission for bet in self.bets)


def session_summary(*, session_code: UUID, person_id: int | None, now: datetime) -> SessionSummary | None:
    """A session by its code; null if there is none, or it is another person's (null `person_id` asks for staff)."""
    sessions = with_names(PlaySession.objects.filter(code=session_code), table=_OF_A_TABLE)
    if person_id is not None:
        sessions = sessions.filter(person_id=person_id)
    session = sessions.first()
    return session_card(session, now=now) if session else None


def sessions_of(
    person_id: int, *, now: datetime, limit: int = 20, before: datetime | None = None
) -> tuple[SessionSummary, ...]:
    """A player's sessions, newest first."""
    sessions = _sessions_before(limit)(person=person_id, before=before or datetime.max.replace(tzinfo=UTC))
    return tuple(session_card(session, now=now) for session in sessions)


@cache
def _sessions_before(limit: int) -> KeptQuery[PlaySession]:
    rows = PlaySession.objects.filter(person_id=PERSON, started_at__lt=Given("before", DateTimeField()))
    return KeptQuery(lambda: with_names(rows, table=_OF_A_TABLE).order_by("-started_at")[:limit])


def open_session_of(person_id: int, *, now: datetime) -> SessionSummary | None:
    """The session that a player is in, if any."""
    session = with_names(PlaySession.objects.filter(person_id=person_id, ended_at=None), table=_OF_A_TABLE).first()
    return session_card(session, now=now) if session else None


def session_card(session: PlaySession, *, now: datetime) -> SessionSummary:
    """A session as its player sees it."""
    return SessionSummary(
        code=session.code,
        person_id=session.person_id,
        table_code=session.table.code,
        table_name=session.table.name,
        currency=session.table.currency,
        seat=session.seat,
        started_at=session.started_at,
        ended_at=session.ended_at,
        reason=session.end_reason,
        rounds=session.rounds,
        staked=session.staked,
        returned=session.returned,
        prizes=session.prizes,
        commission=session.commission,
        seconds=int(((session.ended_at or now) - session.started_at).total_seconds()),
        cost=session.expected_loss // 1_000_000,
    )


def round_of(*, round_code: str, person_id: int | None) -> RoundCard | None:
    """A round by its code, with the bets of one person, or of everybody for null (staff)."""
    rounds = Round.objects.select_related("table", "configuration", "shoe__cut_of", "opening")
    played = rounds.filter(code=round_code).first()
    if played is None:
        return None
    bets = with_names(Bet.objects.filter(round=played, stake__gt=0), person=("nickname",)).order_by("pk")
    slips = with_names(Slip.objects.filter(round=played), person=("nickname",)).order_by("pk")
    lines = wallet.lines_for(played.code)
    if person_id is not None:
        accounts = set(
            PlaySession.objects.filter(person_id=person_id, table=played.table).values_list("account", flat=True)
        )
        bets, slips = bets.filter(person_id=person_id), slips.filter(person_id=person_id)
        lines = tuple(line for line in lines if line.debit in accounts or line.credit in accounts)
    card = round_card(played, list(bets), list(slips), lines)
    return replace(card, squeezed=turned(played)) if played.configuration.terms.get("squeeze_seconds") else card


def rounds_of(person_id: int, *, limit: int = 30, before: int | None = None) -> tuple[RoundCard, ...]:
    """The rounds that a player bet on, newest first, without slips and lines."""
    rounds = (
        Round.objects.filter(bets__person_id=person_id, bets__stake__gt=0)
        .select_related("table", "configuration", "shoe__cut_of", "opening")
        .prefetch_related("shoe__cut_of__numbers")
        .distinct()
        .order_by("-pk")
    )
    if before is not None:
        rounds = rounds.filter(pk__lt=before)
    page = list(rounds[:limit])
    bets: dict[int, list[Bet]] = {}
    mine = Bet.objects.filter(round__in=page, person_id=person_id, stake__gt=0)
    for bet in mine.select_related("person").order_by("pk"):
        bets.setdefault(bet.round_id, []).append(bet)
    return tuple(round_card(played, bets.get(played.pk, []), [], ()) for played in page)


def settled_rounds(
    *,
    table_code: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    sort: Sort | None = None,
    limit: int = 50,
    before: int | None = None,
) -> tuple[RoundCard, ...]:
    """Settled rounds, newest first, with no person's bets: anybody may see the results.

    `sort`: as `ROUNDS` offers; where a period bounds them, also as `ROUNDS_OF_A_DAY` does.
    """
    rounds = Round.objects.filter(phase=RoundPhase.SETTLED, settled_at__isnull=False)
    order = ROUNDS if since is None else ROUNDS_OF_A_DAY
    if table_code is not None:
        rounds = _at(rounds, table_code)
        # A table settles its rounds in the order of their numbers, which is that of an index of its own.
        order = order if since or until else _ROUNDS_OF_A_TABLE
    if since is not None:
        rounds = rounds.filter(settled_at__gte=since)
    if until is not None:
        rounds = rounds.filter(settled_at__lt=until)
    return _cards(order.page(rounds, sort, before), limit)


def void_rounds(
    *,
    table_code: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    sort: Sort | None = None,
    limit: int = 50,
    before: int | None = None,
) -> tuple[RoundCard, ...]:
    """Void rounds, the latest first, as `settled_rounds` gives the settled ones; `sort` as `VOID_ROUNDS` offers."""
    rounds = Round.objects.filter(phase=RoundPhase.VOID, voided_at__isnull=False)
    if table_code is not None:
        rounds = _at(rounds, table_code)
    if since is not None:
        rounds = rounds.filter(voided_at__gte=since)
    if until is not None:
        rounds = rounds.filter(voided_at__lt=until)
    return _cards(VOID_ROUNDS.page(rounds, sort, before), limit)


def _at(rounds: "QuerySet[Round]", table_code: str) -> "QuerySet[Round]":
    number = Table.objects.filter(code=table_code).values_list("pk", flat=True).first()
    return rounds.filter(table_id=number or 0)


def _cards(rounds: "QuerySet[Round]", limit: int) -> tuple[RoundCard, ...]:
    # The page's numbers first: sorting takes no wide rows, and no join leads it away from the index.
    page = list(rounds.values_list("pk", flat=True)[:limit])
    played = rounds_for_cards().in_bulk(page)
    return tuple(round_card(played[number], [], [], ()) for number in page)


def settled_count(*, since: datetime, most: int) -> int:
    """How many rounds were settled from `since` on, counted to `most` and one more."""
    return Round.objects.filter(settled_at__gte=since)[: most + 1].count()


def rounds_for_cards() -> "QuerySet[Round]":
    """Rounds with what their cards say and nothing else: of four tables, less than a third of the columns."""
    rounds = Round.objects.select_related("table", "configuration", "shoe__cut_of", "opening")
    return rounds.only(*_OF_A_CARD).prefetch_related("shoe__cut_of__numbers")


def round_card(
    played: Round, bets: Sequence[Bet], slips: Sequence[Slip], lines: tuple[wallet.LedgerLine, ...]
) -> RoundCard:
    """A round with these bets, slips and lines."""
    result = state.result_of(played) if played.cards else None
    opening = getattr(played, "opening", None)
    shown = opening.cards if opening else ()
    return RoundCard(
        id=played.pk,
        code=played.code,
        number=played.number,
        table_code=played.table.code,
        table_name=played.table.name,
        currency=played.table.currency,
        version=played.configuration.number,
        phase=played.phase,
        opened_at=played.opened_at,
        closes_at=played.closes_at,
        closed_at=played.closed_at,
        settled_at=played.settled_at,
        voided_at=played.voided_at,
        void_reason=played.void_reason,
        laid=tuple(state.laid_cards(result)) if result else (),
        opened=paper.places(shown),
        shown_at=opening.opened_at if opening else None,
        ponto=result.ponto.total if result else None,
        banca=result.banca.total if result else None,
        winner=played.winner,
        sums=played.sums,
        bets=tuple(bet_card(bet) for bet in bets),
        slips=tuple(slip_card(slip) for slip in slips),
        lines=lines,
        proof=_proof(played),
        paper=paper.is_paper(played.shoe),
    )


def _proof(played: Round) -> dict[str, Any]:
    shown = (getattr(played, "opening", None) or played).proofs
    return published(played.shoe, shown, published_cut(played.shoe))


def bet_card(bet: Bet) -> BetCard:
    """One bet."""
    return BetCard(
        person_id=bet.person_id,
        nickname=bet.person.nickname,
        chance=bet.chance,
        stake=bet.stake,
        outcome=bet.outcome,
        prize=bet.prize,
        commission=bet.commission,
        returned=bet.returned,
    )


def slip_card(slip: Slip) -> SlipCard:
    """One slip."""
    return SlipCard(
        person_id=slip.person_id,
        nickname=slip.person.nickname,
        number=slip.number,
        received_at=slip.received_at,
        taken_at=slip.taken_at,
        lines=slip.lines,
        rejection=slip.rejection,
    )
