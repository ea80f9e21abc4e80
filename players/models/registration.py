"""What a person says of oneself at registration, how it was verified, and every later change of it."""

from enum import StrEnum

from django.db import models
from django.db.models import Q

from players.models.persons import Person
from players.models.tails import tail_of


class DocumentKind(models.IntegerChoices):
    """The regulator's numbers for identity documents (PT-70)."""

    BI = 0
    CC = 1
    PASSPORT = 2
    NIF = 3
    OTHER = 4


class Occupation(StrEnum):
    """The regulator's numbers for a person's work (PT-31)."""

    SELF_EMPLOYED = "11"
    EMPLOYED = "22"
    LIBERAL_PROFESSION = "33"
    STUDENT = "44"
    RETIRED = "55"
    TRAINEE = "66"
    NO_ACTIVITY = "77"
    UNEMPLOYED = "88"
    OTHER = "99"


class Outcome(StrEnum):
    """How the check of an identity ended (PT-02)."""

    VERIFIED = "verified"
    NOT_FOUND = "not-found"
    MISMATCH = "mismatch"
    UNDER_AGE = "under-age"
    DECEASED = "deceased"
    PROHIBITED = "prohibited"


class Datum(StrEnum):
    """What a `DataChange` is of: a field of the registration, or what protects the account."""

    EMAIL = "email"
    IBAN = "iban"
    PASSWORD = "password"  # noqa: S105  (a word, not a password)
    SECOND_FACTOR = "second-factor"
    FULL_NAME = "full-name"
    BIRTH_DATE = "birth-date"
    NATIONALITY = "nationality"
    PROFESSION = "profession"
    OCCUPATION = "occupation"
    ADDRESS = "address"
    POSTAL_CODE = "postal-code"
    DISTRICT = "district"
    COUNTRY = "country"
    PHONE = "phone"
    DOCUMENT_KIND = "document-kind"
    DOCUMENT_NUMBER = "document-number"
    DOCUMENT_COUNTRY = "document-country"
    NIF = "nif"
    IDENTITY_REFUSED = "identity-refused"
    """A correction that was refused: another person has these details."""


class ProhibitionReason(StrEnum):
    """Why a person may never play here (PT-16)."""

    OFFICE_HOLDER = "office-holder"
    MAGISTRATE = "magistrate"
    POLICE = "police"
    INCAPACITATED = "incapacitated"
    BARRED = "barred"
    OPERATOR_STAFF = "operator-staff"
    SYSTEM_ACCESS = "system-access"
    OUTCOME_ACCESS = "outcome-access"
    REGULATOR_STAFF = "regulator-staff"


class Registration(models.Model):
    """The registration of one person (PT-01); e-mail and birth date are the person's own. `ended_at` frees the NIF.

    Occupation, postal code, district and telephone are empty in registrations that are older than these columns, until
    their holders give them.
    """

    id = models.BigAutoField(primary_key=True)
    person = models.OneToOneField(Person, on_delete=models.PROTECT, related_name="registration")
    key = models.UUIDField(unique=True)
    full_name = models.CharField(max_length=120)
    nationality = models.CharField(max_length=2)
    profession = models.CharField(max_length=80)
    occupation = models.CharField(max_length=2, blank=True, default="", db_default="")
    address = models.CharField(max_length=200)
    postal_code = models.CharField(max_length=12, blank=True, default="", db_default="")
    district = models.CharField(max_length=40, blank=True, default="", db_default="")
    country = models.CharField(max_length=2)
    phone = models.CharField(max_length=16, blank=True, default="", db_default="")
    document_kind = models.SmallIntegerField(choices=DocumentKind)
    document_number = models.CharField(max_length=20)
    document_country = models.CharField(max_length=2)
    nif = models.CharField(max_length=9)
    iban = models.CharField(max_length=34)
    received_at = models.DateTimeField()
    received_from = models.CharField(max_length=45, blank=True)
    """The network address that the registration came from."""
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["nif"], condition=Q(ended_at__isnull=True), name="players_registration_nif_once"
            ),
            models.UniqueConstraint(
                fields=["document_kind", "document_number", "document_country"],
                condition=Q(ended_at__isnull=True),
                name="players_registration_document_once",
            ),
            models.CheckConstraint(condition=Q(nif__regex=r"^[0-9]{9}$"), name="players_registration_nif_form"),
            models.CheckConstraint(
                condition=Q(iban__regex=r"^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"), name="players_registration_iban_form"
            ),
            models.CheckConstraint(
                condition=Q(document_kind__in=DocumentKind.values), name="players_registration_document_kind"
            ),
            models.CheckConstraint(
                condition=Q(nationality__regex="^[A-Z]{2}$")
                & Q(country__regex="^[A-Z]{2}$")
                & Q(document_country__regex="^[A-Z]{2}$"),
                name="players_registration_countries",
            ),
            models.CheckConstraint(
                condition=~Q(full_name="") & ~Q(profession="") & ~Q(address="") & ~Q(document_number=""),
                name="players_registration_whole",
            ),
            models.CheckConstraint(
                condition=Q(occupation__in=["", *sorted(kind.value for kind in Occupation)]),
                name="players_registration_occupation_known",
            ),
            models.CheckConstraint(
                condition=Q(phone__regex=r"^(\+[1-9][0-9]{6,14})?$"), name="players_registration_phone_form"
            ),
            models.CheckConstraint(
                condition=Q(postal_code__regex="^([A-Z0-9]([A-Z0-9 -]{0,10}[A-Z0-9])?)?$"),
                name="players_registration_postal_code_form",
            ),
        ]
        indexes = [
            models.Index(tail_of("iban"), name="players_registration_tail"),
            models.Index(fields=["received_at"], name="players_registration_received"),
        ]

    def __str__(self) -> str:
        return f"{self.received_at:%Y-%m-%d}"


