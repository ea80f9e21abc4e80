"""The history of a table's rules and of the staff's acts there: the person, the moment, the change and the reason."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext, pgettext

from casino.backoffice import labels
from casino.backoffice.presenters.drift import stop_reason
from casino.backoffice.presenters.terms import Change, changes, settings
from casino.wording import words
from kernel.labels import label_of
from players.roles import Action, may
from tables.queries import Act, ConfigurationCard, ConfigurationStatus, PlayerEdge, TableAct
from tables.scopes import stopped_by_drift
from tables.table_settings import TableSettings

PAST = frozenset({"rejected", "superseded", "withdrawn", "revoked"})


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a version's life."""

    at: datetime | None
    text: str
    by: str
    note: str


@dataclass(frozen=True, slots=True)
class Version:
    """One version of the rules, newest state first."""

    number: int
    preset: str
    status: str
    status_name: str
    tone: str
    revision: int
    reference: str
    settings: tuple[tuple[str, str], ...]
    compared_with: int | None
    changes: tuple[Change, ...]
    steps: tuple[Step, ...]
    authors: str
    since: datetime | None
    starts_at: datetime | None
    """Of an approved version: the moment before which it does not come into force."""
    player_edges: tuple[PlayerEdge, ...]
    override: str
    """Why its edge for players was let through."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """All versions of a table's rules, grouped by the next step they need."""

    in_force: Version | None
    open: tuple[Version, ...]
    """Drafts, proposals, and approved versions that wait."""
    past: tuple[Version, ...]
    timeline: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """An act of a member of staff at a table."""

    at: datetime
    by: str
    text: str
    subject: str
    reason: str


@dataclass(frozen=True, slots=True)
class May:
    """The acts open to this person on this version now, and the reason if they may not decide on it."""

    revise: bool
    submit: bool
    decide: bool
    own_work: bool
    withdraw: bool
    revoke: bool
    begin_again: bool
    """Write a new draft that begins with this version's terms."""


def table_rules(cards: Sequence[ConfigurationCard], nicknames: Mapping[int, str]) -> TableRules:
    """The versions of one table, newest first, each told against the version that it followed."""
    versions = tuple(version(card, base_of(card, cards), nicknames) for card in cards)
    return TableRules(
        in_force=next((one for one in versions if one.status == "in-force"), None),
        open=tuple(one for one in versions if one.status in {"draft", "submitted", "approved"}),
        past=tuple(one for one in versions if one.status in PAST),
        timeline=versions,
    )


def base_of(card: ConfigurationCard, cards: Iterable[ConfigurationCard]) -> ConfigurationCard | None:
    """The version that `card` is compared with: the one that it was decided beside; while it is open the one in force.

    What came into force later does not change what a decision was made of.
    """
    if card.decided_at or card.taken_back_at:
        return next((other for other in cards if other.number == card.compared_with), None)
    return in_force(cards)


def in_force(cards: Iterable[ConfigurationCard]) -> ConfigurationCard | None:
    """The version that is played under now."""
    return next((card for card in cards if card.status == "in-force"), None)


def version(card: ConfigurationCard, base: ConfigurationCard | None, nicknames: Mapping[int, str]) -> Version:
    """One version as a story."""
    return Version(
        number=card.number,
        preset=card.terms.preset,
        status=card.status,
        status_name=_status(card),
        tone=labels.CONFIGURATION_TONES[card.status],
        revision=card.revision,
        reference=card.reference,
        settings=settings(card.terms, currency=card.currency),
        compared_with=base.number if base else None,
        changes=_changes(base.terms, card.terms, card.currency) if base else (),
        steps=tuple(_steps(card, nicknames)),
        authors=_authors(card, nicknames),
        since=card.in_force_from,
        starts_at=card.starts_at if card.status == "approved" else None,
        player_edges=card.player_edges,
        override=card.decision_reason if card.player_edges and card.status != "rejected" else "",
    )


def _status(card: ConfigurationCard) -> str:
    if card.status == "approved" and card.starts_at:
        return gettext("approved, from %(moment)s") % {"moment": words.minute(card.starts_at)}
    if card.status == "approved":
        return gettext("approved, in force from the next round")
    return label_of(card.status, ConfigurationStatus)


def _changes(before: TableSettings, after: TableSettings, currency: str) -> tuple[Change, ...]:
    return changes(before, after, currency=currency)


