"""Prove the books: everything that is evidence, beside everything that must say the same, and keep the outcome."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import transaction

from kernel.money import Currency
from players.audit.trails import verify_trails
from players.cashier.causes import verify_causes
from players.events.names import EventName
from players.events.telling import tell
from reporting import queries
from reporting.making import gathering
from reporting.making.faults import HouseFault
from reporting.making.figures import TableLine, totals
from reporting.making.guards import expected, verify_guards
from reporting.models import LedgerProof
from reporting.operations.chain_proof import verify_chains
from reporting.operations.closing_play import close_on
from reporting.queries import ProofCard, ProofDifference
from tables import queries as tables
from wallet import queries as wallet
from wallet.chart import AccountKind

DIFFERENCES_MOST: Final = 1_000
FIRST: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Before every round."""


def record_proof(*, now: datetime, step: Callable[[str, int], None] | None = None) -> ProofCard:
    """Prove all evidence against itself from the first row on, and keep the outcome (I7).

    Looked at: the ledger, the rounds, the house's sums, the cashier's causes, the sessions and their slips, every row
    that the audit trail watches, the chains, and every guard of the database. `step` is told how far the chains are.
    A difference that two persons do not know of yet closes play (D5).
    """
    with gathering.one_moment():
        ledger = wallet.verify_ledger()
        # A day ahead: a round that was settled while this began is in the ledger's sums too.
        until = now + timedelta(days=1)
        lines, _players = gathering.table_lines(since=FIRST, until=until)
        chains = verify_chains(step=step)
        found = [
            *_ledger(ledger.differences),
            *_rounds(),
            *_causes(),
            *_sessions(until),
            *(ProofDifference(where="chain", subject=one.subject, why=one.why.value) for one in chains.differences),
            *(ProofDifference(where="trails", subject=one.subject, why=one.why.value) for one in verify_trails()),
            *(ProofDifference(where="guards", subject=one.subject, why=one.why.value) for one in verify_guards()),
            *_house(lines),
        ]
    rounds = sum(line.rounds + line.voids for line in lines)
    with transaction.atomic():
        proof = LedgerProof.objects.create(
            made_at=now,
            agrees=not found,
            accounts=ledger.accounts,
            transfers=ledger.transfers,
            rounds=rounds,
            differences=[asdict(difference) for difference in found[:DIFFERENCES_MOST]],
            difference_count=len(found),
            parts={f"chain-{name}": count for name, count in chains.rows.items()} | {"guards": len(expected())},
            heads=chains.heads,
        )
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


def _ledger(differences: Iterable[wallet.Difference]) -> Iterable[ProofDifference]:
    for one in differences:
        yield ProofDifference(
            where="ledger",
            subject=_account(one.account, one.owner),
            why=one.why.value,
            stored=one.stored,
            computed=one.computed,
            transfer=one.transfer,
        )


def _account(number: int | None, owner: str | None) -> str:
    """An account by its number and whose it is; a difference of the whole ledger has neither."""
    return f"{number} ({owner})" if number and owner else str(number or owner or "")


def _rounds() -> Iterable[ProofDifference]:
    for one in tables.verify_rounds():
        yield ProofDifference(where="rounds", subject=one.round_code, why=one.why.value)


def _causes() -> Iterable[ProofDifference]:
    for one in verify_causes():
        yield ProofDifference(
            where="cashier",
            subject=one.subject,
            why=one.why.value,
            stored=one.stored,
            computed=one.computed,
            transfer=one.transfer,
        )


def _sessions(until: datetime) -> Iterable[ProofDifference]:
    for one in tables.session_differences(since=FIRST, until=until):
        yield ProofDifference(
            where="sessions", subject=f"{one.table_code} {one.session_code}", why=tables.OpenSessionFault.SUMS.value
        )
    for two in tables.open_session_differences():
        named = " ".join(part for part in (two.table_code, two.session_code, two.where) if part)
        yield ProofDifference(
            where="sessions",
            subject=f"{named} ({two.player})",
            why=two.why.value,
            stored=two.stored,
            computed=two.computed,
        )


def _house(lines: Collection[TableLine]) -> Iterable[ProofDifference]:
    """The gross revenue of all rounds ever is what the house's gaming and commission accounts hold."""
    won = {total.currency: total.gross_revenue for total in totals(lines)}
    for currency in Currency:
        sums = wallet.house_sums(currency)
        held = sums.get(AccountKind.GAMING, 0) + sums.get(AccountKind.COMMISSION, 0)
        if held != won.get(currency, 0):
            yield ProofDifference(
                where="house",
                subject=currency,
                why=HouseFault.GROSS_REVENUE.value,
                stored=held,
                computed=won.get(currency, 0),
            )
