"""Members of staff and the proposals about them, in words."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext

from casino.wording import words
from casino.wording.staff_names import ACTS
from casino.wording.staff_names import named as named
from kernel.labels import label
from players.staff.queries import MemberCard, StaffAct, StaffProposalCard


def what(card: StaffProposalCard) -> str:
    """The proposal in short."""
    return str(ACTS[card.act])


def changes(card: StaffProposalCard) -> Iterator[tuple[str, str]]:
    """A change that is proposed or was made: a name, and the difference in words."""
    if card.act is StaffAct.HIRE:
        yield gettext("Email"), card.email
        yield gettext("Roles"), named(card.roles)
    if card.act is StaffAct.ROLES:
        yield gettext("Roles so far"), named(card.before) or gettext("no role")
        yield gettext("Roles afterwards"), named(card.roles)
        yield gettext("Roles added"), named([role for role in card.roles if role not in card.before]) or "–"
        yield gettext("Roles removed"), named([role for role in card.before if role not in card.roles]) or "–"
    if card.act in {StaffAct.HIRE, StaffAct.IDENTITY}:
        yield gettext("Full name"), card.full_name
        yield gettext("NIF"), card.nif
    if card.act in {StaffAct.ENABLE, StaffAct.SECOND_FACTOR}:
        yield gettext("Roles"), named(card.before)


def follows(card: StaffProposalCard) -> Iterator[str]:
    """The effect of approving."""
    if card.act is StaffAct.HIRE:
        yield gettext("If you approve, the person gets an invitation by email at once, to choose a password.")
    if card.act in {StaffAct.HIRE, StaffAct.IDENTITY}:
        yield gettext(
            "This taxpayer number is barred from playing here. If it has a player’s account, that account is "
            "closed, its balance paid out and the person told (PT-16)."
        )
    if card.act is StaffAct.ROLES:
        yield gettext("If you approve, the roles change at once, on the next page the person opens.")
    if card.act is StaffAct.ENABLE:
        yield gettext(
            "If you approve, the person can sign in again at once, with the password and second factor they had."
        )
    if card.act is StaffAct.SECOND_FACTOR:
        yield gettext(
            "If you approve, the person is signed out everywhere and adds another second factor at sign-in. "
            "Talk to them by other means first: the password alone is enough to sign in."
        )
    if card.act is not StaffAct.IDENTITY and settings.STAFF_DAYS:
        yield gettext("For %(days)s days this person approves no money, rules or colleagues.") % {
            "days": settings.STAFF_DAYS
        }
    yield gettext("If you turn it down, nothing changes; the proposer reads the reason.")


def notes(card: MemberCard, *, now: datetime) -> Iterator[str]:
    """Notes on a member beside the plain facts."""
    if card.active and not card.nif:
        yield gettext("The taxpayer number is missing: without it, this person could register as a player unnoticed.")
    if card.apart is not None:
        one, other = card.apart
        yield gettext("One person cannot hold both “%(one)s” and “%(other)s”: propose other roles.") % {
            "one": label(one),
            "other": label(other),
        }
    if card.active and card.settled_at is not None and card.settled_at > now:
        yield gettext("Approves money, rules and colleagues from %(at)s on.") % {"at": words.moment(card.settled_at)}
