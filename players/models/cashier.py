"""Money in and out: the means of payment, each deposit, each withdrawal, and corrections by two persons."""

from enum import StrEnum

from django.db import models
from django.db.models import F, Q

from kernel.money import MOST
from players.models.persons import Person
from players.models.tails import tail_of


class InstrumentKind(StrEnum):
    """The electronic means of payment that the house takes (PT-12): no cash, no credit, no crypto-currency."""

    BANK_ACCOUNT = "bank-account"
    MBWAY = "mbway"


class DepositState(StrEnum):
    """Where a deposit stands."""

    PENDING = "pending"
    CREDITED = "credited"
    REJECTED = "rejected"
    EXPIRED = "expired"
    CHARGED_BACK = "charged-back"


class WithdrawalState(StrEnum):
    """Where a withdrawal stands."""

    HELD = "held"
    """Waits for two members of staff."""
    READY = "ready"
    SENT = "sent"
    """The provider has it: no way back but its own answer."""
    PAID = "paid"
    CANCELLED = "cancelled"
    REFUSED = "refused"
    FAILED = "failed"


class AdjustmentState(StrEnum):
    """Where a correction stands."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    REJECTED = "rejected"


def _known(kinds: type[StrEnum]) -> list[str]:
    return sorted(kind.value for kind in kinds)


class Instrument(models.Model):
    """A person's means of payment. Its number is kept masked; the fingerprint tells the same one again."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="instruments")
    key = models.UUIDField(unique=True)
    kind = models.TextField()
    label = models.TextField()
    """Masked: «PT50 •••• 0154»."""
    fingerprint = models.TextField(unique=True)
    """One instrument belongs to one person."""
    registered_at = models.DateTimeField()
    proven_at = models.DateTimeField(null=True)
    """When the first deposit showed that it is the person's own: withdrawals go only to such (PT-13)."""
    blocked_at = models.DateTimeField(null=True)
    blocked_until = models.DateTimeField(null=True)
    suspended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=_known(InstrumentKind)), name="players_instrument_kind_known"),
            models.CheckConstraint(
                condition=Q(blocked_at__isnull=True, blocked_until__isnull=True)
                | Q(blocked_at__isnull=False, blocked_until__isnull=False, blocked_until__gt=F("blocked_at")),
                name="players_instrument_block",
            ),
        ]
        indexes = [models.Index(tail_of("label"), name="players_instrument_tail")]

    def __str__(self) -> str:
        return self.label


