"""A table's configurations: drafted, submitted, decided by another, in force at a round's boundary (H1, PT-49)."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import transaction

from baccarat.rulesets import Shuffle
from kernel.reasons import stated
from kernel.rejection import Rejected
from players.accounts.operations.settled import not_yet
from players.events.names import EventName
from players.events.telling import tell
from tables.admission import is_offered
from tables.models import Configuration, ConfigurationStatus, StaffAct, Table, TableAct, TableKind
from tables.operations.locking import lock_table
from tables.operations.telling import rules_key
from tables.queries.edges import player_edges
from tables.table_settings import TableSettings

REFERENCE: Final = (3, 80)
"""Characters of the regulator's reference."""
OVERRIDE: Final = (10, 300)
"""Characters of the reason why an edge of the players is let through."""
AHEAD_MAX: Final = timedelta(days=366)
"""How long before its start a version may be approved."""
_DECIDED: Final = ("status", "decided_by", "decided_at", "decision_reason", "compared_with")
_TAKEN_BACK: Final = ("status", "taken_back_by", "taken_back_at", "taken_back_reason")


class ConfigurationRejection(StrEnum):
    """Why a configuration stays as it is, in the order of checking."""

    NO_SUCH_TABLE = "no-such-table"
    NO_SUCH_CONFIGURATION = "no-such-configuration"
    KEY_REUSED = "key-reused"
    NOT_IN_THAT_STATE = "not-in-that-state"
    ONE_SEAT = "one-seat"
    WHOLE_SHOE = "whole-shoe"
    """A croupier deals from whole shoes, which no numbers cut."""
    NOT_IN_PROFILE = "not-in-profile"
    STALE = "stale"
    OWN_WORK = "own-work"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    """Of the last two `players.accounts.operations.settled` tells."""
    NO_REFERENCE = "no-reference"
    NO_REASON = "no-reason"
    NEGATIVE_EDGE = "negative-edge"
    START_OUT_OF_RANGE = "start-out-of-range"
    ANOTHER_WAITS = "another-waits"
    BASE_CHANGED = "base-changed"
    """Other rules came into force after the page with the difference was made."""
    NOT_YOURS = "not-yours"


class ConfigurationRejected(Rejected):
    """`reason` says why; `until` is from when on the same person may approve."""

    reason: ConfigurationRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigurationMoved:
    """Where a configuration stands after the act."""

    configuration_id: int
    table_id: int
    number: int
    status: str
    revision: int


def draft(
    *, table_id: int, terms: TableSettings, by: int, idempotency_key: uuid.UUID, now: datetime
) -> ConfigurationMoved:
    """Write a new draft; a repeated key answers with the draft that it made. Raises `ConfigurationRejected`."""
    with transaction.atomic():
        table = _locked(table_id)
        first = Configuration.objects.filter(key=idempotency_key).first()
        if first is not None:
            if first.table_id != table.pk or by not in first.authors:
                raise ConfigurationRejected(ConfigurationRejection.KEY_REUSED)
            return _moved(first)
        _check_terms(table, terms)
        last = table.configurations.order_by("-number").values_list("number", flat=True).first()
        configuration = Configuration.objects.create(
            table=table,
            number=(last or 0) + 1,
            key=idempotency_key,
            terms=terms.document(),
            authors=[by],
            drafted_at=now,
        )
        _note(configuration, TableAct.DRAFT_CONFIGURATION, by=by, before={}, after=configuration.terms, now=now)
        _tell(EventName.RULES_DRAFTED, configuration, by=by, now=now)
    return _moved(configuration)


