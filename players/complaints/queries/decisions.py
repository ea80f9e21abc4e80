"""The decisions of complaints, as their players and as staff read them. Writes nothing."""

from collections.abc import Collection
from typing import Final

from django.db.models import BigIntegerField, QuerySet

from kernel.kept_queries import KeptQuery
from kernel.questions import Given
from kernel.sorting import with_names
from players.complaints.queries.cards import DecisionCard, Use
from players.complaints.queries.replies import used_by
from players.models import ComplaintDecision, ComplaintOutcome

_NAME: Final = ("nickname",)


def decisions_of(complaint_id: int, *, standing_only: bool) -> tuple[DecisionCard, ...]:
    """The decisions of a case in their order; for its player only those that stand."""
    every = _DECISIONS(case=complaint_id)
    rows = [one for one in every if one.decided_at is not None or not standing_only]
    uses = {} if standing_only else used_by([one.pk for one in rows])
    return tuple(_decision(one, uses.get(one.pk, ())) for one in rows)


_CASE: Final = Given("case", BigIntegerField())
_DECISIONS: Final = KeptQuery(
    lambda: _with_deciders(ComplaintDecision.objects.filter(complaint_id=_CASE)).order_by("pk")
)


def standing_decisions(complaint_ids: Collection[int]) -> dict[int, tuple[DecisionCard, ...]]:
    """The decisions that stand of each of these cases, in their order; nothing of a case that has none."""
    found: dict[int, list[DecisionCard]] = {}
    standing = ComplaintDecision.objects.filter(complaint_id__in=complaint_ids, decided_at__isnull=False)
    for one in _with_deciders(standing).order_by("pk"):
        found.setdefault(one.complaint_id, []).append(_decision(one))
    return {number: tuple(decisions) for number, decisions in found.items()}


def _with_deciders(found: QuerySet[ComplaintDecision]) -> QuerySet[ComplaintDecision]:
    return with_names(found, by=_NAME, approved_by=_NAME, refused_by=_NAME)


def _decision(one: ComplaintDecision, replies: tuple[Use, ...] = ()) -> DecisionCard:
    return DecisionCard(
        turn=one.turn,
        outcome=ComplaintOutcome(one.outcome),
        reasons=one.reasons,
        award=one.award,
        adjustment=one.adjustment,
        by_id=one.by_id,
        by=one.by.nickname,
        at=one.at,
        decided_at=one.decided_at,
        approved_by=one.approved_by.nickname if one.approved_by else "",
        refused_by=one.refused_by.nickname if one.refused_by else "",
        refused_at=one.refused_at,
        rejection=one.rejection,
        replies=replies,
    )
