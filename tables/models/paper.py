"""A croupier's table: who deals there, the decks in its shoes, each card as it was read, and calls for a supervisor."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from tables.models.play import Round, Shoe, Table

PERSON = settings.AUTH_USER_MODEL
SLOTS = ["P1", "B1", "P2", "B2", "P3", "B3"]


class Shift(models.Model):
    """A croupier at a table, from taking it to leaving it."""

    key = models.UUIDField(unique=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="shifts", db_index=False)
    croupier = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    began_at = models.DateTimeField()
    first_round = models.IntegerField()
    """The number of the first round that this croupier deals: the one in play, unless the robot finishes that."""
    ended_at = models.DateTimeField(null=True)
    relieved_by = models.ForeignKey(PERSON, null=True, on_delete=models.PROTECT, related_name="+")
    """Who ended it: the croupier, the next one, or a supervisor. Null while it lasts."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(ended_at__isnull=True), name="one_croupier_a_table"),
            models.UniqueConstraint(
                fields=["croupier"], condition=Q(ended_at__isnull=True), name="one_table_a_croupier"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, relieved_by__isnull=True)
                | Q(ended_at__isnull=False, ended_at__gte=F("began_at"), relieved_by__isnull=False),
                name="shift_ended_by_a_person",
            ),
        ]
        indexes = [models.Index(fields=["table", "-began_at"], name="shift_of_table")]


class ShuffledBy(models.TextChoices):
    """How the cards of a shoe were mixed."""

    HAND = "hand"
    MACHINE = "machine"
    ROBOT = "robot"


class PaperShoe(models.Model):
    """The decks that lie in a shoe of paper cards, and how it was begun. No order is known, so none is committed to."""

    shoe = models.OneToOneField(Shoe, on_delete=models.PROTECT, primary_key=True, related_name="paper")
    decks = ArrayField(models.CharField(max_length=4))
    """The names of its decks, as the barcodes have them."""
    shuffled_by = models.CharField(max_length=7, choices=ShuffledBy.choices)
    begun_by = models.ForeignKey(PERSON, null=True, on_delete=models.PROTECT, related_name="+")
    """Null: the robot of a demonstration."""
    begun_at = models.DateTimeField()
    burns = models.BooleanField()
    """Whether the first card is turned, and as many cards as it counts are burned after it."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(shuffled_by__in=ShuffledBy.values), name="paper_shoe_shuffled_somehow"),
            models.CheckConstraint(condition=Q(decks__len__gt=0), name="paper_shoe_has_decks"),
            models.CheckConstraint(
                condition=Q(begun_by__isnull=False) | Q(shuffled_by=ShuffledBy.ROBOT), name="paper_shoe_begun_by"
            ),
        ]


class CardEventKind(models.TextChoices):
    """What became of a card that was read."""

    DRAWN = "drawn"
    """It lies in a place of the round."""
    BURNT = "burnt"
    """It left the shoe and counts for nothing: the first of a shoe, or one that a supervisor had put aside."""
    TAKEN_BACK = "taken-back"
    """The card of the event that this one replaces does not count."""
    REFUSED = "refused"
    """It was read when it could not be, or was no card: counted, and nothing changed."""


class CardSource(models.TextChoices):
    """How a card came in."""

    SCANNER = "scanner"
    HAND = "hand"
    ROBOT = "robot"


class CardEvent(models.Model):
    """One card as it was read at a croupier's table. Only added."""

    key = models.UUIDField(unique=True)
    shoe = models.ForeignKey(Shoe, null=True, on_delete=models.PROTECT, related_name="card_events")
    """Null for a reading that was refused where there was no shoe."""
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    round = models.ForeignKey(Round, null=True, on_delete=models.PROTECT, related_name="card_events")
    kind = models.CharField(max_length=10, choices=CardEventKind.choices)
    slot = models.CharField(max_length=2, blank=True, default="")
    """The place of the felt; empty unless it was drawn."""
    card = models.CharField(max_length=2, blank=True, default="")
    """Empty where nothing could be read."""
    deck = models.CharField(max_length=4, blank=True, default="")
    """The deck that the barcode names; empty for a card keyed by hand."""
    source = models.CharField(max_length=7, choices=CardSource.choices)
    device = models.CharField(max_length=40, blank=True, default="")
    refusal = models.CharField(max_length=20, blank=True, default="")
    """A code of `tables.card_terms.Refusal`."""
    croupier = models.ForeignKey(PERSON, null=True, on_delete=models.PROTECT, related_name="+")
    """Who dealt; null: the robot of a demonstration."""
    decided_by = models.ForeignKey(PERSON, null=True, on_delete=models.PROTECT, related_name="+")
    """The second person: who confirmed a card keyed by hand, or the supervisor who took one back or had it burned."""
    reason = models.CharField(max_length=300, blank=True, default="")
    at = models.DateTimeField()
    replaces = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="replaced_by")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=CardEventKind.values), name="card_event_kind_known"),
            models.CheckConstraint(condition=Q(source__in=CardSource.values), name="card_event_source_known"),
            models.CheckConstraint(
                condition=Q(kind="drawn", slot__in=SLOTS, round__isnull=False) | (~Q(kind="drawn") & Q(slot="")),
                name="card_event_drawn_has_a_place",
            ),
            models.CheckConstraint(condition=Q(kind="refused") | ~Q(card=""), name="card_event_names_a_card"),
            models.CheckConstraint(
                condition=Q(kind="refused") | Q(refusal="", shoe__isnull=False), name="card_event_refusal_alone"
            ),
            models.CheckConstraint(
                condition=Q(kind="taken-back", replaces__isnull=False)
                | (~Q(kind="taken-back") & Q(replaces__isnull=True)),
                name="card_event_taken_back_of_one",
            ),
            models.CheckConstraint(
                condition=Q(decided_by__isnull=False) | ~Q(kind="taken-back"), name="card_event_taken_back_by_another"
            ),
            models.CheckConstraint(
                condition=~Q(source="hand", kind="drawn")
                | (Q(decided_by__isnull=False) & ~Q(decided_by=F("croupier"))),
                name="card_event_keyed_by_two",
            ),
            models.CheckConstraint(
                condition=Q(croupier__isnull=False) | Q(source="robot") | Q(kind="refused"),
                name="card_event_has_a_croupier",
            ),
        ]
        indexes = [
            models.Index(fields=["table", "-at"], name="card_event_of_table"),
            models.Index(fields=["at"], condition=Q(round__isnull=True), name="card_event_outside_rounds"),
        ]


