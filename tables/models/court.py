"""The drift court's rows: how far it has judged, the evidence of each table and stream, now and at the end of each day,
and the alarms."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from baccarat.court import Stream
from tables.models.incidents import Incident
from tables.models.play import Configuration, Table
from tables.models.stops import Stop

STREAMS = [(each.value, each.value) for each in Stream]


class CourtMark(models.Model):
    """Up to which finished round all were judged. One row: who holds it judges."""

    name = models.CharField(max_length=10, unique=True)
    last = models.BigIntegerField(default=0)
    """The number (`FinishedRound`) of the last round that was judged."""
    seen = models.BigIntegerField(default=0)
    """The highest number at the last look."""
    horizon = models.BigIntegerField(default=0)
    """The first transaction that had not begun at that look: once all before it are over, no number up to `seen` is to
    come any more."""
    looked_at = models.DateTimeField(null=True)
    generator_at = models.DateTimeField(null=True)
    """When the generator was last asked for a block of words."""
    day = models.DateField(null=True)
    """The latest civil day in Lisbon on which a judged round ended: a round of an earlier day that finished after one
    of this day counts here."""
    kept_from = models.DateField(null=True)
    """The first day whose evidence was kept whole (`CourtDay`); null until a round was judged."""
    events_from = models.DateField(null=True)
    """The first day whose rounds were judged by pairs and banca's 6 too (`baccarat.court_events`): that day or, in a
    house that was there before, the one after the day that it was at. Null until then."""


class CourtState(models.Model):
    """The evidence of one stream at one place, a table or the whole house, after the last of its rounds."""

    place = models.CharField(max_length=30)
    """"house", or the table as `tables.scopes` names it."""
    stream = models.CharField(max_length=20, choices=STREAMS)
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="+")
    configuration = models.ForeignKey(Configuration, null=True, on_delete=models.PROTECT, related_name="+")
    """Of money at a table: the version judged. Another one begins anew."""
    values = ArrayField(models.FloatField())
    """M of each alternative, as `baccarat.court.ALTERNATIVES` has them."""
    rounds = models.BigIntegerField(default=0)
    """Judged in all; of the generator: blocks."""
    since = models.BigIntegerField(default=0)
    """Since M was last below 1."""
    last_number = models.BigIntegerField(default=0)
    """The number of the last one."""
    last_at = models.DateTimeField(null=True)
    day = models.DateField(null=True)
    """The court's day (`CourtMark.day`) of the last one; null where that was before days were kept."""
    threshold = models.FloatField(default=0)
    """The highest by which a round of that day was judged."""
    period_powers = ArrayField(models.FloatField(), default=list)
    """The plain products of the period that was fixed beforehand, as powers of ten: of money at a table the life of its
    version, else all since the court began there. No alarm begins them anew."""
    period_highest = models.FloatField(default=0)
    """The highest that they said together."""
    period_rounds = models.BigIntegerField(default=0)
    period_since = models.DateTimeField(null=True)
    trace = models.JSONField(default=dict)
    """The highest M of each so many rounds, for drawing (`tables.operations.court_trace`)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["place", "stream"], name="court_state_once"),
        ]


class CourtDay(models.Model):
    """The evidence of one stream at one place as it stood after its last round of a day. Only added.

    Written when the next day's first round moves it on, or when the day is sealed, whichever is first.
    """

    day = models.DateField()
    place = models.CharField(max_length=30)
    stream = models.CharField(max_length=20, choices=STREAMS)
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="+")
    configuration = models.ForeignKey(Configuration, null=True, on_delete=models.PROTECT, related_name="+")
    values = ArrayField(models.FloatField())
    rounds = models.BigIntegerField()
    last_number = models.BigIntegerField()
    threshold = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["place", "stream", "day"], name="court_day_once"),
        ]


class DriftAlarm(models.Model):
    """Evidence that passed its threshold: an incident, a stop at once or within the hour, two persons who reopen."""

    place = models.CharField(max_length=30)
    stream = models.CharField(max_length=20, choices=STREAMS)
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="+")
    configuration = models.ForeignKey(Configuration, null=True, on_delete=models.PROTECT, related_name="+")
    number = models.BigIntegerField()
    """The number of the finished round, of the generator the block, that passed the threshold."""
    round_code = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()
    rounds = models.BigIntegerField()
    since = models.BigIntegerField()
    evidence = models.FloatField()
    threshold = models.FloatField()
    what = models.CharField(max_length=20)
    """Of the alternative that grew most: a winner or another outcome, a rank, the house, a sign of the generator."""
    more = models.BooleanField()
    """Too often; of money, too much for the house."""
    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="+")
    stop_due_at = models.DateTimeField()
    """When play stops unless staff decide otherwise before; the moment of the alarm where they are not asked."""
    stop = models.ForeignKey(Stop, null=True, on_delete=models.PROTECT, related_name="+")
    let_on_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    """Who let play go on without a stop."""
    let_on_at = models.DateTimeField(null=True)
    let_on_reason = models.CharField(max_length=300, blank=True, default="")
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField(null=True)
    cause = models.CharField(max_length=1000, blank=True, default="")
    solution = models.CharField(max_length=1000, blank=True, default="")
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    """Who agreed to open again."""
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["place", "stream", "number"], name="drift_alarm_once"),
            models.CheckConstraint(
                condition=Q(let_on_by__isnull=True, let_on_at__isnull=True, let_on_reason="")
                | Q(~Q(let_on_reason=""), let_on_by__isnull=False, let_on_at__isnull=False, stop__isnull=True),
                name="drift_alarm_let_on_whole",
            ),
            models.CheckConstraint(
                condition=Q(proposed_by__isnull=True, proposed_at__isnull=True, cause="", solution="")
                | Q(
                    ~Q(cause=""),
                    ~Q(solution=""),
                    proposed_by__isnull=False,
                    proposed_at__isnull=False,
                    stop__isnull=False,
                ),
                name="drift_alarm_proposed_whole",
            ),
            models.CheckConstraint(
                condition=Q(decided_by__isnull=True, decided_at__isnull=True)
                | Q(
                    ~Q(decided_by=F("proposed_by")),
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                    proposed_by__isnull=False,
                ),
                name="drift_alarm_two_persons",
            ),
        ]
        indexes = [
            models.Index(
                fields=["at"],
                name="drift_alarm_open",
                condition=Q(let_on_at__isnull=True, decided_at__isnull=True),
            ),
        ]
