"""The labels of the data export, subject by subject: the names of its parts are names of tables."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

SUBJECTS: Final[Mapping[str, "str | Promise"]] = {
    "person": gettext_lazy("Your account: name, email, language and standing"),
    "guest": gettext_lazy("Your visit without an account"),
    "registration": gettext_lazy("Your registration"),
    "identitycheck": gettext_lazy("Checks of your identity"),
    "datachange": gettext_lazy("Changes to what you registered and to what protects the account"),
    "acceptance": gettext_lazy("Terms and conditions you accepted"),
    "viewing": gettext_lazy("Staff access to your data"),
    "playernote": gettext_lazy("Notes of staff on you"),
    "standingchange": gettext_lazy("Changes of your account’s standing"),
    "standingcheck": gettext_lazy("Checks in the registers of the excluded and the prohibited"),
    "signinattempt": gettext_lazy("Attempts to sign in"),
    "signinlock": gettext_lazy("Locks after failed attempts"),
    "device": gettext_lazy("Devices you signed in on"),
    "second_factors": gettext_lazy("Second factors: which, and since when"),
    "email_addresses": gettext_lazy("Email addresses for signing in"),
    "email": gettext_lazy("Emails the house sent to you"),
    "instrument": gettext_lazy("Means of payment"),
    "deposit": gettext_lazy("Deposits"),
    "withdrawal": gettext_lazy("Withdrawals"),
    "adjustment": gettext_lazy("Adjustments of your balance"),
    "staffidentity": gettext_lazy("Name and tax number you work here with"),
    "limit": gettext_lazy("Limits"),
    "checkinterval": gettext_lazy("How often you want the reality check"),
    "exclusion": gettext_lazy("Breaks and exclusions"),
    "dailytotal": gettext_lazy("The day’s sums: staked, lost and paid in"),
    "signal": gettext_lazy("Signals of play that may do harm"),
    "obligation": gettext_lazy("The house’s obligations about the account, with a deadline"),
    "complaint": gettext_lazy("Complaints"),
    "complaintmessage": gettext_lazy("Messages in your complaints"),
    "complaintfile": gettext_lazy("Files attached to complaints: the list only"),
    "filecheck": gettext_lazy("Your files that the house examined: how many and when"),
    "complaintdecision": gettext_lazy("Decisions on complaints"),
    "complaintevent": gettext_lazy("History of each complaint"),
    "rectificationrequest": gettext_lazy("Requests to correct your data"),
    "dataexport": gettext_lazy("Files like this one that you asked for"),
    "accountclosure": gettext_lazy("Closing and reopening of the account"),
    "savedview": gettext_lazy("Lists you kept"),
    "assignment": gettext_lazy("Work that you look after"),
    "attention": gettext_lazy("Work that you put off or watch, and where colleagues named you"),
    "inboxlook": gettext_lazy("When you last looked into your inbox"),
    "sessions": gettext_lazy("Sessions at the tables"),
    "slips": gettext_lazy("Slips: what you sent to the tables, and the answer"),
    "bets": gettext_lazy("Bets and their result"),
    "connections": gettext_lazy("Connections to the tables"),
    "statement_eur": gettext_lazy("Statement in euros"),
    "statement_play": gettext_lazy("Statement of play money"),
}
"""In the order in which a reader looks for them: identity, sign-in, money, protection, complaints, play."""