def revise(
    *, configuration_id: int, terms: TableSettings, seen_revision: int, by: int, now: datetime
) -> ConfigurationMoved:
    """Change a draft. Raises `ConfigurationRejected`: `STALE` when it was changed after the form was made."""
    with transaction.atomic():
        configuration = _locked_configuration(configuration_id)
        _expect(configuration, ConfigurationStatus.DRAFT)
        if configuration.revision != seen_revision:
            raise ConfigurationRejected(ConfigurationRejection.STALE)
        _check_terms(configuration.table, terms)
        before = configuration.terms
        configuration.terms = terms.document()
        configuration.revision += 1
        configuration.authors = sorted({*configuration.authors, by})
        configuration.save(update_fields=["terms", "revision", "authors"])
        _note(configuration, TableAct.REVISE_CONFIGURATION, by=by, before=before, after=configuration.terms, now=now)
        after = configuration.terms
        changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        _tell(
            EventName.RULES_REVISED,
            configuration,
            by=by,
            now=now,
            before={name: before.get(name) for name in changed},
            after={name: after.get(name) for name in changed},
            currency=str(configuration.table.currency),
        )
    return _moved(configuration)


def submit(
    *, configuration_id: int, by: int, now: datetime, proposed_start: datetime | None = None
) -> ConfigurationMoved:
    """Put a draft before the approvers; from here on it is never edited. `proposed_start` is when its authors would
    have it start: who approves it decides. Raises `ConfigurationRejected`.
    """
    with transaction.atomic():
        configuration = _locked_configuration(configuration_id)
        _expect(configuration, ConfigurationStatus.DRAFT)
        _expect_ahead(proposed_start, now)
        configuration.status = ConfigurationStatus.SUBMITTED
        configuration.submitted_by_id, configuration.submitted_at = by, now
        configuration.proposed_start = proposed_start
        configuration.authors = sorted({*configuration.authors, by})
        configuration.save(update_fields=["status", "submitted_by", "submitted_at", "proposed_start", "authors"])
        after = {"proposed_start": proposed_start.isoformat()} if proposed_start else {}
        _note(configuration, TableAct.SUBMIT_CONFIGURATION, by=by, before={}, after=after, now=now)
        _tell(EventName.RULES_SUBMITTED, configuration, by=by, now=now)
    return _moved(configuration)


def withdraw(*, configuration_id: int, by: int, reason: str, now: datetime) -> ConfigurationMoved:
    """Take a submitted configuration back before it is decided, as an author. Raises `ConfigurationRejected`."""
    with transaction.atomic():
        configuration = _locked_configuration(configuration_id)
        _expect(configuration, ConfigurationStatus.SUBMITTED)
        if by not in configuration.authors:
            raise ConfigurationRejected(ConfigurationRejection.NOT_YOURS)
        configuration.compared_with = configuration.table.configuration
        _take_back(configuration, ConfigurationStatus.WITHDRAWN, by=by, reason=reason, now=now)
        configuration.save(update_fields=[*_TAKEN_BACK, "compared_with"])
        _note(
            configuration, TableAct.WITHDRAW_CONFIGURATION, by=by, before={}, after={}, now=now, reason=reason.strip()
        )
        _tell(EventName.RULES_WITHDRAWN, configuration, by=by, now=now, reason=configuration.taken_back_reason)
    return _moved(configuration)


