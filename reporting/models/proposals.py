"""Where a proposal to a second person stands. Private."""

from django.db import models


class ProposalState(models.TextChoices):
    """Proposed by one person, and decided once by another."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    REJECTED = "rejected"