def _authors(card: ConfigurationCard, nicknames: Mapping[int, str]) -> str:
    return ", ".join(nicknames.get(author, gettext("person %(id)s") % {"id": author}) for author in card.authors)


def _steps(card: ConfigurationCard, nicknames: Mapping[int, str]) -> Iterable[Step]:
    if card.taken_back_at:
        text = (
            pgettext("feminine", "withdrawn")
            if card.status == "withdrawn"
            else gettext("revoked before its first round")
        )
        yield Step(card.taken_back_at, text, card.taken_back_by, card.taken_back_reason)
    if card.superseded_at:
        yield Step(card.superseded_at, gettext("gave way to the next version"), "", "")
    if card.in_force_from:
        yield Step(card.in_force_from, gettext("came into force, at the start of a round"), "", "")
    if card.decided_at:
        yield _decision(card)
    if card.submitted_at:
        yield _submission(card)
    yield Step(card.drafted_at, gettext("written"), _authors(card, nicknames), "")


def _submission(card: ConfigurationCard) -> Step:
    text = gettext("submitted")
    if card.proposed_start:
        asked = words.minute(card.proposed_start)
        text = gettext("%(submitted)s, to start at %(moment)s") % {"submitted": text, "moment": asked}
    return Step(card.submitted_at, text, card.submitted_by, "")


def _decision(card: ConfigurationCard) -> Step:
    if card.status == "rejected":
        return Step(card.decided_at, pgettext("feminine", "rejected"), card.decided_by, card.decision_reason)
    text = gettext("approved, reference %(reference)s") % {"reference": card.reference}
    if card.starts_at:
        text = gettext("%(approved)s, from %(moment)s") % {"approved": text, "moment": words.minute(card.starts_at)}
    lets_through = card.player_edges and card.decision_reason
    said = gettext("Override: %(reason)s") % {"reason": card.decision_reason} if lets_through else card.decision_reason
    return Step(card.decided_at, text, card.decided_by, said)


_OF_A_STOP: Final = frozenset({TableAct.STOP_PLAY, TableAct.EXPLAIN_STOP, TableAct.LIFT_PLAY})
"""Told at the table that they are about: its name stands above."""


def deeds(acts: Iterable[Act], *, currency: str) -> tuple[Deed, ...]:
    """The staff's acts at a table of `currency`, newest first."""
    explained = False
    found = []
    for act in acts:
        reason = act.reason
        if act.action == TableAct.STOP_PLAY:
            reason = reason or ("" if explained else gettext("reason not given yet"))
            explained = False
            if stopped_by_drift(act.subject) is not None:
                reason = stop_reason(act.reason)
        explained = explained or act.action == TableAct.EXPLAIN_STOP
        found.append(
            Deed(
                at=act.at,
                by=act.by or gettext("the house itself"),
                text=label_of(act.action, TableAct, form="did"),
                subject=_subject(act, currency),
                reason=reason,
            )
        )
    return tuple(found)


def _subject(act: Act, currency: str) -> str:
    if act.action == "void-round" and "refunded" in act.after:
        said = gettext("%(round)s, %(amount)s returned")
        return said % {"round": act.after.get("round", ""), "amount": words.money(act.after["refunded"], currency)}
    if act.action in {"propose-void", "reject-void"}:
        return str(act.after.get("round", ""))
    return "" if act.action in _OF_A_STOP else act.subject


def may_act(card: ConfigurationCard, *, person: object, person_id: int) -> May:
    """The acts open to `person` on `card` in its present state; the operations check again."""
    draft, submitted = card.status == "draft", card.status == "submitted"
    approver = may(person, Action.APPROVE_CONFIGURATION)
    return May(
        revise=draft and may(person, Action.DRAFT_CONFIGURATION),
        submit=draft and may(person, Action.SUBMIT_CONFIGURATION),
        decide=submitted and approver and person_id not in card.authors,
        own_work=submitted and approver and person_id in card.authors,
        withdraw=submitted and person_id in card.authors and may(person, Action.SUBMIT_CONFIGURATION),
        revoke=card.status == "approved" and may(person, Action.REVOKE_CONFIGURATION),
        begin_again=card.status in PAST and may(person, Action.DRAFT_CONFIGURATION),
    )
