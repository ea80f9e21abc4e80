"""Records of the reports: daily reports, proofs, a log of exports. Only added to; private to this app."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class DailyReport(models.Model):
    """A gaming day's report as it was made. A correction is another revision of the same day (PT-55)."""

    id = models.BigAutoField(primary_key=True)
    day = models.DateField()
    revision = models.IntegerField()
    made_at = models.DateTimeField()
    definition = models.TextField()
    """How its figures were derived (PA-01)."""
    software = models.TextField(default="sabot")
    """The software that made it (PA-01)."""
    document = models.TextField()
    """The figures as canonical JSON: text, so that its bytes stay the ones that were hashed."""
    sha256 = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["day", "revision"], name="reporting_report_once"),
            models.CheckConstraint(condition=Q(revision__gte=1), name="reporting_report_revision"),
        ]


class LedgerProof(models.Model):
    """One run of the proofs over everything: the parts examined and the differences found."""

    id = models.BigAutoField(primary_key=True)
    made_at = models.DateTimeField()
    agrees = models.BooleanField()
    accounts = models.BigIntegerField()
    transfers = models.BigIntegerField()
    rounds = models.BigIntegerField()
    differences = models.JSONField(default=list)
    difference_count = models.IntegerField()
    """All of them; `differences` names the first thousand."""
    parts = models.JSONField(default=dict)
    """How many rows of each part were examined, by its name."""
    heads = models.JSONField(default=dict)
    """How far each chain was: number, last row and digest of its last link, by stream."""

    since = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="+")
    """The proof that it went on from; null for one from the first row on."""
    walk = models.BigIntegerField(null=True, unique=True)
    """Of a whole proof that was made in slices: their number."""
    examined = models.BigIntegerField(null=True)
    """Chained rows and ledger lines that it read itself."""
    sums = models.JSONField(default=dict)
    """What everything up to the heads came to, for the next proof to go on from: the ledger's by kind of account, gross
    revenue by currency."""
    digest = models.CharField(max_length=64, blank=True, default="")
    """SHA-256 over all of it and the digest of the proof that it went on from, hex; empty for those of before."""

    class Meta:
        indexes = [models.Index(fields=["-made_at"], name="reporting_proof_latest")]
        constraints = [
            models.CheckConstraint(condition=Q(since__isnull=True) | Q(walk__isnull=True), name="reporting_proof_from")
        ]


class ProofSlice(models.Model):
    """A part of a whole proof, made by one task; the next goes on where it ended. Only added."""

    id = models.BigAutoField(primary_key=True)
    walk = models.BigIntegerField()
    """Which whole proof, from 1."""
    number = models.IntegerField()
    made_at = models.DateTimeField()
    state = models.JSONField()
    """How far it is, what that came to, and what was found (`reporting.operations.proof_slices`)."""
    digest = models.CharField(max_length=64)
    """SHA-256 over the state and over the slice before, hex."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["walk", "number"], name="reporting_slice_once")]


class ExportLog(models.Model):
    """One export: the person, the report, the filter and the number of rows (I10)."""

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    what = models.TextField()
    format = models.TextField()
    filter = models.JSONField(default=dict)
    rows = models.IntegerField()
    sha256 = models.CharField(max_length=64)
    """Of the bytes that were handed out."""

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(rows__gte=0), name="reporting_export_rows")]
        indexes = [models.Index(fields=["-at"], name="reporting_export_latest")]


class RunState(models.TextChoices):
    """Where a request stands."""

    WAITING = "waiting"
    GATHERING = "gathering"
    DONE = "done"
    FAILED = "failed"


class ReportRun(models.Model):
    """A requested report of the catalogue: the request, and once done its result. Then fixed."""

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    """The caller's own name for the request, and the report's for everybody."""
    name = models.TextField()
    definition = models.TextField()
    software = models.TextField()
    layout = models.JSONField(default=dict)
    """Title, source and columns as the definition had them when the rows were gathered; empty before."""
    filter = models.JSONField(default=dict)
    reason = models.TextField(blank=True, default="")
    """Why personal data are shown; empty where they are masked."""
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    until = models.DateTimeField()
    """Nothing later is in it: the end of the period, or the moment of the request if that came first."""
    state = models.TextField(choices=RunState.choices, default=RunState.WAITING)
    tries = models.IntegerField(default=0)
    stored = models.IntegerField(default=0)
    """Pieces stored so far, and how many there are."""
    pieces = models.IntegerField(default=0)
    rows = models.BigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True, default="")
    """Of the rows as they are kept."""
    sums = models.JSONField(default=list)
    checks = models.JSONField(default=list)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="reporting_run_state"),
            models.CheckConstraint(
                condition=~Q(state="done") | (Q(done_at__isnull=False) & ~Q(sha256="")), name="reporting_run_done"
            ),
            models.CheckConstraint(condition=Q(rows__gte=0, tries__gte=0, stored__gte=0), name="reporting_run_counts"),
        ]
        indexes = [
            models.Index(fields=["-asked_at"], name="reporting_run_latest"),
            models.Index(fields=["id"], condition=Q(state__in=["waiting", "gathering"]), name="reporting_run_open"),
        ]


class RunFile(models.Model):
    """A file of a long report, made by a worker because it takes longer than a page may."""

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(ReportRun, on_delete=models.PROTECT, related_name="files")
    format = models.TextField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    tries = models.IntegerField(default=0)
    state = models.TextField(choices=RunState.choices, default=RunState.WAITING)
    sha256 = models.CharField(max_length=64, blank=True, default="")
    size = models.BigIntegerField(default=0)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "format"], name="reporting_file_once"),
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="reporting_file_state"),
        ]
        indexes = [
            models.Index(fields=["id"], condition=Q(state__in=["waiting", "gathering"]), name="reporting_file_open")
        ]


class JobKind(models.TextChoices):
    """Kinds of work that may take too long for a page."""

    RECONCILIATION = "reconciliation"
    DAILY_REPORT = "daily-report"
    PROOF = "proof"
    WHAT_IF = "what-if"
    FILES_PROPOSAL = "files-proposal"
    """Which of a day's files for the regulator its facts make otherwise now."""
    FILES_CORRECTION = "files-correction"
    """A day's files for the regulator made anew, as two persons agreed."""