class Deposit(models.Model):
    """A wish to pay in and what became of it. `key` names it for everybody: the person, the provider, the ledger."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="deposits")
    instrument = models.ForeignKey(Instrument, on_delete=models.PROTECT, related_name="deposits")
    key = models.UUIDField(unique=True)
    amount = models.BigIntegerField()
    state = models.TextField()
    reason = models.TextField(blank=True, default="")
    """Why it was rejected (PT-R04, GL-11)."""
    detail = models.TextField(blank=True, default="")
    """What the provider said, where it differs from what was asked."""
    provider_ref = models.TextField(blank=True, default="")
    started_at = models.DateTimeField()
    asked_at = models.DateTimeField(null=True)
    """When the provider was last asked about it."""
    finished_at = models.DateTimeField(null=True)
    refund_due_at = models.DateTimeField(null=True)
    """Since when money that arrived and was not credited has to go back."""
    refunded_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=_known(DepositState)), name="players_deposit_state_known"),
            models.CheckConstraint(condition=Q(amount__gt=0, amount__lte=MOST), name="players_deposit_amount"),
            models.CheckConstraint(
                condition=Q(state=DepositState.PENDING.value, finished_at__isnull=True)
                | (~Q(state=DepositState.PENDING.value) & Q(finished_at__isnull=False)),
                name="players_deposit_finished",
            ),
            models.CheckConstraint(
                condition=~Q(state=DepositState.REJECTED.value) | ~Q(reason=""), name="players_deposit_reason"
            ),
            models.CheckConstraint(
                condition=Q(refund_due_at__isnull=True)
                | Q(state__in=[DepositState.REJECTED.value, DepositState.EXPIRED.value]),
                name="players_deposit_refund",
            ),
            models.UniqueConstraint(
                fields=["provider_ref"], condition=~Q(provider_ref=""), name="players_deposit_provider_ref_once"
            ),
        ]
        indexes = [
            models.Index(fields=["person", "-id"], name="players_deposit_person"),
            models.Index(fields=["state", "id"], name="players_deposit_state"),
            models.Index(fields=["amount", "id"], name="players_deposit_amount"),
            models.Index(fields=["state", "amount", "id"], name="players_deposit_among"),
            models.Index(fields=["instrument", "-finished_at"], name="players_deposit_instrument"),
            models.Index(
                fields=["id"],
                condition=Q(state=DepositState.PENDING.value)
                | Q(refund_due_at__isnull=False, refunded_at__isnull=True),
                name="players_deposit_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.state}"


class Withdrawal(models.Model):
    """A wish to be paid out and what became of it. Over a set amount two different members of staff agree first."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="withdrawals")
    instrument = models.ForeignKey(Instrument, on_delete=models.PROTECT, related_name="withdrawals")
    key = models.UUIDField(unique=True)
    amount = models.BigIntegerField()
    state = models.TextField()
    two_persons = models.BooleanField()
    reason = models.TextField(blank=True, default="")
    requested_at = models.DateTimeField()
    first_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    first_at = models.DateTimeField(null=True)
    first_reason = models.TextField(blank=True, default="")
    second_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    second_at = models.DateTimeField(null=True)
    second_reason = models.TextField(blank=True, default="")
    refused_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    provider_ref = models.TextField(blank=True, default="")
    sent_at = models.DateTimeField(null=True)
    asked_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=_known(WithdrawalState)), name="players_withdrawal_state_known"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0, amount__lte=MOST), name="players_withdrawal_amount"),
            models.CheckConstraint(
                condition=Q(second_by__isnull=True) | (Q(first_by__isnull=False) & ~Q(second_by=F("first_by"))),
                name="players_withdrawal_two_persons",
            ),
            models.CheckConstraint(
                condition=Q(two_persons=False)
                | Q(second_by__isnull=False)
                | Q(state__in=["held", "cancelled", "refused"]),
                name="players_withdrawal_agreed",
            ),
            models.CheckConstraint(
                condition=~Q(state=WithdrawalState.REFUSED.value) | (Q(refused_by__isnull=False) & ~Q(reason="")),
                name="players_withdrawal_refused",
            ),
            models.UniqueConstraint(
                fields=["provider_ref"], condition=~Q(provider_ref=""), name="players_withdrawal_provider_ref_once"
            ),
        ]
        indexes = [
            models.Index(fields=["person", "-id"], name="players_withdrawal_person"),
            models.Index(fields=["state", "id"], name="players_withdrawal_state"),
            models.Index(fields=["amount", "id"], name="players_withdrawal_amount"),
            models.Index(fields=["state", "amount", "id"], name="players_withdrawal_among"),
            models.Index(
                fields=["id"], condition=Q(state__in=["held", "ready", "sent"]), name="players_withdrawal_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.state}"


class Adjustment(models.Model):
    """A correction of a player's balance: proposed by one member of staff, decided by another (D6)."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="adjustments")
    key = models.UUIDField(unique=True)
    amount = models.BigIntegerField()
    """Cents: above zero in the player's favour."""
    reason = models.TextField()
    reference = models.TextField(blank=True, default="")
    state = models.TextField()
    proposed_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    rejection = models.TextField(blank=True, default="", db_column="refusal")
    """Why it was rejected."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=_known(AdjustmentState)), name="players_adjustment_state_known"
            ),
            models.CheckConstraint(
                condition=Q(amount__gte=-MOST, amount__lte=MOST) & ~Q(amount=0), name="players_adjustment_amount"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="players_adjustment_reason"),
            models.CheckConstraint(
                condition=Q(state=AdjustmentState.PROPOSED.value, decided_by__isnull=True, decided_at__isnull=True)
                | (
                    ~Q(state=AdjustmentState.PROPOSED.value)
                    & Q(decided_by__isnull=False, decided_at__isnull=False)
                    & ~Q(decided_by=F("proposed_by"))
                ),
                name="players_adjustment_two_persons",
            ),
            models.CheckConstraint(
                condition=~Q(state=AdjustmentState.REJECTED.value) | ~Q(rejection=""), name="players_adjustment_refusal"
            ),
        ]
        indexes = [
            models.Index(fields=["state", "-id"], name="players_adjustment_state"),
            models.Index(fields=["amount", "id"], name="players_adjustment_amount"),
            models.Index(fields=["state", "amount", "id"], name="players_adjustment_among"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.state}"


class PaymentNotice(models.Model):
    """What a provider told us, each of its notices once, and what we made of it. Only added."""

    id = models.BigAutoField(primary_key=True)
    provider = models.TextField()
    event = models.TextField()
    kind = models.TextField()
    provider_ref = models.TextField()
    amount = models.BigIntegerField(null=True)
    currency = models.TextField(blank=True, default="")
    owner_name = models.TextField(blank=True, default="")
    outcome = models.TextField()
    received_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["provider", "event"], name="players_paymentnotice_once")]
        indexes = [models.Index(fields=["provider_ref", "id"], name="players_paymentnotice_ref")]

    def __str__(self) -> str:
        return f"{self.kind} {self.provider_ref}"


class CauseMark(models.Model):
    """Up to which ledger line nothing is known of causes: written once, by the step that began to ask for them."""

    id = models.BigAutoField(primary_key=True)
    transfer = models.BigIntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.transfer)


class SandboxPayment(models.Model):
    """A payment as the sandbox bank has it: the bank's own book, which the house never reads but through its door."""

    id = models.BigAutoField(primary_key=True)
    ref = models.TextField(unique=True)
    kind = models.TextField()
    key = models.UUIDField()
    amount = models.BigIntegerField()
    currency = models.TextField(default="EUR")
    payer = models.TextField()
    label = models.TextField()
    state = models.TextField()
    back = models.TextField(blank=True, default="")
    """Where the payer is led afterwards: a path of the house."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], name="players_sandboxpayment_once"),
            models.CheckConstraint(condition=Q(kind__in=["in", "out"]), name="players_sandboxpayment_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.ref} {self.state}"


class SandboxNotice(models.Model):
    """A notice that the sandbox bank has still to post, or has posted."""

    id = models.BigAutoField(primary_key=True)
    payment = models.ForeignKey(SandboxPayment, on_delete=models.PROTECT, related_name="notices")
    body = models.TextField()
    due_at = models.DateTimeField()
    posted_at = models.DateTimeField(null=True)
    tries = models.IntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["due_at"], condition=Q(posted_at__isnull=True), name="players_sandbox_waiting")]

    def __str__(self) -> str:
        return f"{self.payment_id} {self.due_at:%H:%M:%S}"
