"""How far the rounds of a table were compared with their sealed cards."""

from django.db import models

from tables.models.play import Table


class Comparison(models.Model):
    """Up to which round of a table the cards dealt were compared with the sealed order (RN-06)."""

    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="+")
    number = models.IntegerField(default=0)
    """The last round that was compared; a table's rounds end in the order of their numbers."""
    compared_at = models.DateTimeField(null=True)
    differences = models.IntegerField(default=0)
    """How many rounds ever differed from their sealed cards."""
