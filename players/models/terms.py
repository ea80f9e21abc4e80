"""Acceptances of the terms: the person, the version and the time."""

from django.db import models

from players.models.persons import Person


class Acceptance(models.Model):
    """One version of the terms, accepted by one person in the language that it was read in (PT-15). Only added."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="acceptances")
    version = models.IntegerField()
    language = models.TextField()
    address = models.CharField(max_length=45, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "version"], name="players_acceptance_once")]

    def __str__(self) -> str:
        return f"{self.version} {self.at:%Y-%m-%d}"
