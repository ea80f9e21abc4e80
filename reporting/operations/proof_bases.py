"""What a proof of the books goes on from: how far everything was proven before it, and what that came to.

The base is an earlier proof, or the slices of a whole one. Its own differences behind its positions were not looked at
again, so the next proof tells them too, until a whole proof finds them no more.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Final

from reporting.making.faults import ChainFault
from reporting.making.streams import STREAMS
from reporting.models import LedgerProof
from reporting.operations.chain_proof import START
from reporting.queries import ProofDifference

LOOKED_AT_WHOLE: Final = frozenset({"cashier", "guards"})
"""Places of which every proof looks at everything: what an earlier one found there is found again, or is no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """Everything up to the heads of the chains, as it was proven; amounts in cents."""

    proof: LedgerProof | None = None
    """The proof it is of; None for the slices of a whole one."""
    walk: int | None = None
    at: datetime
    """Sessions that ended an hour before this or later are looked at again."""
    heads: Mapping[str, Mapping[str, Any]]
    rows: Mapping[str, int]
    """Chained rows by stream."""
    ledger: Mapping[str, int]
    """By kind and currency of the accounts."""
    won: Mapping[str, int]
    """Gross revenue by currency."""
    accounts: int = 0
    account: int = 0
    """The highest number of an account, and how many there were up to it."""
    found: tuple[ProofDifference, ...] = ()
    turn: int = 0
    """Which part of the watched rows is compared with their trail, by the number of proofs and slices before."""
    unnamed: int = 0
    """Differences beyond those that `found` names."""

    def head(self, stream: str) -> Mapping[str, Any]:
        """Where this chain ended."""
        return self.heads.get(stream, START)


@dataclass(slots=True, kw_only=True)
class Examined:
    """What a proof looked at and found, before it is kept."""

    accounts: int
    account: int
    transfers: int
    rounds: int
    examined: int
    """Chained rows and ledger lines that it read itself."""
    rows: dict[str, int]
    heads: dict[str, dict[str, Any]]
    ledger: dict[str, int]
    """What each kind of account got by the lines up to the chain's end, and by those after it."""
    ledger_after: dict[str, int]
    won: dict[str, int]
    """The gross revenue of the rounds up to the chain's end, and of those after it."""
    won_after: dict[str, int]
    found: list[ProofDifference] = field(default_factory=list)
    unnamed: int = 0


def base_of(proof: LedgerProof) -> Base:
    """The base that this proof is. Changed since it was kept, it says so itself."""
    found = [ProofDifference(**each) for each in proof.differences]
    if proof.digest != digest_of(proof):
        found.append(ProofDifference(where="chain", subject=f"proof {proof.pk}", why=ChainFault.LINK_BROKEN.value))
    kept = [each for each in found if each.where not in LOOKED_AT_WHOLE]
    return Base(
        proof=proof,
        at=proof.made_at,
        heads=proof.heads,
        rows={name: proof.parts.get(f"chain-{name}", 0) for name in STREAMS},
        ledger=proof.sums["ledger"],
        won=proof.sums["won"],
        accounts=proof.accounts,
        account=proof.sums["account"],
        found=tuple(kept),
        turn=proof.pk,
        unnamed=max(0, proof.difference_count - len(proof.differences)),
    )


def carried(base: Base, found: Iterable[ProofDifference]) -> list[ProofDifference]:
    """The base's differences that were not found again by name."""
    named = {(each.where, each.subject, each.why) for each in found}
    return [each for each in base.found if (each.where, each.subject, each.why) not in named]


def digest_of(proof: LedgerProof) -> str:
    """SHA-256 over what a proof says and over the digest of the one that it went on from, hex."""
    before = "" if proof.since is None else proof.since.digest
    facts = [proof.agrees, proof.accounts, proof.transfers, proof.rounds, proof.differences, proof.difference_count]
    return digest([before, proof.walk, proof.parts, proof.heads, proof.sums, facts])


def digest(document: Any) -> str:
    """SHA-256 of a document's JSON, hex."""
    return hashlib.sha256(json.dumps(document, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def documents(found: Iterable[ProofDifference]) -> list[dict[str, Any]]:
    """Differences as they are kept."""
    return [asdict(each) for each in found]


def added(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Sums by name, added up.

    >>> added({"gaming EUR": 5}, {"gaming EUR": -2, "stakes EUR": 1})
    {'gaming EUR': 3, 'stakes EUR': 1}
    """
    return {name: one.get(name, 0) + other.get(name, 0) for name in sorted({*one, *other})}
