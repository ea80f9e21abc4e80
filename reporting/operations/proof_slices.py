"""The whole proof of a large house, in slices: each a task of some minutes, and a row that the next goes on from.

A slice looks at rows that were chained when the walk through all of them began, so it needs no common moment with the
others. Killed at any line it leaves nothing, and the next sweep does it again. The last part is as that of every proof:
all new rows, and every balance, at one moment. One process at a time, under an advisory lock.
"""

import time
from collections.abc import Mapping
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from reporting.making import gathering
from reporting.making.faults import ChainFault
from reporting.making.streams import STREAMS
from reporting.models import ChainLink, LedgerProof, ProofSlice
from reporting.operations import proof_words as words
from reporting.operations.alone import alone
from reporting.operations.chain_proof import START, verify_links
from reporting.operations.proof_bases import Base, added, base_of, digest, documents
from reporting.operations.proofs import DIFFERENCES_MOST, TRAIL_PARTS, record_proof
from reporting.queries import ProofCard, ProofDifference
from tables import queries as tables
from wallet import queries as wallet

LOCK: Final = 0x5AB15
HOURLY, SLICES = 1, 2
AT_ONE_MOMENT_MOST: Final = 4_000_000
"""Up to so many chained rows and ledger lines the hourly proof is the whole one: at 25 microseconds a row, 100 s."""
EVERY: Final = timedelta(days=1)
"""From the beginning of one whole proof in slices to that of the next, unless it takes longer."""
SLICE_SECONDS: Final = 240
"""A slice begins no new step after so long; a step takes some seconds."""
STEPS: Final[Mapping[str, int]] = {"lines": 50_000, "played": 2_000, "finished": 20_000, "sessions": 2_000, "trails": 1}
"""Numbers that a step goes on by; in a chain it is `LINKS`."""
LINKS: Final = 50

State = dict[str, Any]


def prove_hourly(*, now: datetime) -> ProofCard | None:
    """Prove all new rows since the last proof, or everything while that is short; None where no proof is due now.

    A large house without a proof to go on from waits for its first one in slices.
    """
    with alone(LOCK, HOURLY) as mine:
        if not mine:
            return None
        if not _is_large():
            return record_proof(now=now)
        base = LedgerProof.objects.exclude(sums={}).select_related("since").order_by("-pk").first()
        return None if base is None else record_proof(now=now, base=base_of(base))


def prove_slice(*, now: datetime, seconds: float = SLICE_SECONDS) -> ProofCard | None:
    """Go on with the whole proof of a large house for some minutes, or begin one that is due; its proof once made."""
    with alone(LOCK, SLICES) as mine:
        if not mine or not _is_large():
            return None
        last = ProofSlice.objects.order_by("-walk", "-number").first()
        if last is None or LedgerProof.objects.filter(walk=last.walk).exists():
            if last is not None and datetime.fromisoformat(last.state["began"]) + EVERY > now:
                return None
            number, walk, before, state = 1, (last.walk if last else 0) + 1, "", _begun(now)
        else:
            number, walk, before, state = last.number + 1, last.walk, last.digest, deepcopy(last.state)
            _judge(last, state)
        until = time.monotonic() + seconds
        while (part := _next(state)) and time.monotonic() < until:
            with gathering.one_moment():
                _step(state, part)
        _keep(walk, number, state, before, now)
        return None if part else record_proof(now=now, base=_base(walk, state))


def _is_large() -> bool:
    last = LedgerProof.objects.order_by("-pk").first()
    if last is None:
        return False
    chained = sum(count for name, count in last.parts.items() if name.startswith("chain-"))
    return bool(last.transfers + chained > AT_ONE_MOMENT_MOST)


def _begun(now: datetime) -> State:
    """A walk from the first row, up to the last links there are now."""
    ends = ChainLink.objects.order_by("stream", "-number").distinct("stream").values_list("stream", "number", "last")
    numbers, lasts = dict.fromkeys(STREAMS, 0), dict.fromkeys(STREAMS, 0)
    for stream, number, last in ends:
        numbers[stream], lasts[stream] = number, last
    rounds, sessions = tables.last_numbers()
    goal = {**numbers, "lines": lasts["ledger"], "finished": lasts["rounds"], "played": rounds, "sessions": sessions}
    goal["trails"] = TRAIL_PARTS
    return {
        "began": now.isoformat(),
        "goal": goal,
        "at": dict.fromkeys(goal, 0),
        "heads": {name: dict(START) for name in STREAMS},
        "rows": dict.fromkeys(STREAMS, 0),
        "ledger": {},
        "won": {},
        "found": [],
        "unnamed": 0,
    }


def _judge(last: ProofSlice, state: State) -> None:
    """A slice that was changed since it was kept is a difference."""
    before = ProofSlice.objects.filter(walk=last.walk, number=last.number - 1).values_list("digest", flat=True).first()
    if last.digest != digest([last.walk, last.number, before or "", last.state]):
        named = f"slice {last.walk}/{last.number}"
        _find(state, [ProofDifference(where="chain", subject=named, why=ChainFault.LINK_BROKEN.value)])


def _next(state: State) -> str | None:
    """The part that is not at its end yet."""
    return next((part for part, goal in state["goal"].items() if state["at"][part] < goal), None)


def _step(state: State, part: str) -> None:
    """Look at some rows of a part, and note how far it is and what they came to."""
    after, goal = state["at"][part], state["goal"][part]
    upto = min(goal, after + STEPS.get(part, LINKS))
    found: list[ProofDifference] = []
    if part in STREAMS:
        links = verify_links(STREAMS[part], state["heads"][part], upto=upto)
        state["heads"][part] = links.head
        state["rows"][part] += links.rows
        found += words.of_chains(links.differences)
    elif part == "lines":
        lines = wallet.verify_lines(after=after, upto=upto)
        state["ledger"] = added(state["ledger"], lines.sums)
        found += words.of_ledger(lines.differences)
    elif part == "finished":
        state["won"] = added(state["won"], tables.finished(after=after, upto=upto).won)
    elif part == "played":
        found += words.of_rounds(tables.rounds_compared(after=after, upto=upto))
        found += words.of_open_sessions(tables.sessions_missing_of(after=after, upto=upto))
    elif part == "trails":
        found += words.of_trails(part=after, of=TRAIL_PARTS)
    else:
        found += words.of_sessions(tables.session_differences_of(after=after, upto=upto))
    _find(state, found)
    state["at"][part] = upto


def _find(state: State, found: list[ProofDifference]) -> None:
    room = max(0, DIFFERENCES_MOST - len(state["found"]))
    state["found"] += documents(found[:room])
    state["unnamed"] += len(found[room:])


def _keep(walk: int, number: int, state: State, before: str, now: datetime) -> None:
    with transaction.atomic():
        ProofSlice.objects.create(
            walk=walk, number=number, made_at=now, state=state, digest=digest([walk, number, before, state])
        )


def _base(walk: int, state: State) -> Base:
    """What the slices of a walk found, as what its proof goes on from."""
    return Base(
        walk=walk,
        at=datetime.fromisoformat(state["began"]),
        heads=state["heads"],
        rows=state["rows"],
        ledger=state["ledger"],
        won=state["won"],
        found=tuple(ProofDifference(**each) for each in state["found"]),
        unnamed=state["unnamed"],
    )
