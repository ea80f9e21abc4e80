"""Records of reports that come by themselves: schedules, their turns, the word sent and its receipt. Private."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from reporting.models.reports import ReportRun


class ScheduleState(models.TextChoices):
    """Whether a schedule makes reports."""

    ACTIVE = "active"
    PAUSED = "paused"
    ENDED = "ended"


class Schedule(models.Model):
    """A report that the house has made and sent by itself, as it was last changed; ended, it stays."""

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    name = models.TextField()
    """Of the report in the catalogue."""
    rhythm = models.TextField()
    hour = models.IntegerField()
    format = models.TextField()
    filter = models.JSONField(default=dict)
    """What its requests ask by, besides the days."""
    members = models.JSONField(default=list)
    """The numbers of the members of staff who are to get it."""
    receipt_hours = models.IntegerField()
    """Within so many hours it is to be opened or taken."""
    state = models.TextField(choices=ScheduleState.choices, default=ScheduleState.ACTIVE)
    since = models.DateTimeField()
    """Turns due up to here are none of its business: it was made, resumed, or got another rhythm then."""
    reason = models.CharField(max_length=300)
    """Why it is as it is: of its last change."""
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(rhythm__in=["day", "week", "month"]), name="reporting_schedule_rhythm"),
            models.CheckConstraint(condition=Q(state__in=ScheduleState.values), name="reporting_schedule_state"),
            models.CheckConstraint(condition=Q(hour__gte=1, hour__lte=23), name="reporting_schedule_hour"),
            models.CheckConstraint(condition=Q(receipt_hours__gte=1), name="reporting_schedule_receipt"),
            models.CheckConstraint(condition=~Q(reason=""), name="reporting_schedule_reason"),
        ]


class ScheduleTurn(models.Model):
    """One turn of a schedule: the report that was requested for it, and its word sent to the members, once."""

    id = models.BigAutoField(primary_key=True)
    schedule = models.ForeignKey(Schedule, on_delete=models.PROTECT, related_name="turns")
    first_day = models.DateField()
    last_day = models.DateField()
    due_at = models.DateTimeField()
    run = models.OneToOneField(ReportRun, null=True, on_delete=models.PROTECT, related_name="turn")
    """None where it is about how things stood then, which cannot be asked later."""
    format = models.TextField()
    told_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["schedule", "first_day", "last_day"], name="reporting_turn_once"),
            models.CheckConstraint(
                condition=Q(told_at__isnull=True) | Q(run__isnull=False), name="reporting_turn_told_of_a_report"
            ),
        ]
        indexes = [
            models.Index(
                fields=["id"], condition=Q(told_at__isnull=True, run__isnull=False), name="reporting_turn_open"
            )
        ]


class Notice(models.Model):
    """A turn's word to one member: written, or left out since the member may not see reports any more; and its
    receipt."""

    id = models.BigAutoField(primary_key=True)
    turn = models.ForeignKey(ScheduleTurn, on_delete=models.PROTECT, related_name="notices")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    left_out = models.BooleanField(default=False)
    due_at = models.DateTimeField()
    """Until when it is to be received."""
    received_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "member"], name="reporting_notice_once"),
            models.CheckConstraint(
                condition=Q(left_out=False) | Q(received_at__isnull=True), name="reporting_notice_left_out"
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(left_out=False, received_at__isnull=True), name="reporting_notice_open"
            )
        ]