def approve(
    *,
    configuration_id: int,
    by: int,
    reference: str,
    now: datetime,
    negative_edge_override: str = "",
    starts_at: datetime | None = None,
    seen_number: int | None = None,
) -> ConfigurationMoved:
    """Approve a submitted configuration with the regulator's reference; it applies from the table's next round, or from
    the first that opens at `starts_at` or later.

    `seen_number` is the version in force whose difference the person saw (0: none); None: whichever it is. Raises
    `ConfigurationRejected`: its authors may not (`OWN_WORK`); one that gives players an edge needs the override
    in words (`NEGATIVE_EDGE`, B4), which rules without an edge do not keep. A member of staff who was taken on or
    changed lately may not yet.
    """
    with transaction.atomic():
        configuration = _locked_configuration(configuration_id)
        _expect(configuration, ConfigurationStatus.SUBMITTED)
        if by in configuration.authors:
            raise ConfigurationRejected(ConfigurationRejection.OWN_WORK)
        _check_terms(configuration.table, TableSettings.from_document(configuration.terms))
        if (late := not_yet(by=by, others=configuration.authors, now=now)) is not None:
            raise ConfigurationRejected(ConfigurationRejection(late.why.value), until=late.until)
        named = stated(reference, ConfigurationRejected(ConfigurationRejection.NO_REFERENCE), lengths=REFERENCE)
        edges = player_edges(TableSettings.from_document(configuration.terms))
        override = _overridden(negative_edge_override) if edges else ""
        _expect_ahead(starts_at, now)
        if configuration.table.configurations.filter(status=ConfigurationStatus.APPROVED).exists():
            raise ConfigurationRejected(ConfigurationRejection.ANOTHER_WAITS)
        _expect_base(configuration, seen_number)
        _decide(configuration, ConfigurationStatus.APPROVED, by=by, reason=override, now=now)
        configuration.reference, configuration.starts_at = named, starts_at
        configuration.save(update_fields=[*_DECIDED, "reference", "starts_at"])
        after = {"reference": named} | ({"starts_at": starts_at.isoformat()} if starts_at else {})
        _note(configuration, TableAct.APPROVE_CONFIGURATION, by=by, before={}, after=after, now=now)
        _tell(
            EventName.RULES_APPROVED,
            configuration,
            by=by,
            now=now,
            reference=configuration.reference,
            player_edge=bool(edges),
            reason=configuration.decision_reason,
            starts_at=starts_at,
        )
    return _moved(configuration)


def revoke(*, configuration_id: int, by: int, reason: str, now: datetime) -> ConfigurationMoved:
    """Take an approved configuration back before its first round; the table goes on under the one that it has.

    One of its two persons does it, an author or the approver; where none of them works here any more, anybody whose
    role allows it. Raises `ConfigurationRejected`: `NOT_IN_THAT_STATE` once it is in force.
    """
    with transaction.atomic():
        configuration = _locked_configuration(configuration_id)
        _expect(configuration, ConfigurationStatus.APPROVED)
        assert configuration.decided_by_id is not None, "the database has it so"
        persons = {*configuration.authors, configuration.decided_by_id}
        if by not in persons and get_user_model().objects.filter(pk__in=persons, is_active=True).exists():
            raise ConfigurationRejected(ConfigurationRejection.NOT_YOURS)
        _take_back(configuration, ConfigurationStatus.REVOKED, by=by, reason=reason, now=now)
        configuration.save(update_fields=_TAKEN_BACK)
        _note(configuration, TableAct.REVOKE_CONFIGURATION, by=by, before={}, after={}, now=now, reason=reason.strip())
        _tell(EventName.RULES_REVOKED, configuration, by=by, now=now, reason=configuration.taken_back_reason)
    return _moved(configuration)


def reject(
    *, configuration_id: int, by: int, reason: str, now: datetime, seen_number: int | None = None
) -> ConfigurationMoved:
    """Send a submitted configuration back for good, with the reason. `seen_number` as `approve` takes it.

    Raises `ConfigurationRejected`.
    """
    with transaction.atomic():
        configuration = _locked_configuration(configuration_id)
        _expect(configuration, ConfigurationStatus.SUBMITTED)
        said = _stated(reason)
        _expect_base(configuration, seen_number)
        _decide(configuration, ConfigurationStatus.REJECTED, by=by, reason=said, now=now)
        configuration.save(update_fields=_DECIDED)
        _note(configuration, TableAct.REJECT_CONFIGURATION, by=by, before={}, after={}, now=now, reason=said)
        _tell(EventName.RULES_REJECTED, configuration, by=by, now=now, reason=configuration.decision_reason)
    return _moved(configuration)


