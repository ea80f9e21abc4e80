"""Texts that staff keep for answers to complaints: each change a version, and which answers came from which."""

from django.db import models
from django.db.models import Q

from players.models.complaints import Category, ComplaintDecision, ComplaintMessage
from players.models.persons import Person


class ReplyTemplate(models.Model):
    """One kept text: its subject and its language never change. What it says are its versions. Only added."""

    id = models.BigAutoField(primary_key=True)
    category = models.TextField(blank=True, default="")
    """The subject of the complaints that it answers; empty: every subject."""
    language = models.TextField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(category__in=["", *sorted(each.value for each in Category)]),
                name="players_replytemplate_category_known",
            ),
            models.CheckConstraint(condition=~Q(language=""), name="players_replytemplate_has_language"),
        ]

    def __str__(self) -> str:
        return f"T-{self.pk}"


class ReplyVersion(models.Model):
    """What a text said from a moment on, who wrote it so, and why; a retired one is offered no more. Only added."""

    id = models.BigAutoField(primary_key=True)
    template = models.ForeignKey(ReplyTemplate, on_delete=models.PROTECT, related_name="versions", db_index=False)
    number = models.IntegerField()
    title = models.TextField()
    text = models.TextField()
    retired = models.BooleanField(default=False)
    reason = models.TextField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+", db_index=False)
    key = models.UUIDField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["template", "number"], name="players_replyversion_once"),
            models.UniqueConstraint(fields=["by", "key"], name="players_replyversion_key_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="players_replyversion_counts"),
            models.CheckConstraint(
                condition=~Q(title="") & ~Q(text="") & ~Q(reason=""), name="players_replyversion_whole"
            ),
        ]

    def __str__(self) -> str:
        return f"T-{self.template_id}/v{self.number}"


class ReplyUse(models.Model):
    """The answer of a decision, or a message to the player, came from this version of a text. Only added."""

    id = models.BigAutoField(primary_key=True)
    decision = models.ForeignKey(
        ComplaintDecision, null=True, on_delete=models.PROTECT, related_name="replies", db_index=False
    )
    message = models.ForeignKey(
        ComplaintMessage, null=True, on_delete=models.PROTECT, related_name="replies", db_index=False
    )
    version = models.ForeignKey(ReplyVersion, on_delete=models.PROTECT, related_name="uses")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["decision", "version"], name="players_replyuse_once"),
            models.UniqueConstraint(fields=["message", "version"], name="players_replyuse_message_once"),
            models.CheckConstraint(
                condition=Q(decision__isnull=False, message__isnull=True)
                | Q(decision__isnull=True, message__isnull=False),
                name="players_replyuse_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.decision_id or self.message_id} {self.version_id}"
