"""The log of the house: leaves, its tiles and checkpoints, what witnesses signed. Private to this app."""

from django.db import models
from django.db.models import Q


class LeafKind(models.TextChoices):
    """What a leaf tells."""

    SHOE = "shoe"
    """A shoe was committed to, before its first bet."""
    RULES = "rules"
    """A version of a table's rules was approved."""
    DAY = "day"
    """A day was sealed."""
    CORRECTION = "correction"
    """What was handed out was put right, or erased after its term."""
    SOFTWARE = "software"
    """The files of the running software, as a digest."""
    KEY = "key"
    """The key that signs checkpoints from now on."""
    TERMS = "terms"
    """A version of the terms."""
    INCIDENT = "incident"
    """An incident was opened."""
    GENERATOR = "generator"
    """The generator was tested: the digest of the evidence, and the verdict (RN-02)."""


class LogLeaf(models.Model):
    """A leaf: written in the transaction of what it tells, numbered afterwards by one process in order (ADR 0208)."""

    id = models.BigAutoField(primary_key=True)
    kind = models.TextField(choices=LeafKind.choices)
    key = models.TextField()
    """What it is of: `macau-1/12`, `2026-03-29/r1`; once for a kind."""
    facts = models.JSONField()
    at = models.DateTimeField()
    number = models.BigIntegerField(null=True, unique=True)
    """Its place in the tree, from 0 without gaps; null while it waits."""
    data = models.TextField(null=True)  # noqa: DJ001  (null until it is numbered)
    """The canonical bytes that are hashed, as UTF-8 text."""
    hash = models.BinaryField(null=True)
    """SHA-256 over 0x00 and the data: a leaf of RFC 6962."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=LeafKind.values), name="reporting_leaf_kind"),
            models.UniqueConstraint(fields=["kind", "key"], name="reporting_leaf_once"),
            models.CheckConstraint(
                condition=Q(number__isnull=True, data__isnull=True, hash__isnull=True)
                | Q(number__isnull=False, number__gte=0, data__isnull=False, hash__isnull=False),
                name="reporting_leaf_numbered_whole",
            ),
        ]
        indexes = [models.Index(fields=["id"], condition=Q(number__isnull=True), name="reporting_leaf_waiting")]


class LogTile(models.Model):
    """A full tile of the tree: 256 hashes of one level (C2SP tlog-tiles). Only added."""

    id = models.BigAutoField(primary_key=True)
    level = models.SmallIntegerField()
    number = models.BigIntegerField()
    hashes = models.BinaryField()
    """256 times 32 bytes."""
    root = models.BinaryField()
    """Of the tile's own subtree: a hash of the tile above."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["level", "number"], name="reporting_tile_once")]


class LogCheckpoint(models.Model):
    """The head of the log as the house signed it. Only added; never smaller than the one before."""

    id = models.BigAutoField(primary_key=True)
    size = models.BigIntegerField()
    root = models.BinaryField()
    frontier = models.BinaryField()
    """The roots of the full subtrees: from here the tree goes on without reading it from its first leaf."""
    note = models.TextField()
    """The signed note, as it is published."""
    signed_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(size__gte=0), name="reporting_checkpoint_size")]
        indexes = [models.Index(fields=["size", "id"], name="reporting_checkpoint_by_size")]


class Cosignature(models.Model):
    """A witness's line under a checkpoint: it saw no other log of that size. Only added."""

    id = models.BigAutoField(primary_key=True)
    checkpoint = models.ForeignKey(LogCheckpoint, on_delete=models.PROTECT, related_name="cosignatures")
    witness = models.TextField()
    """The name of its key."""
    line = models.TextField()
    signed_at = models.DateTimeField()
    """The moment that the witness signed into it."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["checkpoint", "witness"], name="reporting_cosignature_once")]


class WitnessState(models.Model):
    """How far a witness has come, and what it said last. No evidence: a note."""

    witness = models.TextField(primary_key=True)
    size = models.BigIntegerField(default=0)
    """The size that it signed last, or said that it had."""
    asked_at = models.DateTimeField(null=True)
    signed_at = models.DateTimeField(null=True)
    fault = models.TextField(blank=True, default="")


class SoftwareCheck(models.Model):
    """A self-check of the software's files against the log (GL-02). Only added."""

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField()
    software = models.TextField()
    sha256 = models.CharField(max_length=64)
    """Of the list of files."""
    files = models.IntegerField()
    agrees = models.BooleanField()
    """With the list that the log has of this version."""
    document = models.TextField(blank=True, default="")
    """The list, where it is another than the one before."""

    class Meta:
        indexes = [models.Index(fields=["-at"], name="reporting_software_latest")]
