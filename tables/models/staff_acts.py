"""What staff, or the house itself, did at the tables."""

from django.conf import settings
from django.db import models

from tables.models.play import Table


class TableAct(models.TextChoices):
    """What staff, or the house itself, did at a table; the last three to all play, to that of one game, or there."""

    CREATE_TABLE = "create-table"
    OPEN_TABLE = "open-table"
    CLOSE_TABLE = "close-table"
    PAUSE_TABLE = "pause-table"
    RESUME_TABLE = "resume-table"
    STOP_TABLE = "stop-table"
    PROPOSE_VOID = "propose-void"
    REJECT_VOID = "reject-void"
    VOID_ROUND = "void-round"
    CLOSE_SOON = "close-soon"
    KEY_CARD = "key-card"
    TAKE_CARD_BACK = "take-card-back"
    PUT_CARD_ASIDE = "put-card-aside"
    SET_RISK_LIMIT = "set-risk-limit"
    SET_HOURS = "set-hours"
    DRAFT_CONFIGURATION = "draft-configuration"
    REVISE_CONFIGURATION = "revise-configuration"
    SUBMIT_CONFIGURATION = "submit-configuration"
    APPROVE_CONFIGURATION = "approve-configuration"
    REJECT_CONFIGURATION = "reject-configuration"
    WITHDRAW_CONFIGURATION = "withdraw-configuration"
    REVOKE_CONFIGURATION = "revoke-configuration"
    STOP_PLAY = "stop-play"
    EXPLAIN_STOP = "explain-stop"
    LIFT_PLAY = "lift-play"


class StaffAct(models.Model):
    """An act of staff at a table, its reason and its effect: append-only (H8)."""

    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    """Null: the house itself."""
    action = models.CharField(max_length=40)
    """A `TableAct`."""
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="acts")
    subject = models.CharField(max_length=80, blank=True, default="")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        indexes = [models.Index(fields=["table", "-at"], name="act_of_table")]
