"""Tables, their rules, shoes, rounds and sessions.

A key that another index begins with has none of its own (`db_index=False`): each index costs every slip.
"""

import uuid

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import F, Func, Q

from baccarat.chances import Chance
from tables.film import DELAY_DEFAULT, DELAY_MAX, Film


class TableStatus(models.TextChoices):
    """Whether rounds run."""

    CLOSED = "closed"
    OPEN = "open"
    PAUSED = "paused"
    CLOSING = "closing"


class TableKind(models.TextChoices):
    """Who deals, and when."""

    SHARED = "shared"
    """Up to nine seats; the house deals at set times, off a committed shoe."""
    INDIVIDUAL = "individual"
    """One seat; its player says when."""
    CROUPIER = "croupier"
    """Up to nine seats; a croupier deals cards of paper."""


class ConfigurationStatus(models.TextChoices):
    """A configuration's life (H1)."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    REJECTED = "rejected"
    APPROVED = "approved"
    IN_FORCE = "in-force"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
    """Taken back by an author before the decision."""
    REVOKED = "revoked"
    """Taken back after it was approved, before its first round."""


class RoundPhase(models.TextChoices):
    """A round's phases, as `baccarat.play.Phase` has them."""

    BETTING = "betting"
    CLOSED = "closed"
    DEALING = "dealing"
    SETTLED = "settled"
    VOID = "void"


UNFINISHED = (RoundPhase.BETTING, RoundPhase.CLOSED, RoundPhase.DEALING)


class Table(models.Model):
    """A table, and the one row that every operation on it locks first."""

    code = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    currency = models.CharField(max_length=4)
    kind = models.CharField(max_length=12, choices=TableKind.choices, default=TableKind.SHARED)
    robot = models.BooleanField(default=False, db_default=False)
    """Whether a robot deals a croupier's table that no croupier has taken: with play money alone."""
    film_whep = models.CharField(max_length=300, blank=True, default="", db_default="")
    film_hls = models.CharField(max_length=300, blank=True, default="", db_default="")
    film_delay = models.SmallIntegerField(default=DELAY_DEFAULT, db_default=DELAY_DEFAULT)
    """Where a croupier's table is filmed, and the milliseconds from the lens to the network (`tables.film`)."""
    status = models.CharField(max_length=8, choices=TableStatus.choices, default=TableStatus.CLOSED)
    status_reason = models.CharField(max_length=200, blank=True, default="")
    version = models.BigIntegerField(default=0)
    """Counts the table's events: a client that sees a gap asks for a snapshot."""
    round_count = models.IntegerField(default=0)
    current_round = models.ForeignKey("Round", null=True, on_delete=models.PROTECT, related_name="+")
    configuration = models.ForeignKey("Configuration", null=True, on_delete=models.PROTECT, related_name="+")
    shoe = models.ForeignKey("Shoe", null=True, on_delete=models.PROTECT, related_name="+")
    due_at = models.DateTimeField(null=True)
    """When the dealer has the next step to do; nothing is due at null."""
    dealer = models.CharField(max_length=60, blank=True, default="")
    lease_until = models.DateTimeField(null=True)
    fence = models.BigIntegerField(default=0)
    """Grows with every lease: a dealer that lost its lease is refused by its old number (M11)."""
    risk_limit = models.BigIntegerField(null=True)
    """Cents that the house is ready to lose on one round here; beyond it the floor is told. No rule of the game."""
    hours = models.JSONField(default=dict)
    """When the table opens and closes by itself, as `tables.hours.Hours` reads it; empty: only by hand."""
    hours_applied_at = models.DateTimeField(null=True)
    """The last boundary of the hours that was acted on: acts of staff after it stand until the next."""
    opened_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(risk_limit__isnull=True) | Q(risk_limit__gt=0), name="table_risk_limit_positive"
            ),
            models.CheckConstraint(condition=Q(currency__in=["EUR", "PLAY"]), name="table_currency_known"),
            models.CheckConstraint(condition=Q(kind__in=TableKind.values), name="table_kind_known"),
            models.CheckConstraint(
                condition=Q(robot=False) | Q(kind="croupier", currency="PLAY"), name="table_robot_plays_for_nothing"
            ),
            models.CheckConstraint(
                condition=Q(film_whep="", film_hls="") | Q(kind="croupier"), name="table_filmed_has_a_croupier"
            ),
            models.CheckConstraint(condition=Q(film_delay__range=(0, DELAY_MAX)), name="table_film_delay_bounded"),
            models.CheckConstraint(condition=Q(status__in=TableStatus.values), name="table_status_known"),
            models.CheckConstraint(
                condition=Q(status="closed") | Q(configuration__isnull=False), name="table_open_is_configured"
            ),
        ]
        indexes = [models.Index(fields=["due_at"], name="table_due", condition=Q(due_at__isnull=False))]

    @property
    def film(self) -> Film:
        """Where it is filmed; nowhere without an address."""
        return Film(self.film_whep, self.film_hls, self.film_delay)


