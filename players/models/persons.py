"""Persons, their roles and their standing.

Edges hold a `Person` as `request.user` and read its `id`, `nickname`, `is_staff` and `is_guest`, nothing else.
"""

import uuid
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar, Final

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, Group, PermissionsMixin
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from kernel.kept_queries import KeptQuery
from kernel.questions import PERSON
from players.roles import Role, roles_named


class Kind(StrEnum):
    """A person plays or works here, never both (PT-16), or is a guest; the kind never changes."""

    PLAYER = "player"
    STAFF = "staff"
    GUEST = "guest"
    """Plays the demonstration without an account, for play money alone (ADR 0177)."""


GUEST_DOMAIN: Final = "@guest.invalid"
"""Of the stand-in for an e-mail that a guest has: no address of this domain exists (RFC 2606)."""


class Change(StrEnum):
    """A change of a person's standing by staff or the verifier (PT-18, PT-19, H7)."""

    SUSPENDED = "suspended"
    REINSTATED = "reinstated"
    VERIFIED = "verified"
    HIRED = "hired"
    ROLES = "roles"
    """A member of staff's roles; which, the audit trail says."""
    DISABLED = "disabled"
    ENABLED = "enabled"
    LEFT = "left"
    """Disabled because the work here is over: the person may play again (PT-16)."""
    FACTOR_RESET = "factor-reset"
    """The second factor was taken away."""


OF_STAFF: Final = (
    Change.HIRED,
    Change.ROLES,
    Change.DISABLED,
    Change.ENABLED,
    Change.LEFT,
    Change.FACTOR_RESET,
)
"""Changes made to members of staff: each has an author and a reason."""


class PersonManager(BaseUserManager["Person"]):
    """Finds a person by e-mail in any letter case, and makes one for Django's own commands."""

    def get_by_natural_key(self, username: str | None) -> "Person":
        return self.get(email=(username or "").strip().lower())

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "Person":
        """Make a bare person without accounts. The house itself uses `operations.accounts`."""
        fields.setdefault("nickname", email.partition("@")[0])
        fields.setdefault("kind", Kind.PLAYER)
        fields.setdefault("joined_at", timezone.now())
        person = self.model(email=email.strip().lower(), **fields)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "Person":
        """Make a person for `createsuperuser` who may do nothing here: `first_staff` makes those who may."""
        return self.create_user(email, password, **{"kind": Kind.STAFF, "is_superuser": True, **fields})


class Person(AbstractBaseUser, PermissionsMixin):
    """A player, a member of staff or a guest; the user model."""

    id = models.BigAutoField(primary_key=True)
    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(max_length=254, unique=True)
    nickname = models.CharField(max_length=60)
    """The name that others at a table see; a member of staff's name."""
    kind = models.TextField()
    is_active = models.BooleanField(default=True)
    suspended_at = models.DateTimeField(null=True)
    joined_at = models.DateTimeField()
    language = models.TextField(default="pt")
    birth_date = models.DateField(null=True)
    verified_at = models.DateTimeField(null=True)
    email_confirmed_at = models.DateTimeField(null=True)
    terms_version = models.IntegerField(default=0)
    """The latest version of the terms that this person accepted; 0 for none. The rows of `Acceptance` tell when."""
    closed_at = models.DateTimeField(null=True)
    """When the account was closed, by the person or by the house: no bets and no deposits from then on."""

    objects: ClassVar[PersonManager] = PersonManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["nickname"]

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="players_person_email_once"),
            models.UniqueConstraint(Lower("nickname"), name="players_person_nickname_once"),
            models.CheckConstraint(
                condition=Q(kind__in=sorted(kind.value for kind in Kind)), name="players_person_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(is_superuser=False) | Q(kind=Kind.STAFF.value),
                name="players_person_superuser_is_staff",
            ),
            models.CheckConstraint(
                condition=~Q(kind=Kind.GUEST.value)
                | Q(
                    email__endswith=GUEST_DOMAIN,
                    birth_date__isnull=True,
                    verified_at__isnull=True,
                    email_confirmed_at__isnull=True,
                    terms_version=0,
                ),
                name="players_person_guest_unnamed",
            ),
        ]
        indexes = [
            models.Index(fields=["id"], name="players_person_suspended", condition=Q(suspended_at__isnull=False)),
            models.Index(fields=["nickname"], name="players_person_staff", condition=Q(kind=Kind.STAFF.value)),
            models.Index(fields=["id"], name="players_person_closed", condition=Q(closed_at__isnull=False)),
            models.Index(
                fields=["email_confirmed_at"],
                name="players_person_confirmed",
                condition=Q(email_confirmed_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.nickname

    @property
    def person_key(self) -> str:
        """The name under which the ledger knows this person."""
        return str(self.public_id)

    @property
    def is_staff(self) -> bool:
        return self.kind == Kind.STAFF

    @property
    def is_guest(self) -> bool:
        return self.kind == Kind.GUEST

    @cached_property
    def roles(self) -> frozenset[Role]:
        """The roles held, read once for the life of this object (a request)."""
        if not self.is_staff:
            return frozenset()
        return roles_named(_GROUPS_OF(person=self.pk))


_GROUPS_OF: Final = KeptQuery(lambda: Group.objects.filter(user=PERSON).values_list("name", flat=True))


class StandingChange(models.Model):
    """One change of a person's standing, with who and why. Only added."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="standing_changes")
    change = models.TextField()
    reason = models.TextField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="standing_changes_made")
    """Empty when a system decided: a verifier's answer, a bank that took a deposit back."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(change__in=sorted(change.value for change in Change)), name="players_change_known"
            ),
            models.CheckConstraint(
                condition=(~Q(change=Change.REINSTATED.value) | Q(by__isnull=False))
                & (~Q(change__in=[Change.SUSPENDED.value, Change.REINSTATED.value]) | ~Q(reason="")),
                name="players_change_accounted_for",
            ),
            models.CheckConstraint(
                condition=~Q(change__in=sorted(change.value for change in OF_STAFF))
                | (Q(by__isnull=False) & ~Q(reason="") & ~Q(by=F("person"))),
                name="players_change_of_staff_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.change} {self.created_at:%Y-%m-%d}"
