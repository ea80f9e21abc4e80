"""Each part's differences as a proof keeps them."""

from collections.abc import Iterable

from kernel.money import Currency
from players.audit.trails import verify_trails
from players.cashier.causes import verify_causes
from reporting.making.faults import HouseFault
from reporting.making.guards import verify_guards
from reporting.operations.chain_proof import ChainDifference
from reporting.operations.proof_bases import Examined, added
from reporting.queries import ProofDifference
from tables import queries as tables
from wallet import queries as wallet
from wallet.chart import AccountKind


def of_ledger(differences: Iterable[wallet.Difference]) -> Iterable[ProofDifference]:
    """Lines and balances."""
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


def of_rounds(differences: Iterable[tables.RoundDifference]) -> Iterable[ProofDifference]:
    """Rounds that do not agree with the ledger."""
    for one in differences:
        yield ProofDifference(where="rounds", subject=one.round_code, why=one.why.value)


def of_sessions(differences: Iterable[tables.SessionDifference]) -> Iterable[ProofDifference]:
    """Sessions that are over and do not agree with their bets."""
    for one in differences:
        yield ProofDifference(
            where="sessions", subject=f"{one.table_code} {one.session_code}", why=tables.OpenSessionFault.SUMS.value
        )


def of_open_sessions(differences: Iterable[tables.OpenSessionDifference]) -> Iterable[ProofDifference]:
    """Open sessions, and slips and bets without one."""
    for one in differences:
        named = " ".join(part for part in (one.table_code, one.session_code, one.where) if part)
        yield ProofDifference(
            where="sessions",
            subject=f"{named} ({one.player})",
            why=one.why.value,
            stored=one.stored,
            computed=one.computed,
        )


def of_chains(differences: Iterable[ChainDifference]) -> Iterable[ProofDifference]:
    """Links, and rows under them."""
    for one in differences:
        yield ProofDifference(where="chain", subject=one.subject, why=one.why.value)


def of_trails(*, part: int = 0, of: int = 1) -> Iterable[ProofDifference]:
    """Watched rows and what the audit trail last said of them."""
    for one in verify_trails(part=part, of=of):
        yield ProofDifference(where="trails", subject=one.subject, why=one.why.value)


def looked_at_whole() -> Iterable[ProofDifference]:
    """What every proof looks at from the first row on: the cashier's causes, the guards."""
    for one in verify_causes():
        yield ProofDifference(
            where="cashier",
            subject=one.subject,
            why=one.why.value,
            stored=one.stored,
            computed=one.computed,
            transfer=one.transfer,
        )
    for two in verify_guards():
        yield ProofDifference(where="guards", subject=two.subject, why=two.why.value)


def of_house(seen: Examined) -> Iterable[ProofDifference]:
    """The gross revenue of all rounds ever is what the house's gaming and commission accounts hold."""
    won, ledger = added(seen.won, seen.won_after), added(seen.ledger, seen.ledger_after)
    for currency in Currency:
        held = sum(ledger.get(f"{kind} {currency}", 0) for kind in (AccountKind.GAMING, AccountKind.COMMISSION))
        if held != won.get(currency, 0):
            yield ProofDifference(
                where="house",
                subject=currency,
                why=HouseFault.GROSS_REVENUE.value,
                stored=held,
                computed=won.get(currency, 0),
            )
