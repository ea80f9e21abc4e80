"""The ledger's page: the last proof in words, and the balances of the house's own accounts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from casino.backoffice import labels
from kernel.labels import label
from kernel.money import Currency
from reporting.queries import ProofCard
from wallet.chart import AccountKind


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One difference that the proof found. Where it has no currency, its figures are whole cents."""

    where: str
    subject: str
    is_round: bool
    why: str
    stored: int | None
    computed: int | None
    transfer: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """One more kind of thing that the proof checked, and their number."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Head:
    """The state of a chain: its links, its last row, and the digest of the whole."""

    name: str
    number: int
    last: int
    digest: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The last run of the proofs."""

    made_at: datetime
    agrees: bool
    accounts: int
    transfers: int
    rounds: int
    differences: tuple[Disagreement, ...]
    difference_count: int
    parts: tuple[Part, ...]
    heads: tuple[Head, ...]
    whole: bool
    whole_at: datetime | None
    """When everything was last proven from the first line on; None if it never was."""


@dataclass(frozen=True, slots=True)
class HouseSum:
    """One account of the house."""

    name: str
    cents: int


@dataclass(frozen=True, slots=True)
class HouseMoney:
    """The house's accounts in one currency."""

    currency: str
    name: str
    sums: tuple[HouseSum, ...]


def verdict(card: ProofCard | None, whole_at: datetime | None = None) -> Verdict | None:
    """The last proof in words; None before the first."""
    if card is None:
        return None
    return Verdict(
        made_at=card.made_at,
        agrees=card.agrees,
        accounts=card.accounts,
        transfers=card.transfers,
        rounds=card.rounds,
        differences=tuple(
            Disagreement(
                where=str(labels.PROOF_PLACES.get(one.where, one.where)),
                subject=one.subject,
                is_round=one.where == "rounds",
                why=labels.fault(one.why),
                stored=one.stored,
                computed=one.computed,
                transfer=one.transfer,
            )
            for one in card.differences
        ),
        difference_count=card.difference_count,
        parts=tuple(Part(str(labels.PROOF_PLACES.get(name, name)), count) for name, count in card.parts.items()),
        heads=tuple(
            Head(str(labels.PROOF_PLACES.get(f"chain-{name}", name)), head["number"], head["last"], head["digest"])
            for name, head in card.heads.items()
            if head["number"]
        ),
        whole=card.whole,
        whole_at=whole_at,
    )


def told(reason: str) -> tuple[str, ...]:
    """A proof's first differences as an incident keeps them (`place: subject: fault; …`), in words."""
    found = []
    for each in reason.split("; "):
        where, _, rest = each.partition(": ")
        subject, _, why = rest.rpartition(": ")
        found.append(f"{labels.PROOF_PLACES.get(where, where)} · {subject}: {labels.fault(why)}")
    return tuple(found)


def house(sums: Mapping[Currency, Mapping[AccountKind, int]]) -> tuple[HouseMoney, ...]:
    """The house's accounts, money first."""
    return tuple(
        HouseMoney(
            currency=currency.value,
            name=label(currency),
            sums=tuple(HouseSum(label(kind), held[kind]) for kind in AccountKind if kind in held),
        )
        for currency, held in sums.items()
    )
