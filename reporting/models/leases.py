"""Work that one process of the whole site does at a time."""

from django.db import models


class Lease(models.Model):
    """Which process does this work now. No evidence: it is never read later."""

    name = models.CharField(max_length=20, primary_key=True)
    holder = models.CharField(max_length=80)
    """Host, process and a random word; empty once it was given back."""
    fence = models.BigIntegerField()
    """Grows whenever the lease changes hands."""
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.fence}"