class KeyedCard(models.Model):
    """A card that the croupier keyed because it could not be read: it waits for a second person."""

    key = models.UUIDField(unique=True)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="keyed_cards", db_index=False)
    slot = models.CharField(max_length=2)
    card = models.CharField(max_length=2)
    keyed_by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    keyed_at = models.DateTimeField()
    decided_by = models.ForeignKey(PERSON, null=True, on_delete=models.PROTECT, related_name="+")
    """Null while it waits, and where no person had to decide: the card was read after all."""
    decided_at = models.DateTimeField(null=True)
    confirmed = models.BooleanField(null=True)
    """Null while it waits."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round"], condition=Q(confirmed__isnull=True), name="one_keyed_card_waits"),
            models.CheckConstraint(condition=Q(slot__in=SLOTS), name="keyed_card_has_a_place"),
            models.CheckConstraint(
                condition=Q(confirmed__isnull=True, decided_by__isnull=True, decided_at__isnull=True)
                | Q(confirmed__isnull=False, decided_by__isnull=False, decided_at__isnull=False)
                | Q(confirmed__isnull=False, confirmed=False, decided_at__isnull=False),
                name="keyed_card_decided_whole",
            ),
            models.CheckConstraint(
                condition=~Q(confirmed=True) | ~Q(decided_by=F("keyed_by")), name="keyed_card_confirmed_by_another"
            ),
        ]


class TableCall(models.Model):
    """A croupier's call for a supervisor, and the answer."""

    key = models.UUIDField(unique=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls", db_index=False)
    called_by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    called_at = models.DateTimeField()
    answered_by = models.ForeignKey(PERSON, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(answered_at__isnull=True), name="one_call_a_table"),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, answered_by__isnull=True, answer="")
                | Q(answered_at__isnull=False, answered_at__gte=F("called_at"), answered_by__isnull=False),
                name="call_answered_whole",
            ),
        ]
        indexes = [models.Index(fields=["table", "-called_at"], name="call_of_table")]
