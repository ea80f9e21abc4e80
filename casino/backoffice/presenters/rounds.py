"""One round on one page: its moments to the millisecond, cards, sums, bets, slips, ledger lines and proof."""

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext

from baccarat.proof import Proof, Verdict, verify
from casino.stories import presence
from casino.stories.round_moments import acts_and_deadlines, squeezes
from casino.wording import names, words
from kernel.labels import label
from tables.queries import (
    BetCard,
    ConnectionCard,
    ConnectionEnd,
    Deadline,
    RoundAct,
    RoundCard,
    SlipCard,
    deadlines,
    network_of,
)
from wallet.chart import AccountKind
from wallet.queries import LedgerLine


@dataclass(frozen=True, slots=True)
class Moment:
    """One event of a round."""

    at: datetime
    clock: str
    """To the millisecond, on the house's clock."""
    text: str
    since_open: str


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the cloth."""

    code: str
    across: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """One side's cards and total."""

    side: str
    cards: tuple[Laid, ...]
    total: int | None


@dataclass(frozen=True, slots=True)
class Who:
    """A player as the table knows them, and the key by which the ledger does; a guest has no page in the office."""

    nickname: str
    key: str
    guest: bool

    @property
    def short(self) -> str:
        """The first letters of the key, as the ledger's lines show it."""
        return self.key[:8]


@dataclass(frozen=True, slots=True)
class BetLine:
    """One bet with its player."""

    who: Who
    bet: BetCard


@dataclass(frozen=True, slots=True)
class SlipLine:
    """One slip: its player, its bets, the moment it came, and the answer."""

    who: Who
    number: str
    received: str
    taken: str
    lines: tuple[tuple[str, int], ...]
    accepted: bool
    answer: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One ledger line."""

    id: int
    clock: str
    code: str
    debit: str
    credit: str
    amount: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class ProofCard:
    """One dealt card with its path to the published root."""

    index: int
    card: str
    salt: str
    holds: bool
    """Whether it leads to the root: worked out now, not read from anywhere."""


@dataclass(frozen=True, slots=True)
class ConnectionLine:
    """One connection of a seated player during the round."""

    nickname: str
    opened: datetime
    ending: str
    lost: bool
    network: str
    device: str


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """Everything about one round that the page shows beside the round itself."""

    tone: str
    verdict: str
    moments: tuple[Moment, ...]
    hands: tuple[Hand, ...]
    bets: tuple[BetLine, ...]
    slips: tuple[SlipLine, ...]
    entries: tuple[Entry, ...]
    proofs: tuple[ProofCard, ...]
    proven: Verdict
    """The verdict of the proofs, the same as that of the replay and of the evidence pack."""
    proof_document: str
    header: str
    """What the root fixes beside the order of the cards; empty for a shoe of format 1."""
    staked: int
    returned: int
    prizes: int
    commission: int
    house: int | None
    """The house's win (above 0) or loss; None until the round is paid or void."""
    finished: bool
    """Whether it can be replayed from the record."""


TONES = {"settled": "good", "void": "bad", "betting": "info", "closed": "info", "dealing": "info"}


def players_of(played: RoundCard) -> set[int]:
    """The people whose bets and slips the round has."""
    return {bet.person_id for bet in played.bets} | {slip.person_id for slip in played.slips}


def sheet(
    played: RoundCard, keys: Mapping[int, str], acts: Sequence[RoundAct] = (), guests: Container[int] = ()
) -> RoundSheet:
    """Work out the page of `played`, asked for by staff: the bets of all players; `keys` are the ledger's, by person.

    `acts` are those of staff and of the house while it was in play; `guests` are the players who have no account.
    """
    paid = played.phase == "settled"
    lead = 1 if "header" in played.proof else 0
    proofs = tuple(_proof(card, played.proof["root"], lead) for card in played.proof["cards"])
    return RoundSheet(
        tone=TONES.get(played.phase, ""),
        verdict=names.outcome(played.winner) if played.winner else names.phase(played.phase),
        moments=tuple(_moments(played, acts)),
        hands=tuple(_hands(played)),
        bets=tuple(BetLine(_who(bet, keys, guests), bet) for bet in played.bets),
        slips=tuple(_slip(slip, _who(slip, keys, guests)) for slip in played.slips),
        entries=tuple(_entry(line) for line in played.lines),
        proofs=proofs,
        proven=played.judgement.verdict,
        header=names.shoe_header(played.proof["header"]) if lead else "",
        proof_document=json.dumps(played.proof, ensure_ascii=False, indent=2, sort_keys=True),
        staked=played.staked,
        returned=played.returned,
        prizes=sum(bet.prize for bet in played.bets),
        commission=played.commission,
        house=played.staked - played.returned if paid else None,
        finished=played.phase in {"settled", "void"},
    )


