"""The history of play: a player's sessions and rounds, and the settled rounds that anybody may see."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db.models import BigIntegerField, DateTimeField, QuerySet, prefetch_related_objects

from baccarat.proof import Judgement, judge
from kernel.kept_queries import KeptQuery
from kernel.prepared import array
from kernel.questions import PERSON, Among, Given
from kernel.sorting import with_names
from tables.headers import published
from tables.models import Bet, PlaySession, Round, Slip
from tables.queries import paper, state
from tables.queries.by_code import round_by_code
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
    played = round_by_code(round_code, "table", "configuration", "shoe__cut_of", "opening")
    if played is None:
        return None
    kept_bets, kept_slips = _bets_and_slips(own=person_id is not None)
    bets = kept_bets(round=played.pk, person=person_id)
    slips = kept_slips(round=played.pk, person=person_id)
    lines = wallet.lines_for(played.code)
    if person_id is not None:
        accounts = set(
            PlaySession.objects.filter(person_id=person_id, table=played.table).values_list("account", flat=True)
        )
        lines = tuple(line for line in lines if line.debit in accounts or line.credit in accounts)
    card = round_card(played, bets, slips, lines)
    return replace(card, squeezed=turned(played)) if played.configuration.terms.get("squeeze_seconds") else card


@cache
def _bets_and_slips(*, own: bool) -> tuple[KeptQuery[Bet], KeptQuery[Slip]]:
    """A round's bets and slips, or those of one person alone."""
    asked = {"round_id": Given("round", BigIntegerField()), **({"person_id": PERSON} if own else {})}
    bets, slips = Bet.objects.filter(stake__gt=0, **asked), Slip.objects.filter(**asked)
    return (
        KeptQuery(lambda: with_names(bets, person=("nickname",)).order_by("pk")),
        KeptQuery(lambda: with_names(slips, person=("nickname",)).order_by("pk")),
    )


def rounds_for_cards() -> "QuerySet[Round]":
    """Rounds with what their cards say and nothing else: of four tables, less than a third of the columns."""
    return _with_what_cards_say().prefetch_related(_NUMBERS)


def rounds_by_id(numbers: Collection[int]) -> dict[int, Round]:
    """These rounds as `rounds_for_cards` has them, by id. One statement, and one for the cuts that players chose."""
    found = _BY_ID(rounds=array(numbers)) if numbers else []
    prefetch_related_objects(found, _NUMBERS)
    return {played.pk: played for played in found}


def _with_what_cards_say() -> "QuerySet[Round]":
    return Round.objects.select_related("table", "configuration", "shoe__cut_of", "opening").only(*_OF_A_CARD)


_NUMBERS: Final = "shoe__cut_of__numbers"
_BY_ID: Final = KeptQuery(lambda: _with_what_cards_say().filter(Among("pk", "rounds")))


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