class Job(models.Model):
    """A long work as it was asked for: a day added up again or reported again, the ledger proven, past bets under
    other rules, a day's files for the regulator compared or made anew. Then fixed."""

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    kind = models.TextField(choices=JobKind.choices)
    day = models.DateField(null=True)
    details = models.JSONField(default=dict)
    """What else it is of, in the form of its kind; empty for most."""
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    state = models.TextField(choices=RunState.choices, default=RunState.WAITING)
    tries = models.IntegerField(default=0)
    done_at = models.DateTimeField(null=True)
    outcome = models.JSONField(null=True)
    """The result, in the form of its kind."""

    class Meta:
        db_table = "reporting_work"
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=JobKind.values), name="reporting_work_kind"),
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="reporting_work_state"),
            models.CheckConstraint(
                condition=~Q(state="done") | (Q(done_at__isnull=False) & Q(outcome__isnull=False)),
                name="reporting_work_done",
            ),
            models.CheckConstraint(
                condition=Q(kind="proof", day__isnull=True) | (~Q(kind="proof") & Q(day__isnull=False)),
                name="reporting_work_of_a_day",
            ),
        ]
        indexes = [
            models.Index(fields=["kind", "day", "-id"], name="reporting_work_latest"),
            models.Index(fields=["id"], condition=Q(state__in=["waiting", "gathering"]), name="reporting_work_open"),
        ]


class Piece(models.Model):
    """A piece of what is kept: of a report's rows (compressed), or of one of its files. In the database, so that any
    machine can go on with it or hand it out."""

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(ReportRun, on_delete=models.PROTECT, related_name="kept_pieces")
    file = models.ForeignKey(RunFile, null=True, on_delete=models.PROTECT, related_name="kept_pieces")
    number = models.IntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["run", "number"], condition=Q(file__isnull=True), name="reporting_piece_of_run"
            ),
            models.UniqueConstraint(
                fields=["file", "number"], condition=Q(file__isnull=False), name="reporting_piece_of_file"
            ),
        ]


class ChainLink(models.Model):
    """A batch of rows of one stream of evidence and their digest, chained to the batch before it. Only added."""

    id = models.BigAutoField(primary_key=True)
    stream = models.TextField()
    version = models.IntegerField()
    """Of the text that a row is hashed as."""
    number = models.BigIntegerField()
    """From 1, without gaps."""
    after = models.BigIntegerField()
    """The last row of the link before; 0 for the first."""
    last = models.BigIntegerField()
    count = models.IntegerField()
    rows = models.CharField(max_length=64)
    """SHA-256 of the rows' digests, one after another, hex."""
    marks = models.BinaryField()
    """The first eight bytes of each row's digest: they tell which row differs."""
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    """SHA-256 over all of the above but the marks, hex."""
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "number"], name="reporting_link_once")]


class ChainMark(models.Model):
    """How far a stream was seen, and which transactions may still have been writing then. No evidence: a note."""

    stream = models.TextField(primary_key=True)
    seen = models.BigIntegerField()
    """The highest number there was."""
    horizon = models.BigIntegerField()
    """The first transaction that had not begun yet: once all before it are over, no lower number comes any more."""
    at = models.DateTimeField()


class Reopening(models.Model):
    """A proposal to a second person: to open play again that a proof closed, on a proof made since (D5)."""

    id = models.BigAutoField(primary_key=True)
    stop_id = models.BigIntegerField()
    key = models.UUIDField(unique=True)
    proof = models.ForeignKey(LedgerProof, on_delete=models.PROTECT, related_name="+")
    """Both persons know the differences that it still finds."""
    state = models.CharField(max_length=8, default="proposed")
    reason = models.CharField(max_length=300)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    rejection = models.CharField(max_length=300, blank=True, default="", db_column="refusal")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stop_id"], condition=Q(state="proposed"), name="reporting_reopening_one_waits"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["proposed", "approved", "rejected"]), name="reporting_reopening_state"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="reporting_reopening_reason"),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(state="proposed") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="reporting_reopening_decided",
            ),
            models.CheckConstraint(
                condition=~Q(state="approved") | ~Q(decided_by=F("proposed_by")),
                name="reporting_reopening_two_persons",
            ),
            models.CheckConstraint(
                condition=~Q(state="rejected") | ~Q(rejection=""), name="reporting_reopening_refusal"
            ),
        ]
