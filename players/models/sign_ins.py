"""Sign-ins: every attempt, the locks that too many of them close, the checks made then, the devices signed in."""

from enum import StrEnum

from django.db import models
from django.db.models import Q

from players.models.persons import Person


class AttemptOutcome(StrEnum):
    """How an attempt to sign in ended. `PENDING` counts as a failure until it is known."""

    PENDING = "pending"
    FAILED = "failed"
    REFUSED = "refused"
    """Not even looked at: its counter is locked, or too much came from this address."""
    STEP = "step"
    """Right so far; the second factor, or the confirmation of the e-mail, is still to come."""
    SIGNED_IN = "signed-in"


class Factor(StrEnum):
    """What was offered as proof."""

    PASSWORD = "password"  # noqa: S105  (a word, not a password)
    SECOND_FACTOR = "second-factor"


class SignInAttempt(models.Model):
    """One attempt to sign in (GL-17), for an e-mail that may be unknown."""

    id = models.BigAutoField(primary_key=True)
    email = models.CharField(max_length=254)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="sign_in_attempts")
    factor = models.TextField()
    address = models.CharField(max_length=45, blank=True)
    device = models.CharField(max_length=300, blank=True)
    counter = models.CharField(max_length=60, blank=True, default="")
    """With what it is counted: `session:<device>`, `browser:<id>` or `network:<network>` (`operations.counting`)."""
    at = models.DateTimeField()
    outcome = models.TextField(default=AttemptOutcome.PENDING.value)
    code_step = models.BigIntegerField(null=True)
    """The half minute, counted since 1970, that the code of an application was of."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "code_step"],
                condition=Q(code_step__isnull=False),
                name="players_signinattempt_code_once",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=sorted(outcome.value for outcome in AttemptOutcome)),
                name="players_signinattempt_outcome_known",
            ),
            models.CheckConstraint(
                condition=Q(factor__in=sorted(factor.value for factor in Factor)),
                name="players_signinattempt_factor_known",
            ),
        ]
        indexes = [
            models.Index(fields=["email", "-at"], name="players_signinattempt_email"),
            models.Index(fields=["address", "-at"], name="players_signinattempt_address"),
            models.Index(fields=["person", "-id"], name="players_signinattempt_person"),
        ]

    def __str__(self) -> str:
        return f"{self.outcome} {self.at:%Y-%m-%d}"


class SignInLock(models.Model):
    """A lock on one counter of an e-mail after too many failures (GL-07). It ends, or is opened, and is kept."""

    id = models.BigAutoField(primary_key=True)
    email = models.CharField(max_length=254)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="sign_in_locks")
    counter = models.CharField(max_length=60, blank=True, default="")
    """A counter of attempts, or `strangers` for all networks together."""
    locked_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    """Null in rows of a time when locks did not end by themselves: they hold no longer."""
    opened_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["email", "-id"], name="players_signinlock_email")]

    def __str__(self) -> str:
        return f"{self.locked_at:%Y-%m-%d}"


class StandingCheck(models.Model):
    """What the exclusion and prohibition registers said of a person at one moment (PT-08). Only added."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="standing_checks")
    occasion = models.TextField()
    excluded = models.BooleanField()
    excluded_until = models.DateTimeField(null=True)
    prohibited = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(occasion__in=["registration", "sign-in"]), name="players_standingcheck_occasion_known"
            )
        ]
        indexes = [models.Index(fields=["person", "-id"], name="players_standingcheck_person")]

    def __str__(self) -> str:
        return f"{self.occasion} {self.at:%Y-%m-%d}"


class Device(models.Model):
    """A browser in which a person is, or was, signed in.

    `session` is its key's digest (`players.accounts.session_keys`).
    """

    id = models.BigAutoField(primary_key=True)
    public_id = models.UUIDField(unique=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="devices")
    session = models.CharField(max_length=40, unique=True)
    address = models.CharField(max_length=45, blank=True)
    device = models.CharField(max_length=300, blank=True)
    browser = models.UUIDField(null=True)
    """The id that the browser keeps in a signed cookie, by which it is known again after the session."""
    signed_in_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    forgotten_at = models.DateTimeField(null=True)
    """Since when the browser counts as a stranger's again."""

    class Meta:
        indexes = [
            models.Index(fields=["person", "-id"], name="players_device_person"),
            models.Index(
                fields=["browser", "person"], condition=Q(browser__isnull=False), name="players_device_browser"
            ),
            models.Index(fields=["session"], condition=Q(ended_at__isnull=True), name="players_device_open"),
            models.Index(fields=["signed_in_at"], name="players_device_begun"),
            models.Index(fields=["ended_at"], condition=Q(ended_at__isnull=False), name="players_device_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.signed_in_at:%Y-%m-%d}"
