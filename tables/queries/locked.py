"""A person's stakes in rounds that are not over."""

from django.db.models import Sum

from kernel.money import Currency
from tables.models import Bet, Table


def locked_stakes(person_id: int, currency: Currency) -> int:
    """The person's stakes in `currency` that lie on tables now, in cents; every open round is some table's present."""
    rounds = Table.objects.filter(currency=currency.value, current_round__isnull=False).values("current_round_id")
    laid = Bet.objects.filter(person_id=person_id, round_id__in=rounds, outcome="", stake__gt=0)
    total: int | None = laid.aggregate(total=Sum("stake"))["total"]
    return total or 0
