"""Witnesses of the log: the requests to them, their kept answers, and one that saw another log."""

import base64
import hashlib
import secrets
from dataclasses import dataclass, field
from datetime import UTC, timedelta

import pytest
from django.conf import LazySettings
from django.db import transaction

from casino.operator_profile import Witness
from reporting.evidence import notes, tree
from reporting.evidence.checkpoints import Checkpoint
from reporting.models import Cosignature, LeafKind, LogLeaf, SealedDay, WitnessState
from reporting.operations import log
from reporting.operations.log.witnesses import Answer, WitnessFault
from reporting.queries import log as log_queries
from reporting.queries import sealed_days
from tables.models import Incident
from tests.factories import NOON
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db


@dataclass
class Other:
    """A witness of the test's own, by the words of C2SP tlog-witness: it knows nothing of the house but its key."""

    log_key: str
    name: str = "srij.example/w1"
    seed: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    size: int = 0
    root: bytes = tree.EMPTY
    asked: list[str] = field(default_factory=list)

    @property
    def signer(self) -> notes.Signer:
        return notes.Signer(self.name, self.seed, notes.Kind.COSIGNATURE)

    def answer(self, url: str, body: bytes) -> Answer:
        self.asked.append(url)
        head, _, note = body.decode().partition("\n\n")
        first, *proof = head.split("\n")
        try:
            opened = notes.open_note(note, [notes.Verifier.parse(self.log_key)])
        except notes.KeyUnknown:
            return Answer(403, b"")
        point = Checkpoint.parse(opened.text)
        if int(first.removeprefix("old ")) != self.size:
            return Answer(409, f"{self.size}\n".encode())
        try:
            tree.verify_consistency(
                old=self.size,
                old_root=self.root,
                size=point.size,
                new_root=point.root,
                proof=[base64.b64decode(line) for line in proof],
            )
        except tree.ProofWrong:
            return Answer(422, b"")
        self.size, self.root = point.size, point.root
        return Answer(200, self.signer.line(opened.text, at=1_773_144_000).encode())


def _grow(first: int, count: int = 1) -> None:
    with transaction.atomic():
        for number in range(first, first + count):
            log.tell_log(
                kind=LeafKind.TERMS,
                key=f"t{number}",
                facts={"name": "t", "version": number, "digest": "0" * 64},
                now=NOON,
            )
    log.keep_log(now=NOON)


@pytest.fixture
def other(settings: LazySettings) -> Other:
    _grow(0, 3)
    made = Other(log.verifier_key())
    settings.WITNESSES = (Witness("https://w.example/", made.signer.verifier.vkey, 2),)
    settings.WITNESS_QUORUM = 2
    return made


def test_a_witness_signs_each_checkpoint_once_and_its_line_is_published(other: Other) -> None:
    (asked,) = log.ask_witnesses(now=NOON, send=other.answer)
    assert (asked.witness, asked.signed) == ("srij.example/w1", True)
    assert other.asked == ["https://w.example/add-checkpoint"]
    assert log.ask_witnesses(now=NOON, send=other.answer) == ()
    card = log_queries.checkpoint()
    assert card is not None
    opened = notes.open_note(card.note, [other.signer.verifier, notes.Verifier.parse(other.log_key)])
    assert len(opened.signatures) == 2
    assert Cosignature.objects.get().signed_at.astimezone(UTC).year == 2026


def test_a_grown_log_is_shown_with_the_proof_that_it_goes_on(other: Other) -> None:
    log.ask_witnesses(now=NOON, send=other.answer)
    _grow(3, 300)
    (asked,) = log.ask_witnesses(now=NOON, send=other.answer)
    assert asked.signed
    assert WitnessState.objects.get().size == 303


def test_a_witness_that_has_come_further_than_we_know_is_asked_from_there(other: Other) -> None:
    log.ask_witnesses(now=NOON, send=other.answer)
    WitnessState.objects.update(size=0)
    _grow(3)
    (asked,) = log.ask_witnesses(now=NOON, send=other.answer)
    assert asked.signed
    assert len(other.asked) == 3


def test_a_witness_that_saw_another_log_stops_the_sealing(other: Other) -> None:
    log.ask_witnesses(now=NOON, send=other.answer)
    other.root = secrets.token_bytes(32)
    _grow(3)
    (asked,) = log.ask_witnesses(now=NOON, send=other.answer)
    assert asked.fault is WitnessFault.SPLIT
    assert Incident.objects.get(kind="log-split").subject == "srij.example/w1"
    assert log_queries.log_is_split()
    assert log.ask_witnesses(now=NOON, send=other.answer) == ()


def test_a_witness_with_more_than_the_house_has_is_a_split(other: Other) -> None:
    other.size = 50
    (asked,) = log.ask_witnesses(now=NOON, send=other.answer)
    assert asked.fault is WitnessFault.SPLIT


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (Answer(403, b""), WitnessFault.CONFIGURATION),
        (Answer(404, b""), WitnessFault.CONFIGURATION),
        (Answer(500, b""), WitnessFault.SILENT),
        (Answer(200, b""), WitnessFault.CONFIGURATION),
        (Answer(200, "— srij.example/w1 AAAA\n".encode()), WitnessFault.CONFIGURATION),
        (Answer(200, b"\xff\xfe"), WitnessFault.CONFIGURATION),
        (Answer(409, b"3\n"), WitnessFault.SPLIT),
    ],
)
def test_other_answers_are_named(other: Other, answer: Answer, fault: WitnessFault) -> None:
    WitnessState.objects.create(witness="srij.example/w1", size=3)
    (asked,) = log.ask_witnesses(now=NOON, send=lambda _url, _body: answer)
    assert asked.fault is fault
    assert not Cosignature.objects.exists()


def test_a_silent_witness_is_asked_again(other: Other) -> None:
    def silent(_url: str, _body: bytes) -> Answer:
        raise OSError

    (asked,) = log.ask_witnesses(now=NOON, send=silent)
    assert asked.fault is WitnessFault.SILENT
    (asked,) = log.ask_witnesses(now=NOON + timedelta(minutes=1), send=other.answer)
    assert asked.signed
    assert WitnessState.objects.get().fault == ""


def test_a_day_without_a_quorum_for_six_hours_opens_one_incident(other: Other) -> None:
    def silent(_url: str, _body: bytes) -> Answer:
        raise OSError

    leaf = LogLeaf.objects.get(number=2)
    with past_triggers():
        SealedDay.objects.create(
            day=NOON.date(),
            revision=1,
            manifest="",
            sha256=hashlib.sha256(b"").hexdigest(),
            rows=0,
            size=0,
            sealed_at=NOON,
            leaf=leaf,
        )
    for hours in (5, 6, 7):
        log.ask_witnesses(now=NOON + timedelta(hours=hours), send=silent)
        assert Incident.objects.filter(kind="adapter-silent").count() == (0 if hours < 6 else 1)
    log.ask_witnesses(now=NOON + timedelta(hours=8), send=other.answer)
    (day,) = sealed_days.sealed_days()
    assert (day.witnesses, day.witnessed) == (("srij.example/w1",), True)


def test_a_signature_by_another_key_of_that_name_is_not_kept(other: Other) -> None:
    vkey = other.signer.verifier.vkey
    other.seed = secrets.token_bytes(32)
    assert other.signer.verifier.vkey != vkey
    (asked,) = log.ask_witnesses(now=NOON, send=other.answer)
    assert asked.fault is WitnessFault.CONFIGURATION
