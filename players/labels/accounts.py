"""The labels of accounts: roles, standing, data, documents, checks, sign-ins, closures, the audit trail."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from kernel.labels import register
from players.audit.queries.dossier import PlayerState
from players.audit.trails import TrailFault
from players.models.persons import Change
from players.models.privacy import ClosureCause, Correctable
from players.models.registration import Datum, DocumentKind, Occupation, Outcome
from players.models.sign_ins import AttemptOutcome, Factor
from players.roles import Role

register(
    {
        Role.GAME_MANAGER: _("game management"),
        Role.APPROVER: _("approval"),
        Role.SUPERVISOR: _("floor supervision"),
        Role.CROUPIER: _("croupier"),
        Role.SUPPORT: _("player support"),
        Role.COMPLIANCE: _("compliance"),
        Role.AUDITOR: _("audit"),
        Role.INSPECTOR: _("inspection"),
        Role.ADMINISTRATOR: _("administration"),
    }
)
register(
    {
        Change.SUSPENDED: _("suspension"),
        Change.REINSTATED: _("end of the suspension"),
        Change.VERIFIED: _("identity verified"),
        Change.HIRED: _("member of staff taken on"),
        Change.ROLES: _("roles changed"),
        Change.DISABLED: _("access withdrawn"),
        Change.ENABLED: _("access given back"),
        Change.LEFT: _("end of the work here"),
        Change.FACTOR_RESET: _("second factor removed"),
    }
)
register(
    {
        ClosureCause.ASKED: _("at the player’s own request"),
        ClosureCause.DEATH: _("death"),
        ClosureCause.EXCLUSION: _("self-exclusion with no end date"),
        ClosureCause.STAFF: _("works here"),
    }
)
register(
    {
        ClosureCause.ASKED: _("closing"),
        ClosureCause.DEATH: _("closing after a death"),
        ClosureCause.EXCLUSION: _("closing by self-exclusion with no end"),
        ClosureCause.STAFF: _("closed because the person works here"),
    },
    form="closing",
)
register(
    {
        Datum.EMAIL: _("email"),
        Datum.IBAN: _("bank account"),
        Datum.PASSWORD: _("password"),
        Datum.SECOND_FACTOR: _("second factor"),
        Datum.FULL_NAME: _("full name"),
        Datum.BIRTH_DATE: _("date of birth"),
        Datum.NATIONALITY: _("nationality"),
        Datum.PROFESSION: _("occupation"),
        Datum.OCCUPATION: _("kind of work"),
        Datum.ADDRESS: _("address"),
        Datum.POSTAL_CODE: _("postcode"),
        Datum.DISTRICT: _("district"),
        Datum.COUNTRY: _("country of residence"),
        Datum.PHONE: _("telephone"),
        Datum.DOCUMENT_KIND: _("kind of document"),
        Datum.DOCUMENT_NUMBER: _("document number"),
        Datum.DOCUMENT_COUNTRY: _("country of the document"),
        Datum.NIF: _("NIF"),
        Datum.IDENTITY_REFUSED: _("correction refused: details of another person"),
    }
)
register(
    {
        Datum.EMAIL: _("email changed"),
        Datum.IBAN: _("IBAN changed"),
        Datum.PASSWORD: _("password changed"),
        Datum.SECOND_FACTOR: _("second factor changed"),
        Datum.FULL_NAME: _("name changed"),
        Datum.BIRTH_DATE: _("date of birth changed"),
        Datum.NATIONALITY: _("nationality changed"),
        Datum.PROFESSION: _("profession changed"),
        Datum.OCCUPATION: _("kind of work changed"),
        Datum.ADDRESS: _("address changed"),
        Datum.POSTAL_CODE: _("postcode changed"),
        Datum.DISTRICT: _("district changed"),
        Datum.COUNTRY: _("country changed"),
        Datum.PHONE: _("telephone changed"),
        Datum.DOCUMENT_KIND: _("kind of document changed"),
        Datum.DOCUMENT_NUMBER: _("document number changed"),
        Datum.DOCUMENT_COUNTRY: _("country of document changed"),
        Datum.NIF: _("NIF changed"),
        Datum.IDENTITY_REFUSED: _("identity not confirmed"),
    },
    form="changed",
)
register(
    {
        TrailFault.ROW_CHANGED: _("the record does not say what the audit trail says of it"),
        TrailFault.ROW_GONE: _("a record is gone without a trace in the audit trail"),
        TrailFault.ROW_ADDED: _("a record appeared without a trace in the audit trail"),
    }
)
register(
    {
        PlayerState.VERIFIED: _("identity verified"),
        PlayerState.UNVERIFIED: _("identity to be verified"),
        PlayerState.SUSPENDED: pgettext_lazy("players", "suspended"),
        PlayerState.EXCLUDED: pgettext_lazy("players", "excluded"),
        PlayerState.CLOSED: _("account closed"),
    }
)
register(
    {
        Outcome.VERIFIED: _("confirmed"),
        Outcome.NOT_FOUND: _("not found"),
        Outcome.MISMATCH: _("details that do not match"),
        Outcome.UNDER_AGE: _("under age"),
        Outcome.DECEASED: _("deceased person"),
        Outcome.PROHIBITED: _("person barred from play"),
    }
)
register(
    {
        AttemptOutcome.PENDING: pgettext_lazy("player", "under way"),
        AttemptOutcome.FAILED: _("failed"),
        AttemptOutcome.REFUSED: pgettext_lazy("feminine", "rejected"),
        AttemptOutcome.STEP: _("second step missing"),
        AttemptOutcome.SIGNED_IN: _("signed in"),
    }
)
register({Factor.PASSWORD: _("password"), Factor.SECOND_FACTOR: _("second factor")})
register(
    {
        DocumentKind.BI: _("identity card"),
        DocumentKind.CC: _("Citizen Card"),
        DocumentKind.PASSPORT: _("passport"),
        DocumentKind.NIF: _("NIF"),
        DocumentKind.OTHER: _("other"),
    }
)
register(
    {
        DocumentKind.BI: _("Identity card (Bilhete de Identidade)"),
        DocumentKind.CC: _("Citizen Card (Cartão de Cidadão)"),
        DocumentKind.PASSPORT: _("Passport"),
        DocumentKind.NIF: _("Taxpayer card (Cartão de Contribuinte)"),
        DocumentKind.OTHER: _("Another document"),
    },
    form="in-full",
)
register(
    {
        Occupation.SELF_EMPLOYED: _("self-employed"),
        Occupation.EMPLOYED: _("employed"),
        Occupation.LIBERAL_PROFESSION: _("liberal profession"),
        Occupation.STUDENT: _("student"),
        Occupation.RETIRED: pgettext_lazy("work", "retired"),
        Occupation.TRAINEE: _("trainee"),
        Occupation.NO_ACTIVITY: _("no activity"),
        Occupation.UNEMPLOYED: _("unemployed"),
        Occupation.OTHER: _("another situation"),
    }
)
register(
    {
        Correctable.FULL_NAME: _("full name"),
        Correctable.BIRTH_DATE: _("date of birth"),
        Correctable.NATIONALITY: _("nationality"),
        Correctable.PROFESSION: _("occupation"),
        Correctable.OCCUPATION: _("kind of work"),
        Correctable.ADDRESS: _("address"),
        Correctable.POSTAL_CODE: _("postcode"),
        Correctable.DISTRICT: _("district"),
        Correctable.COUNTRY: _("country"),
        Correctable.PHONE: _("telephone"),
        Correctable.DOCUMENT: _("identity document"),
        Correctable.NIF: _("tax number"),
        Correctable.OTHER: _("something else"),
    }
)