class Configuration(models.Model):
    """One version of a table's terms. Never edited once submitted; every round names the one it was played under."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="configurations")
    number = models.IntegerField()
    key = models.UUIDField(unique=True)
    status = models.CharField(max_length=10, choices=ConfigurationStatus.choices, default=ConfigurationStatus.DRAFT)
    terms = models.JSONField()
    revision = models.IntegerField(default=1)
    """Grows with every change of the draft: a stale form is refused."""
    authors = ArrayField(models.BigIntegerField())
    """Ids of all who wrote or submitted it: none of them may approve it."""
    drafted_at = models.DateTimeField()
    submitted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    submitted_at = models.DateTimeField(null=True)
    proposed_start = models.DateTimeField(null=True)
    """When its authors would have it start; who approves it decides."""
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    decision_reason = models.CharField(max_length=300, blank=True, default="")
    reference = models.CharField(max_length=80, blank=True, default="")
    """The regulator's reference of the approval (PT-49)."""
    compared_with = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    """The version in force when it was decided or withdrawn: what the person saw it beside. Fixed with that act."""
    starts_at = models.DateTimeField(null=True)
    """From when on an approved version may come into force, at the start of a round; null: at once."""
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    taken_back_at = models.DateTimeField(null=True)
    taken_back_reason = models.CharField(max_length=300, blank=True, default="")
    in_force_from = models.DateTimeField(null=True)
    superseded_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="configuration_number_once"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(status="in-force"), name="one_configuration_in_force"
            ),
            models.UniqueConstraint(fields=["table"], condition=Q(status="approved"), name="one_configuration_waiting"),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "submitted", "rejected", "withdrawn"])
                | (Q(decided_by__isnull=False) & ~Q(reference="")),
                name="configuration_approved_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "submitted", "rejected", "withdrawn", "approved", "revoked"])
                | Q(in_force_from__isnull=False),
                name="configuration_in_force_since",
            ),
            models.CheckConstraint(
                condition=Q(proposed_start__isnull=True) | Q(submitted_at__isnull=False),
                name="configuration_start_proposed_with_it",
            ),
            models.CheckConstraint(
                condition=Q(starts_at__isnull=True)
                | Q(in_force_from__isnull=True)
                | Q(in_force_from__gte=F("starts_at")),
                name="configuration_not_before_its_start",
            ),
            models.CheckConstraint(
                condition=Q(
                    ~Q(taken_back_reason=""),
                    status__in=["withdrawn", "revoked"],
                    taken_back_by__isnull=False,
                    taken_back_at__isnull=False,
                )
                | (
                    ~Q(status__in=["withdrawn", "revoked"])
                    & Q(taken_back_by__isnull=True, taken_back_at__isnull=True, taken_back_reason="")
                ),
                name="configuration_taken_back_whole",
            ),
        ]


