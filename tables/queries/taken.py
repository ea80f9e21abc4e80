"""How many seats of a table are taken, for queries over tables."""

from typing import Final

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from tables.models import PlaySession

TAKEN: Final = Coalesce(
    Subquery(
        PlaySession.objects.filter(table=OuterRef("pk"), ended_at=None)
        .order_by()
        .values("table")
        .annotate(taken=Count("pk"))
        .values("taken")
    ),
    0,
)
"""Asked table by table: joined and counted, every session that ever was would be read."""
