"""Lists as members of staff keep them: a name for the filters of one page."""

from django.db import models
from django.db.models import Q

from players.models.persons import Person


class SavedView(models.Model):
    """One kept view of a list: `query` is what stands behind the question mark of its address."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="saved_views")
    place = models.CharField(max_length=40)
    """The name of the list's address."""
    name = models.CharField(max_length=40)
    query = models.CharField(max_length=500)
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "place", "name"], name="players_savedview_name_once"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(place=""), name="players_savedview_named"),
        ]

    def __str__(self) -> str:
        return self.name
