"""Who works here: every change of it proposed by one person and agreed to by another, and who they are by law."""

from enum import StrEnum
from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from players.models.persons import Person
from players.roles import APART


class StaffAct(StrEnum):
    """The act that a proposal about a member of staff asks for."""

    FOUND = "found"
    """One of the first of a new house: there is no second person yet who could agree."""
    HIRE = "hire"
    ROLES = "roles"
    ENABLE = "enable"
    SECOND_FACTOR = "second-factor"
    """The second factor is taken away; the member sets up another one."""
    IDENTITY = "identity"
    """The name and the taxpayer number by law: given where they lack, or corrected."""


class ProposalState(StrEnum):
    """Where a proposal stands."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    REJECTED = "rejected"


WITH_ROLES: Final = (StaffAct.FOUND, StaffAct.HIRE, StaffAct.ROLES)


def _known(kinds: type[StrEnum]) -> list[str]:
    return sorted(kind.value for kind in kinds)


class StaffProposal(models.Model):
    """A change to the staff, proposed by one person and decided by another (H7). Decided, it stays as it is."""

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    act = models.TextField()
    member = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="staff_proposals")
    """Empty while a new member is only proposed."""
    email = models.EmailField(max_length=254, blank=True, default="")
    name = models.CharField(max_length=60, blank=True, default="")
    roles = ArrayField(models.TextField(), default=list)
    before = ArrayField(models.TextField(), default=list)
    """The roles held when the change was proposed."""
    full_name = models.CharField(max_length=120, blank=True, default="")
    nif = models.CharField(max_length=9, blank=True, default="")
    reason = models.TextField(blank=True, default="")
    state = models.TextField()
    proposed_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    decided_in = models.BigIntegerField(null=True, editable=False)
    """The transaction that decided, written by the database: it makes the change, or no transaction does."""
    rejection = models.TextField(blank=True, default="", db_column="refusal")
    settled_at = models.DateTimeField(null=True)
    """From when on the member decides on money, rules and colleagues; only of an approved proposal."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(act__in=_known(StaffAct)), name="players_staffproposal_act_known"),
            models.CheckConstraint(condition=Q(state__in=_known(ProposalState)), name="players_staffproposal_state"),
            models.CheckConstraint(
                condition=Q(act=StaffAct.FOUND.value, proposed_by__isnull=True, decided_by__isnull=True)
                | (~Q(act=StaffAct.FOUND.value) & Q(proposed_by__isnull=False) & ~Q(reason="")),
                name="players_staffproposal_proposed_by",
            ),
            models.CheckConstraint(
                condition=Q(act=StaffAct.FOUND.value, state=ProposalState.APPROVED.value)
                | Q(state=ProposalState.PROPOSED.value, decided_by__isnull=True, decided_at__isnull=True)
                | (
                    ~Q(state=ProposalState.PROPOSED.value)
                    & Q(decided_by__isnull=False, decided_at__isnull=False)
                    & ~Q(decided_by=F("proposed_by"))
                ),
                name="players_staffproposal_two_persons",
            ),
            models.CheckConstraint(
                condition=Q(member__isnull=True)
                | (
                    (Q(proposed_by__isnull=True) | ~Q(member=F("proposed_by")))
                    & (Q(decided_by__isnull=True) | ~Q(member=F("decided_by")))
                ),
                name="players_staffproposal_about_another",
            ),
            models.CheckConstraint(
                condition=Q(member__isnull=False)
                | (Q(act=StaffAct.HIRE.value) & ~Q(state=ProposalState.APPROVED.value)),
                name="players_staffproposal_member",
            ),
            models.CheckConstraint(
                condition=~Q(state=ProposalState.REJECTED.value) | ~Q(rejection=""),
                name="players_staffproposal_refusal",
            ),
            models.CheckConstraint(
                condition=~Q(state=ProposalState.APPROVED.value)
                | Q(settled_at__isnull=False, decided_at__isnull=False, settled_at__gte=F("decided_at")),
                name="players_staffproposal_settled",
            ),
            models.CheckConstraint(
                condition=~Q(act__in=[act.value for act in WITH_ROLES]) | Q(roles__len__gt=0),
                name="players_staffproposal_roles",
            ),
            models.CheckConstraint(
                condition=Q(nif="") | Q(nif__regex=r"^[0-9]{9}$"), name="players_staffproposal_nif_form"
            ),
            models.CheckConstraint(
                condition=~Q(act__in=[StaffAct.HIRE.value, StaffAct.IDENTITY.value]) | (~Q(nif="") & ~Q(full_name="")),
                name="players_staffproposal_identity",
            ),
            *(
                models.CheckConstraint(
                    condition=~Q(roles__contains=[one.value, other.value]),
                    name=f"players_staffproposal_not_{one.value}_{other.value}".replace("-", "_"),
                )
                for one, other in APART
            ),
            models.UniqueConstraint(
                fields=["member"],
                condition=Q(state=ProposalState.PROPOSED.value),
                name="players_staffproposal_one_waits",
            ),
            models.UniqueConstraint(
                fields=["email"],
                condition=Q(state=ProposalState.PROPOSED.value, act=StaffAct.HIRE.value),
                name="players_staffproposal_email_waits",
            ),
        ]
        indexes = [
            models.Index(
                fields=["id"], condition=Q(state=ProposalState.PROPOSED.value), name="players_staffproposal_waiting"
            ),
            models.Index(fields=["member", "-id"], name="players_staffproposal_member"),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.state}"


class StaffSeal(models.Model):
    """The mark that the house has its first members of staff: from then on two of them take on each new one."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    sealed_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="players_staffseal_once")]

    def __str__(self) -> str:
        return f"{self.sealed_at:%Y-%m-%d}"


class StaffIdentity(models.Model):
    """A member of staff's legal identity, so that no account of theirs plays (PT-16). Only its end is written later."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="staff_identities")
    full_name = models.CharField(max_length=120)
    nif = models.CharField(max_length=9)
    given_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """When the person left, or when it was corrected."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=Q(ended_at__isnull=True), name="players_staffidentity_one_stands"
            ),
            models.UniqueConstraint(
                fields=["nif"], condition=Q(ended_at__isnull=True), name="players_staffidentity_nif_once"
            ),
            models.CheckConstraint(condition=Q(nif__regex=r"^[0-9]{9}$"), name="players_staffidentity_nif_form"),
            models.CheckConstraint(condition=~Q(full_name=""), name="players_staffidentity_name"),
        ]

    def __str__(self) -> str:
        return f"{self.given_at:%Y-%m-%d}"