def _expect_ahead(start: datetime | None, now: datetime) -> None:
    if start is not None and not now < start <= now + AHEAD_MAX:
        raise ConfigurationRejected(ConfigurationRejection.START_OUT_OF_RANGE, until=now + AHEAD_MAX)


def _check_terms(table: Table, terms: TableSettings) -> None:
    """An individual table has one seat (R28), a croupier's table whole shoes that no number cuts; the game is one that
    the profile knows (R9, R10, R37).
    """
    if table.kind == "individual" and terms.seats != 1:
        raise ConfigurationRejected(ConfigurationRejection.ONE_SEAT)
    if table.kind == TableKind.CROUPIER and (terms.ruleset.shuffle is not Shuffle.PER_SHOE or terms.cut):
        raise ConfigurationRejected(ConfigurationRejection.WHOLE_SHOE)
    if not is_offered(terms.preset):
        raise ConfigurationRejected(ConfigurationRejection.NOT_IN_PROFILE)


def _decide(configuration: Configuration, status: ConfigurationStatus, *, by: int, reason: str, now: datetime) -> None:
    configuration.status = status
    configuration.decided_by_id, configuration.decided_at = by, now
    configuration.decision_reason = reason
    configuration.compared_with = configuration.table.configuration


def _take_back(
    configuration: Configuration, status: ConfigurationStatus, *, by: int, reason: str, now: datetime
) -> None:
    said = _stated(reason)
    configuration.status = status
    configuration.taken_back_by_id, configuration.taken_back_at = by, now
    configuration.taken_back_reason = said


def _stated(reason: str) -> str:
    return stated(reason, ConfigurationRejected(ConfigurationRejection.NO_REASON))


def _overridden(words: str) -> str:
    return stated(words, ConfigurationRejected(ConfigurationRejection.NEGATIVE_EDGE), lengths=OVERRIDE)


def _expect_base(configuration: Configuration, seen_number: int | None) -> None:
    """The rules in force are those that the deciding person saw the proposal beside."""
    present = configuration.table.configuration
    if seen_number is not None and seen_number != (present.number if present else 0):
        raise ConfigurationRejected(ConfigurationRejection.BASE_CHANGED)


def _locked(table_id: int) -> Table:
    table = lock_table(table_id)
    if table is None:
        raise ConfigurationRejected(ConfigurationRejection.NO_SUCH_TABLE)
    return table


def _locked_configuration(configuration_id: int) -> Configuration:
    table_id = Configuration.objects.filter(pk=configuration_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise ConfigurationRejected(ConfigurationRejection.NO_SUCH_CONFIGURATION)
    table = _locked(table_id)
    configuration = Configuration.objects.select_for_update().get(pk=configuration_id)
    configuration.table = table
    return configuration


def _expect(configuration: Configuration, status: ConfigurationStatus) -> None:
    if configuration.status != status:
        raise ConfigurationRejected(ConfigurationRejection.NOT_IN_THAT_STATE)


def _note(
    configuration: Configuration,
    action: TableAct,
    *,
    by: int,
    before: dict[str, Any],
    after: dict[str, Any],
    now: datetime,
    reason: str = "",
) -> None:
    StaffAct.objects.create(
        at=now,
        by_id=by,
        action=action,
        table=configuration.table,
        subject=f"v{configuration.number}",
        before=before,
        after=after,
        reason=reason or configuration.decision_reason,
    )


def _tell(name: EventName, configuration: Configuration, *, by: int, now: datetime, **facts: Any) -> None:
    number, table_id = configuration.number, configuration.table_id
    tell(name, by=by, now=now, key=rules_key(configuration), table_id=table_id, version=number, **facts)


def _moved(configuration: Configuration) -> ConfigurationMoved:
    return ConfigurationMoved(
        configuration_id=configuration.pk,
        table_id=configuration.table_id,
        number=configuration.number,
        status=configuration.status,
        revision=configuration.revision,
    )
