"""Notes of staff on a player, and which of them stand on top. Both are only added to (H3)."""

from django.db import models
from django.db.models import Q

from players.models.persons import Person


class PlayerNote(models.Model):
    """Something that a member of staff wrote about a player. The player may read it (ADR 0189)."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="notes", db_index=False)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+", db_index=False)
    key = models.UUIDField()
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "key"], name="players_playernote_key_once"),
            models.CheckConstraint(condition=~Q(text=""), name="players_playernote_has_text"),
        ]
        indexes = [models.Index(fields=["person", "-id"], name="players_playernote_person")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d}"


class NotePin(models.Model):
    """A note was put on top, or taken from there: the last of a note's says how it stands."""

    id = models.BigAutoField(primary_key=True)
    note = models.ForeignKey(PlayerNote, on_delete=models.PROTECT, related_name="pins", db_index=False)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+", db_index=False)
    on_top = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["note", "-id"], name="players_notepin_note")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d} {self.on_top}"
