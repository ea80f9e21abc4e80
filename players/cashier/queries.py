"""The cashier's reading door: means of payment, deposits, withdrawals, corrections. Writes nothing."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeVar
from uuid import UUID

from django.db.models import QuerySet, Sum
from django.db.models.functions import Lower

from kernel.questions import how_many
from kernel.sorting import Sort, Sortable, with_names
from players.accounts.queries import nicknames
from players.cashier.masking import masked
from players.cashier.money_life import DEPOSITED, ON_WAY, WAITING
from players.cashier.money_life import MoneyLife as MoneyLife
from players.cashier.money_life import MoneyMonth as MoneyMonth
from players.cashier.money_life import money_life as money_life
from players.models import Adjustment, Deposit, Instrument, PaymentNotice, Person, Registration, Withdrawal
from players.models.cashier import AdjustmentState as AdjustmentState
from players.models.cashier import DepositState as DepositState
from players.models.cashier import InstrumentKind as InstrumentKind
from players.models.cashier import WithdrawalState as WithdrawalState

_Row = TypeVar("_Row", Deposit, Withdrawal, Adjustment)

_NAME: Final = ("nickname",)
NAMESAKES: Final = 500
"""So many persons are looked for by the beginning of their nickname."""
PAYMENTS: Final = Sortable({"at": "pk", "amount": "amount"}, Sort("at", descending=True))
"""How deposits, withdrawals and corrections are sorted; their numbers grow with the moment they were asked for."""


@dataclass(frozen=True, slots=True)
class InstrumentCard:
    """A means of payment; its number is masked."""

    id: int
    kind: InstrumentKind
    label: str
    proven_at: datetime | None
    blocked_until: datetime | None
    suspended_at: datetime | None


@dataclass(frozen=True, slots=True)
class DepositCard:
    """A deposit; `detail` is what the provider said differently, `refund_due_at` that its money goes back."""

    id: int
    key: UUID
    person_id: int
    nickname: str
    label: str
    kind: InstrumentKind
    amount: int
    state: DepositState
    reason: str
    detail: str
    provider_ref: str
    started_at: datetime
    finished_at: datetime | None
    refund_due_at: datetime | None
    refunded_at: datetime | None


@dataclass(frozen=True, slots=True)
class WithdrawalCard:
    """A withdrawal; the two members of staff by name where they have agreed."""

    id: int
    key: UUID
    person_id: int
    nickname: str
    label: str
    amount: int
    state: WithdrawalState
    two_persons: bool
    reason: str
    requested_at: datetime
    sent_at: datetime | None
    finished_at: datetime | None
    first_by_id: int | None
    first_by: str
    first_at: datetime | None
    first_reason: str
    second_by: str
    second_at: datetime | None
    second_reason: str
    refused_by: str

    @property
    def can_be_cancelled(self) -> bool:
        return self.state in WAITING


@dataclass(frozen=True, slots=True)
class AskedLately:
    """The sums that a player asked to withdraw, in cents, up to one withdrawal, paid or not."""

    day: int
    """In the 24 hours up to it, itself included."""
    week: int
    """In the seven days up to it."""


@dataclass(frozen=True, slots=True)
class AdjustmentCard:
    """A correction and who proposed and decided it."""

    id: int
    key: UUID
    person_id: int
    nickname: str
    amount: int
    reason: str
    reference: str
    state: AdjustmentState
    proposed_by_id: int
    proposed_by: str
    proposed_at: datetime
    decided_by: str
    decided_at: datetime | None
    rejection: str


@dataclass(frozen=True, slots=True)
class NoticeCard:
    """A provider's notice and what became of it."""

    kind: str
    amount: int | None
    currency: str
    holder: str
    outcome: str
    received_at: datetime


def instruments_of(person_id: int) -> tuple[InstrumentCard, ...]:
    """The person's means of payment, the first added first."""
    return tuple(
        InstrumentCard(
            each.pk,
            InstrumentKind(each.kind),
            each.label,
            each.proven_at,
            each.blocked_until,
            each.suspended_at,
        )
        for each in Instrument.objects.filter(person_id=person_id).order_by("pk")
    )


