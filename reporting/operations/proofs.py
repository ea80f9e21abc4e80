"""Prove the books: everything that is evidence, beside everything that must say the same, and keep the outcome."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import transaction

from players.events.names import EventName
from players.events.telling import tell
from reporting import queries
from reporting.making import gathering
from reporting.making.figures import totals
from reporting.making.guards import expected
from reporting.models import LedgerProof
from reporting.operations import proof_words as words
from reporting.operations.chain_proof import verify_chains
from reporting.operations.closing_play import close_on
from reporting.operations.proof_bases import Base, Examined, added, carried, digest_of, documents
from reporting.queries import ProofCard
from tables import queries as tables
from wallet import queries as wallet

DIFFERENCES_MOST: Final = 1_000
FIRST: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Before every round."""
TRAIL_PARTS: Final = 24
"""A proof that goes on compares one in so many of the watched rows with their trail, and the next one others: in a day
all of them. So does each whole proof."""
SESSIONS_AGAIN: Final = timedelta(hours=1)
"""So long before a base's moment sessions that ended are looked at again: theirs is read before they are written."""


def record_proof(
    *, now: datetime, step: Callable[[str, int], None] | None = None, base: Base | None = None
) -> ProofCard:
    """Prove all evidence against itself from the first row on, or from where `base` ends; keep the outcome (I7).

    Looked at: the ledger, the rounds, the house's sums, the cashier's causes, the sessions and their slips, every row
    that the audit trail watches, the chains, and every guard of the database. `step` is told how far the chains are.
    A difference that two persons do not know of yet closes play (D5).
    """
    with gathering.one_moment():
        seen = _whole(now, step) if base is None else _since(base, now, step)
        seen.found += [*words.looked_at_whole(), *words.of_house(seen)]
    if base is not None:
        seen.found += carried(base, seen.found)
        seen.unnamed = base.unnamed
    with transaction.atomic():
        proof = _kept(seen, base=base, now=now)
        tell(
            EventName.BOOKS_PROVEN,
            by=None,
            now=now,
            key=proof.pk,
            agrees=proof.agrees,
            differences=proof.difference_count,
        )
        close_on(proof_id=proof.pk, now=now)
    return queries.proof_card(proof)


def _kept(seen: Examined, *, base: Base | None, now: datetime) -> LedgerProof:
    """The row of a proof, with what the next one may go on from."""
    proof = LedgerProof(
        since=base.proof if base else None,
        walk=base.walk if base else None,
        made_at=now,
        agrees=not seen.found and not seen.unnamed,
        accounts=seen.accounts,
        transfers=seen.transfers,
        rounds=seen.rounds,
        examined=seen.examined,
        differences=documents(seen.found[:DIFFERENCES_MOST]),
        difference_count=len(seen.found) + seen.unnamed,
        parts={f"chain-{name}": count for name, count in seen.rows.items()} | {"guards": len(expected())},
        heads=seen.heads,
        sums={"ledger": seen.ledger, "won": seen.won, "account": seen.account},
    )
    proof.digest = digest_of(proof)
    proof.save(force_insert=True)
    return proof


def _whole(now: datetime, step: Callable[[str, int], None] | None) -> Examined:
    """Everything from the first row on, at one moment."""
    ledger = wallet.verify_ledger()
    # A day ahead: a round that was settled while this began is in the ledger's sums too.
    until = now + timedelta(days=1)
    lines, _players = gathering.table_lines(since=FIRST, until=until)
    chains = verify_chains(step=step)
    line, nth = (chains.heads[name]["last"] for name in ("ledger", "rounds"))
    after = tables.finished(after=nth)
    won = {total.currency: total.gross_revenue for total in totals(lines)}
    _, account = wallet.count_accounts()
    return Examined(
        accounts=ledger.accounts,
        account=account,
        transfers=ledger.transfers,
        rounds=sum(one.rounds + one.voids for one in lines),
        examined=ledger.transfers + sum(chains.rows.values()),
        rows=dict(chains.rows),
        heads={name: dict(head) for name, head in chains.heads.items()},
        ledger=wallet.line_sums(upto=line),
        ledger_after=wallet.line_sums(after=line),
        won={currency: cents - after.won.get(currency, 0) for currency, cents in won.items()},
        won_after=after.won,
        found=[
            *words.of_ledger(ledger.differences),
            *words.of_rounds(tables.verify_rounds()),
            *words.of_sessions(tables.session_differences(since=FIRST, until=until)),
            *words.of_open_sessions(tables.open_session_differences()),
            *words.of_chains(chains.differences),
            *words.of_trails(),
        ],
    )


def _since(base: Base, now: datetime, step: Callable[[str, int], None] | None) -> Examined:
    """All new rows since the base, and every balance beside the sums of all lines. At one moment."""
    chains = verify_chains(step=step, heads=base.heads)
    line, nth = base.head("ledger")["last"], base.head("rounds")["last"]
    upto, upto_nth = (chains.heads[name]["last"] for name in ("ledger", "rounds"))
    lines = wallet.verify_lines(after=line)
    settled, after = wallet.line_sums(after=line, upto=upto), wallet.line_sums(after=upto)
    finished, later = tables.finished(after=nth, upto=upto_nth), tables.finished(after=upto_nth)
    ledger = added(base.ledger, settled)
    accounts, account = wallet.count_accounts(after=base.account)
    ended = tables.session_differences(since=base.at - SESSIONS_AGAIN, until=now + timedelta(days=1))
    return Examined(
        accounts=base.accounts + accounts,
        account=account,
        transfers=base.rows.get("ledger", 0) + lines.lines,
        rounds=base.rows.get("rounds", 0) + finished.rounds + later.rounds,
        examined=lines.lines + sum(chains.rows.values()),
        rows={name: base.rows.get(name, 0) + count for name, count in chains.rows.items()},
        heads={name: dict(head) for name, head in chains.heads.items()},
        ledger=ledger,
        ledger_after=after,
        won=added(base.won, finished.won),
        won_after=later.won,
        found=[
            *words.of_ledger(lines.differences),
            *words.of_ledger(wallet.verify_balances(added(ledger, after))),
            *words.of_rounds(tables.rounds_compared_since(finished=nth, line=line)),
            *words.of_sessions(ended),
            *words.of_open_sessions(tables.open_sessions_since(finished=nth)),
            *words.of_chains(chains.differences),
            *words.of_trails(part=base.turn % TRAIL_PARTS, of=TRAIL_PARTS),
        ],
    )