class Shoe(models.Model):
    """Cards drawn, committed to and stored encrypted before the first bet on them."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="shoes", db_index=False)
    number = models.IntegerField()
    scope = models.CharField(max_length=5)
    """"round": the six cards that one round can use; "shoe": all the decks; "paper": cards that a croupier deals, whose
    order is not known here, so that it has no root and nothing sealed."""
    root = models.CharField(max_length=64)
    """Merkle root over the header and the salted order, hex; published before the first bet."""
    header = models.JSONField(null=True)
    """What the root fixes beside the order (`baccarat.proof.Header`); null for a shoe of format 1."""
    header_path = ArrayField(models.CharField(max_length=64), default=list)
    """The header's way to the root; empty for a shoe of format 1."""
    sealed = models.BinaryField()
    """AES-GCM of the order and the salts."""
    decks = models.IntegerField()
    card_count = models.IntegerField()
    cut = models.IntegerField()
    """The cut card lies before the card of this index; in a round's own six it never comes out."""
    rounds_after_cut = models.IntegerField(default=0)
    start = models.IntegerField(default=0, db_default=0)
    """The place of the card that the shoe is begun with, where players cut it (`tables.models.cuts`); else 0."""
    dealt = models.IntegerField(default=0)
    """How many cards have left the shoe, burned ones included: the index of the next."""
    round_of_shoe = models.IntegerField(default=1)
    """The shoe's round that is next or in play, from 1."""
    last_round = models.IntegerField(null=True)
    """The shoe's last round, once the cut card is out: announced as such («último golpe»)."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="shoe_number_once"),
            models.CheckConstraint(condition=Q(start__gte=0, start__lt=F("card_count")), name="shoe_starts_within"),
            models.CheckConstraint(condition=Q(dealt__gte=0, dealt__lte=F("card_count")), name="shoe_dealt_within"),
            models.CheckConstraint(
                condition=Q(header__isnull=True, header_path__len=0) | Q(header__isnull=False, header_path__len__gt=0),
                name="shoe_header_whole",
            ),
            models.CheckConstraint(
                condition=Q(scope="paper", root="", header__isnull=True) | (~Q(scope="paper") & ~Q(root="")),
                name="shoe_committed_unless_paper",
            ),
        ]


_ALL_STAKES = "({})".format(" + ".join(f"coalesce((%(expressions)s->>'{each.value}')::bigint, 0)" for each in Chance))


class Round(models.Model):
    """One jogada (R2c): bets, cards, result, payment."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rounds", db_index=False)
    configuration = models.ForeignKey(Configuration, on_delete=models.PROTECT, related_name="rounds")
    shoe = models.ForeignKey(Shoe, on_delete=models.PROTECT, related_name="shoe_rounds")
    number = models.IntegerField()
    code = models.CharField(max_length=64, unique=True)
    round_of_shoe = models.IntegerField()
    first_card = models.IntegerField()
    """Index in the shoe of the round's first card."""
    phase = models.CharField(max_length=8, choices=RoundPhase.choices, default=RoundPhase.BETTING)
    stakes_account = models.BigIntegerField()
    sums = models.JSONField(default=dict)
    """Accepted stakes of all players by chance, cents."""
    staked = models.GeneratedField(
        expression=Func(F("sums"), template=_ALL_STAKES), output_field=models.BigIntegerField(), db_persist=True
    )
    """Their sum, which the database keeps: a day's rounds are sorted by it."""
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField(null=True)
    """Null at an individual table: the player deals (R28)."""
    closed_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)
    voided_at = models.DateTimeField(null=True)
    void_reason = models.CharField(max_length=300, blank=True, default="")
    cards = ArrayField(models.CharField(max_length=2), default=list)
    """The dealt cards in drawing order; empty until the bets are closed."""
    winner = models.CharField(max_length=6, blank=True, default="")
    proofs = models.JSONField(default=list)
    """Of every dealt card: index, card, salt and Merkle path (A8)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(phase__in=["betting", "closed", "dealing"]), name="one_unfinished_round"
            ),
            models.CheckConstraint(
                condition=(
                    Q(phase="betting", closed_at__isnull=True, settled_at__isnull=True, voided_at__isnull=True)
                    | Q(
                        phase__in=["closed", "dealing"],
                        closed_at__isnull=False,
                        settled_at__isnull=True,
                        voided_at__isnull=True,
                    )
                    | Q(phase="settled", closed_at__isnull=False, settled_at__isnull=False, voided_at__isnull=True)
                    | Q(phase="void", settled_at__isnull=True, voided_at__isnull=False)
                ),
                name="round_phase_has_its_moments",
            ),
            models.CheckConstraint(
                condition=~Q(phase="settled") | (Q(cards__len__gte=4) & ~Q(winner="")), name="round_settled_has_cards"
            ),
            models.CheckConstraint(condition=~Q(phase="void") | ~Q(void_reason=""), name="round_void_has_reason"),
        ]
        indexes = [
            models.Index(fields=["settled_at"], name="round_settled", condition=Q(settled_at__isnull=False)),
            models.Index(fields=["voided_at"], name="round_voided", condition=Q(voided_at__isnull=False)),
            models.Index(fields=["table", "-opened_at"], name="round_opened"),
        ]


class PlaySession(models.Model):
    """From sitting down to leaving: the «sessão de jogo» of R2d, with its sums (R33)."""

    code = models.UUIDField(unique=True, default=uuid.uuid4)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sessions")
    key = models.UUIDField()
    account = models.BigIntegerField()
    """The player's wallet account in this table's money: found once, at sitting down."""
    sign_in = models.UUIDField(null=True)
    """The public id of the sign-in under which the player sat down; null for a guest's. As a slip's (PT-63)."""
    address = models.CharField(max_length=45, blank=True, default="", db_default="")
    region = models.CharField(max_length=6, blank=True, default="", db_default="")
    seat = models.IntegerField()
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=20, blank=True, default="")
    away = models.BooleanField(default=False)
    leaving = models.BooleanField(default=False)
    """The player has left with bets in play: the session ends with the round."""
    last_bet_at = models.DateTimeField(null=True)
    invited_at = models.DateTimeField(null=True)
    """When the player was invited to leave for not betting (R35), and warned of what follows (R36)."""
    warning_shown_at = models.DateTimeField(null=True)
    """When the player's page said that it showed that warning."""
    check_due_at = models.DateTimeField(null=True)
    """From when on the player is to be told of time and money, and takes no stakes until that is answered (UK-11)."""
    expected_loss = models.BigIntegerField(default=0)
    """The average cost of the stakes, by the exact edges; millionths of a cent."""
    rounds_missed = models.IntegerField(default=0)
    """Rounds in a row without a bet (R35b)."""
    rounds = models.IntegerField(default=0)
    staked = models.BigIntegerField(default=0)
    returned = models.BigIntegerField(default=0)
    prizes = models.BigIntegerField(default=0)
    commission = models.BigIntegerField(default=0)
    pairs = models.JSONField(null=True)
    """What its settled bets come to by week, rules version and pair of chances (`tables.bet_pairs`); null until it is
    over and added up."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "key"], name="session_key_once"),
            models.UniqueConstraint(
                fields=["table", "seat"], condition=Q(ended_at__isnull=True), name="seat_taken_once"
            ),
            models.UniqueConstraint(fields=["person"], condition=Q(ended_at__isnull=True), name="one_seat_a_person"),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=9), name="session_seat_exists"),
        ]
        indexes = [
            models.Index(fields=["person", "-started_at"], name="session_of_person"),
            models.Index(fields=["person", "ended_at"], name="session_of_person_by_end"),
            models.Index(
                fields=["id"], name="session_to_add_up", condition=Q(ended_at__isnull=False, pairs__isnull=True)
            ),
            BrinIndex(fields=["ended_at"], name="session_ended", autosummarize=True, pages_per_range=32),
        ]