class IdentityCheck(models.Model):
    """One question to the verifier (PT-02). It waits until it is answered; an answer never changes."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="identity_checks")
    asked_at = models.DateTimeField()
    next_try_at = models.DateTimeField()
    tries = models.IntegerField(default=0)
    verifier = models.TextField(blank=True)
    answered_at = models.DateTimeField(null=True)
    outcome = models.TextField(blank=True)
    name_valid = models.BooleanField(null=True)
    nif_valid = models.BooleanField(null=True)
    birth_date_valid = models.BooleanField(null=True)
    of_age = models.BooleanField(null=True)
    deceased = models.BooleanField(null=True)
    answer_number = models.CharField(max_length=60, blank=True, default="", db_default="")
    """The number that the register gave its answer, and when it says that it gave it; empty where it says neither."""
    answer_given_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, outcome="")
                | Q(answered_at__isnull=False, outcome__in=sorted(outcome.value for outcome in Outcome)),
                name="players_identitycheck_outcome_known",
            ),
            models.UniqueConstraint(
                fields=["person"], condition=Q(answered_at__isnull=True), name="players_identitycheck_one_waits"
            ),
        ]
        indexes = [
            models.Index(
                fields=["next_try_at"], condition=Q(answered_at__isnull=True), name="players_identitycheck_waiting"
            )
        ]

    def __str__(self) -> str:
        return f"{self.outcome or 'waiting'} {self.asked_at:%Y-%m-%d}"


class Prohibition(models.Model):
    """A bar on a person, registered or not, who may not play (PT-16). Lifted, it stays readable."""

    id = models.BigAutoField(primary_key=True)
    nif = models.CharField(max_length=9)
    reason = models.TextField()
    note = models.TextField(blank=True)
    added_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="prohibitions_added")
    """Empty when a verifier's system said so."""
    added_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="prohibitions_lifted")
    lift_note = models.TextField(blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(lifted_at__isnull=True, lifted_by__isnull=True, lift_note="")
                | (Q(lifted_at__isnull=False, lifted_by__isnull=False) & ~Q(lift_note="")),
                name="players_prohibition_lifted_whole",
            ),
            models.UniqueConstraint(
                fields=["nif", "reason"], condition=Q(lifted_at__isnull=True), name="players_prohibition_once"
            ),
            models.CheckConstraint(
                condition=Q(reason__in=sorted(reason.value for reason in ProhibitionReason)),
                name="players_prohibition_reason_known",
            ),
            models.CheckConstraint(condition=Q(nif__regex=r"^[0-9]{9}$"), name="players_prohibition_nif_form"),
        ]

    def __str__(self) -> str:
        return f"{self.reason} {self.added_at:%Y-%m-%d}"


class DataChange(models.Model):
    """One change of what a person registered, or of a password or second factor (PT-17). Only added."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="data_changes")
    what = models.TextField()
    """A `Datum`."""
    before = models.TextField(blank=True)
    after = models.TextField(blank=True)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="data_changes_made")
    address = models.CharField(max_length=45, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            # A password is never written down, not even as its hash.
            models.CheckConstraint(
                condition=~Q(what="password") | Q(before="", after=""), name="players_datachange_no_password"
            )
        ]
        indexes = [
            models.Index(fields=["person", "-id"], name="players_datachange_person"),
            models.Index(fields=["at"], name="players_datachange_at"),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.at:%Y-%m-%d}"