def registered_account(person_id: int) -> str | None:
    """The account that the person registered with, masked as means of payment are."""
    iban = Registration.objects.filter(person_id=person_id).values_list("iban", flat=True).first()
    return masked(InstrumentKind.BANK_ACCOUNT, iban) if iban else None


def has_deposited(person_id: int) -> bool:
    """Whether a deposit of the person was ever credited."""
    return Deposit.objects.filter(person_id=person_id, state__in=DEPOSITED).exists()


def deposit(key: UUID, *, person_id: int | None = None) -> DepositCard | None:
    """The deposit of this key, of this person if one is named; None for another's."""
    rows = Deposit.objects.filter(key=key)
    found = _deposits(rows if person_id is None else rows.filter(person_id=person_id), 1)
    return found[0] if found else None


def deposits(
    *,
    person_id: int | None = None,
    state: str = "",
    nickname: str = "",
    sort: Sort | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[DepositCard, ...]:
    """Deposits, the newest first or as `PAYMENTS`; of one person, in one state, of nicknames that begin so."""
    return _deposits(PAYMENTS.page(_filtered(Deposit.objects.all(), person_id, state, nickname), sort, before), limit)


def withdrawal(key: UUID, *, person_id: int | None = None) -> WithdrawalCard | None:
    """The withdrawal of this key, of this person if one is named; None for another's."""
    rows = Withdrawal.objects.filter(key=key)
    found = _withdrawals(rows if person_id is None else rows.filter(person_id=person_id), 1)
    return found[0] if found else None


def withdrawals(
    *,
    person_id: int | None = None,
    state: str = "",
    nickname: str = "",
    sort: Sort | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[WithdrawalCard, ...]:
    """Withdrawals, as `deposits` gives deposits."""
    rows = _filtered(Withdrawal.objects.all(), person_id, state, nickname)
    return _withdrawals(PAYMENTS.page(rows, sort, before), limit)


def payments_by_key(start: str, *, limit: int) -> tuple[tuple[DepositCard, ...], tuple[WithdrawalCard, ...]]:
    """Deposits and withdrawals whose keys begin with these hexadecimal digits."""
    keys = {"key__gte": UUID(start.ljust(32, "0")), "key__lte": UUID(start.ljust(32, "f"))}
    found = Deposit.objects.filter(**keys).order_by("key"), Withdrawal.objects.filter(**keys).order_by("key")
    return _deposits(found[0], limit), _withdrawals(found[1], limit)


def adjustment(adjustment_id: int) -> AdjustmentCard | None:
    """The correction, or None."""
    found = _adjustments(Adjustment.objects.filter(pk=adjustment_id), 1)
    return found[0] if found else None


def adjustments(
    *,
    person_id: int | None = None,
    state: str = "",
    nickname: str = "",
    sort: Sort | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[AdjustmentCard, ...]:
    """Corrections, as `deposits` gives deposits."""
    rows = _filtered(Adjustment.objects.all(), person_id, state, nickname)
    return _adjustments(PAYMENTS.page(rows, sort, before), limit)


def notices_of(key: UUID, provider_ref: str) -> tuple[NoticeCard, ...]:
    """Everything a provider said of the payment with this reference, in the order it came."""
    rows = PaymentNotice.objects.filter(provider_ref=provider_ref).order_by("pk") if provider_ref else ()
    return tuple(
        NoticeCard(row.kind, row.amount, row.currency, row.owner_name, row.outcome, row.received_at) for row in rows
    )


def on_its_way(person_id: int) -> int:
    """Return the sum that the person asked to withdraw and no bank has paid yet, in cents."""
    rows = Withdrawal.objects.filter(person_id=person_id, state__in=ON_WAY)
    total: int | None = rows.aggregate(total=Sum("amount"))["total"]
    return total or 0


HELD_WITHDRAWALS: Final = how_many(Withdrawal.objects.filter(state=WithdrawalState.HELD))
"""How many withdrawals wait for members of staff."""
OPEN_ADJUSTMENTS: Final = how_many(Adjustment.objects.filter(state=AdjustmentState.PROPOSED))
"""How many corrections wait for a second person."""


def _filtered(rows: QuerySet[_Row], person_id: int | None, state: str, nickname: str) -> QuerySet[_Row]:
    if person_id is not None:
        rows = rows.filter(person_id=person_id)
    if state:
        rows = rows.filter(state=state)
    if nickname:
        # A range, not LIKE: the unique index serves it. The first of them only: more is no name any more.
        start = nickname.lower()
        low = Person.objects.annotate(low=Lower("nickname")).filter(low__gte=start, low__lt=start + "\U0010ffff")
        named = low.order_by("low").values_list("pk", flat=True)
        # As numbers, and not as a join: the database then knows how few they are and goes by each person's own rows.
        rows = rows.filter(person_id__in=list(named[:NAMESAKES]))
    return rows


def _deposits(rows: QuerySet[Deposit], limit: int) -> tuple[DepositCard, ...]:
    return tuple(
        DepositCard(
            id=row.pk,
            key=row.key,
            person_id=row.person_id,
            nickname=row.person.nickname,
            label=row.instrument.label,
            kind=InstrumentKind(row.instrument.kind),
            amount=row.amount,
            state=DepositState(row.state),
            reason=row.reason,
            detail=row.detail,
            provider_ref=row.provider_ref,
            started_at=row.started_at,
            finished_at=row.finished_at,
            refund_due_at=row.refund_due_at,
            refunded_at=row.refunded_at,
        )
        for row in with_names(rows, person=_NAME, instrument=("label", "kind"))[:limit]
    )


def asked_lately(card: WithdrawalCard) -> AskedLately:
    """The sums that decide whether two persons look at a withdrawal."""
    asked = Withdrawal.objects.filter(person_id=card.person_id, pk__lte=card.id)
    day, week = (
        asked.filter(requested_at__gt=card.requested_at - timedelta(days=days)).aggregate(sum=Sum("amount"))["sum"]
        for days in (1, 7)
    )
    return AskedLately(day=day, week=week)


def _withdrawals(rows: QuerySet[Withdrawal], limit: int) -> tuple[WithdrawalCard, ...]:
    found = list(with_names(rows, person=_NAME, instrument=("label",))[:limit])
    # Not by joins: planning three more of them takes longer than everything else of a list.
    agreed = (number for row in found for number in (row.first_by_id, row.second_by_id, row.refused_by_id))
    names = nicknames({number for number in agreed if number is not None})
    return tuple(
        WithdrawalCard(
            id=row.pk,
            key=row.key,
            person_id=row.person_id,
            nickname=row.person.nickname,
            label=row.instrument.label,
            amount=row.amount,
            state=WithdrawalState(row.state),
            two_persons=row.two_persons,
            reason=row.reason,
            requested_at=row.requested_at,
            sent_at=row.sent_at,
            finished_at=row.finished_at,
            first_by_id=row.first_by_id,
            first_by=names.get(row.first_by_id or 0, ""),
            first_at=row.first_at,
            first_reason=row.first_reason,
            second_by=names.get(row.second_by_id or 0, ""),
            second_at=row.second_at,
            second_reason=row.second_reason,
            refused_by=names.get(row.refused_by_id or 0, ""),
        )
        for row in found
    )


def _adjustments(rows: QuerySet[Adjustment], limit: int) -> tuple[AdjustmentCard, ...]:
    return tuple(
        AdjustmentCard(
            id=row.pk,
            key=row.key,
            person_id=row.person_id,
            nickname=row.person.nickname,
            amount=row.amount,
            reason=row.reason,
            reference=row.reference,
            state=AdjustmentState(row.state),
            proposed_by_id=row.proposed_by_id,
            proposed_by=row.proposed_by.nickname,
            proposed_at=row.proposed_at,
            decided_by=_name(row.decided_by),
            decided_at=row.decided_at,
            rejection=row.rejection,
        )
        for row in with_names(rows, person=_NAME, proposed_by=_NAME, decided_by=_NAME)[:limit]
    )


def _name(person: object) -> str:
    return str(getattr(person, "nickname", ""))
