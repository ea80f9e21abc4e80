"""The two tables of the ledger. Private to this app: others use `operations` and `queries`."""

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Abs

from kernel.money import Currency
from wallet.chart import ONLY_IN, AccountKind, Code

_PLAYER = AccountKind.PLAYER.value
_ONLY_MONEY = sorted(kind.value for kind, currency in ONLY_IN.items() if currency is Currency.EUR)
PAYMENTS = tuple(
    code.value
    for code in (
        Code.DEPOSIT,
        Code.CHARGE_BACK,
        Code.WITHDRAWAL,
        Code.WITHDRAWAL_REQUESTED,
        Code.WITHDRAWAL_GIVEN_BACK,
    )
)
"""What moves money between a player and a bank; indexed by account beside all lines, since bets are most of them."""
_OWNED = [AccountKind.PLAYER.value, AccountKind.STAKES.value]


class Account(models.Model):
    """A place where money is. `owner` is a person's key, a round's code, or empty for the house."""

    id = models.BigAutoField(primary_key=True)
    kind = models.TextField()
    currency = models.TextField()
    owner = models.TextField(blank=True, default="")
    balance = models.BigIntegerField(null=True)
    """Cents; kept for players only, because a house account's row would make every table wait for every other."""
    opened_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "currency", "owner"], name="wallet_account_once"),
            models.CheckConstraint(
                condition=Q(kind__in=sorted(kind.value for kind in AccountKind)), name="wallet_account_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(currency__in=sorted(currency.value for currency in Currency)),
                name="wallet_account_currency_known",
            ),
            models.CheckConstraint(
                condition=Q(balance__isnull=True) | Q(balance__gte=0), name="wallet_account_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(kind=_PLAYER, balance__isnull=False) | (~Q(kind=_PLAYER) & Q(balance__isnull=True)),
                name="wallet_account_balance_of_players",
            ),
            models.CheckConstraint(
                condition=(Q(kind__in=_OWNED) & ~Q(owner="")) | (~Q(kind__in=_OWNED) & Q(owner="")),
                name="wallet_account_owner",
            ),
            models.CheckConstraint(
                condition=(~Q(kind__in=_ONLY_MONEY) | Q(currency=Currency.EUR.value))
                & (~Q(kind=AccountKind.PLAY_SOURCE.value) | Q(currency=Currency.PLAY.value)),
                name="wallet_account_currency_of_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.currency} {self.owner}".rstrip()


class Transfer(models.Model):
    """One line: `amount` cents leave `debit_account` and reach `credit_account`. Never changed, never deleted.

    The accounts are plain numbers, not foreign keys: a trigger checks a whole statement's lines at once, at a fraction
    of the cost of two foreign-key checks a line, and checks more than existence.
    """

    id = models.BigAutoField(primary_key=True)
    debit_account = models.BigIntegerField()
    credit_account = models.BigIntegerField()
    amount = models.BigIntegerField()
    code = models.TextField()
    key = models.UUIDField()
    """The caller's own name for this line: a second line with the same code and key is refused."""
    reference = models.TextField(blank=True, default="")
    balance_before = models.BigIntegerField(null=True)
    balance_after = models.BigIntegerField(null=True)
    """Of the player's account this line touches; empty when it touches none (PT-10)."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["code", "key"], name="wallet_transfer_once"),
            models.CheckConstraint(
                condition=Q(code__in=sorted(code.value for code in Code)), name="wallet_transfer_code_known"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="wallet_transfer_amount_positive"),
            models.CheckConstraint(
                condition=~Q(debit_account=F("credit_account")), name="wallet_transfer_two_accounts"
            ),
            models.CheckConstraint(
                condition=Q(balance_before__isnull=True, balance_after__isnull=True)
                | Q(
                    balance_before__isnull=False,
                    balance_after__isnull=False,
                    balance_before__gte=0,
                    balance_after__gte=0,
                    amount=Abs(F("balance_after") - F("balance_before")),
                ),
                name="wallet_transfer_step",
            ),
        ]
        indexes = [
            models.Index(fields=["debit_account", "id"], name="wallet_transfer_debit"),
            models.Index(fields=["credit_account", "id"], name="wallet_transfer_credit"),
            models.Index(fields=["debit_account"], name="wallet_transfer_paid_out", condition=Q(code__in=PAYMENTS)),
            models.Index(fields=["credit_account"], name="wallet_transfer_paid_in", condition=Q(code__in=PAYMENTS)),
            models.Index(fields=["reference", "id"], name="wallet_transfer_reference"),
            BrinIndex(fields=["created_at"], name="wallet_transfer_day", autosummarize=True, pages_per_range=32),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.amount} {self.reference}".rstrip()
