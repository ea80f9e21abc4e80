"""The labels of what is kept: the classes, from when their terms run, how they end, and where an erasure stands."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from kernel.labels import register
from players.models.keeping import ErasureState, Keeping, KeepingEnd, KeepingStart

register(
    {
        Keeping.ACCOUNTS: pgettext_lazy("kept", "who players are: registration, its changes, payment methods"),
        Keeping.ABANDONED: pgettext_lazy("kept", "registrations begun and never used"),
        Keeping.SIGN_INS: pgettext_lazy("kept", "attempts to sign in, locks, files sent"),
        Keeping.DEVICES: pgettext_lazy("kept", "browsers that were signed in"),
        Keeping.EMAILS: pgettext_lazy("kept", "emails sent"),
        Keeping.SIGNALS: pgettext_lazy("kept", "signals of harm, and what staff did about them"),
        Keeping.OWN_DATA: pgettext_lazy("kept", "requests for the file of one’s own data"),
        Keeping.COMPLAINTS: pgettext_lazy("kept", "complaints: words, files, who complained"),
        Keeping.PROTECTION: pgettext_lazy("kept", "limits, exclusions, bars, the national list"),
        Keeping.MONEY: pgettext_lazy("kept", "the ledger, deposits, withdrawals, adjustments"),
        Keeping.PLAY: pgettext_lazy("kept", "sessions, slips, bets, rounds"),
        Keeping.CONNECTIONS: pgettext_lazy("kept", "connections at tables"),
        Keeping.TRAIL: pgettext_lazy("kept", "the audit trail, events, viewings of data"),
        Keeping.STAFF: pgettext_lazy("kept", "staff, their acts, decisions and settings"),
        Keeping.REPORT_FILES: pgettext_lazy("kept", "requested reports and their files"),
        Keeping.DAILY_REPORTS: pgettext_lazy("kept", "daily reports (no data about people)"),
        Keeping.SEALED_DAYS: pgettext_lazy("kept", "what sealed days commit to, and their folders"),
        Keeping.SWEPT: pgettext_lazy("kept", "counted requests, browser sessions, hints"),
    }
)
register(
    {
        KeepingStart.ACCOUNT_CLOSED: pgettext_lazy("term runs from", "the account’s end"),
        KeepingStart.REGISTERED: pgettext_lazy("term runs from", "the registration"),
        KeepingStart.ATTEMPTED: pgettext_lazy("term runs from", "the attempt"),
        KeepingStart.SIGNED_OUT: pgettext_lazy("term runs from", "signing out"),
        KeepingStart.SENT: pgettext_lazy("term runs from", "sending"),
        KeepingStart.ASKED: pgettext_lazy("term runs from", "the request"),
        KeepingStart.CASE_CLOSED: pgettext_lazy("term runs from", "the end of the case"),
        KeepingStart.WRITTEN: pgettext_lazy("term runs from", "writing"),
        KeepingStart.DAY_OVER: pgettext_lazy("term runs from", "the day’s end"),
    }
)
register(
    {
        KeepingEnd.ERASE: _("rows erased by two persons"),
        KeepingEnd.ANONYMISE: _("made anonymous by two persons"),
        KeepingEnd.WORDS: _("words and files erased by two persons"),
        KeepingEnd.KEEP: _("kept until its days are sealed"),
        KeepingEnd.ARCHIVE: _("archived, and kept here"),
        KeepingEnd.FORGET: _("forgotten by the house itself"),
    }
)
register(
    {
        ErasureState.PROPOSED: pgettext_lazy("erasure", "waits for a second person"),
        ErasureState.APPROVED: pgettext_lazy("erasure", "approved, under way"),
        ErasureState.REJECTED: pgettext_lazy("erasure", "rejected"),
        ErasureState.WITHDRAWN: pgettext_lazy("erasure", "withdrawn"),
        ErasureState.DONE: pgettext_lazy("erasure", "done"),
    }
)
