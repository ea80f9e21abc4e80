"""The order in which rounds finish."""

from django.db import models


class FinishedRound(models.Model):
    """The number of a round in the order in which rounds finish: given by the database, read by the chains."""

    round_id = models.BigIntegerField(unique=True)