def whos(played: RoundCard, keys: Mapping[int, str], guests: Container[int]) -> tuple[Who, ...]:
    """Who had bets in the round, each once, in the order of their first bets."""
    return tuple(dict.fromkeys(_who(bet, keys, guests) for bet in played.bets))


def connection_lines(found: Iterable[ConnectionCard]) -> tuple[ConnectionLine, ...]:
    """The connections as the page shows them: of an address only the network, for it names a household."""
    return tuple(
        ConnectionLine(
            nickname=one.nickname,
            opened=one.opened_at,
            ending=presence.ending(one),
            lost=one.end is not ConnectionEnd.HELD,
            network=network_of(one.address),
            device=one.device,
        )
        for one in found
    )


def _moments(played: RoundCard, acts: Sequence[RoundAct]) -> Iterator[Moment]:
    told: list[tuple[datetime | None, str]] = [
        (played.opened_at, gettext("betting opened (“place your bets”)")),
        *acts_and_deadlines(acts, _deadlines(played, acts)),
        *squeezes(played.squeezed),
        (played.closed_at, gettext("betting closed (“no more bets”)")),
        (played.settled_at, gettext("cards turned, bets paid")),
        (played.shown_at, gettext("cards of the void round shown")),
    ]
    if not any(act.action == "void-round" for act in acts):
        told.append((played.voided_at, gettext("round void, stakes returned")))
    for slip in played.slips:
        said = gettext("slip %(number)s accepted") if slip.rejection is None else gettext("slip %(number)s refused")
        told.append((slip.received_at, gettext("slip %(number)s received") % {"number": slip.number}))
        told.append((slip.taken_at, said % {"number": slip.number}))
    for at, text in sorted(((at, text) for at, text in told if at is not None), key=lambda event: event[0]):
        yield Moment(at, clock(at), text, words.after(at - played.opened_at))


def _deadlines(played: RoundCard, acts: Sequence[RoundAct]) -> tuple[Deadline, ...]:
    return deadlines(acts, closes_at=played.closes_at, closed_at=played.closed_at, phase=played.phase)


def clock(at: datetime) -> str:
    """A time of day to the millisecond, on the house's clock."""
    return f"{timezone.localtime(at):%H:%M:%S.%f}"[:-3]


def _hands(played: RoundCard) -> Iterator[Hand]:
    for first, side, total in ((0, "ponto", played.ponto), (1, "banca", played.banca)):
        laid = (played.laid or played.opened)[first::2]
        cards = tuple(Laid(code, place == 2) for place, code in enumerate(laid) if code)
        yield Hand(side, cards, total)


def _who(card: BetCard | SlipCard, keys: Mapping[int, str], guests: Container[int]) -> Who:
    return Who(card.nickname, keys.get(card.person_id, ""), card.person_id in guests)


def _slip(slip: SlipCard, who: Who) -> SlipLine:
    return SlipLine(
        who=who,
        number=slip.number,
        received=clock(slip.received_at),
        taken=clock(slip.taken_at),
        lines=tuple((names.chance(chance), cents) for chance, cents in slip.lines.items()),
        accepted=slip.rejection is None,
        answer=gettext("accepted") if slip.rejection is None else _rejection(slip.rejection),
    )


def _rejection(rejection: dict[str, Any]) -> str:
    why = {
        "betting-closed": gettext("refused: it came after the close"),
        "over-limit": gettext("refused: it would have passed a limit"),
        "own-limit": gettext("refused: it would have passed one of the player’s own limits"),
        "short-of-funds": gettext("refused: not enough in the balance"),
        "barred": gettext("refused: the person was not allowed to play"),
    }.get(str(rejection.get("reason")), gettext("refused"))
    return f"{why} ({rejection['rule']})" if rejection.get("rule") else why


def _entry(line: LedgerLine) -> Entry:
    return Entry(
        id=line.id,
        clock=clock(line.at),
        code=capfirst(label(line.code)),
        debit=_account(line, line.debit, line.debit_kind),
        credit=_account(line, line.credit, line.credit_kind),
        amount=line.amount,
        before=line.balance_before,
        after=line.balance_after,
    )


def _account(line: LedgerLine, account: int, kind: AccountKind) -> str:
    name = label(kind)
    # A person is named by the first letters of the ledger's own key, which says nothing about who it is.
    return f"{name} {line.player[:8]}" if kind is AccountKind.PLAYER and line.player else f"{name} · {account}"


def _proof(card: dict[str, Any], root: str, lead: int) -> ProofCard:
    proof = Proof(card["index"], card["card"], card["salt"], tuple(card["path"]), root, lead)
    return ProofCard(index=proof.index, card=proof.card, salt=proof.salt, holds=verify(proof, root))
