"""The bytes of sealed days: vectors, and everything held against a slow second implementation."""

import hashlib
import unicodedata
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
import slow_log
from hypothesis import given
from hypothesis import strategies as st

from reporting.evidence import canonical, manifests, tree
from reporting.evidence.canonical import NotCanonical
from reporting.evidence.manifests import Fault, Manifest, ManifestMalformed

ORIGIN = "casa.example/sabot/days"

# Canonical bytes.


def test_the_vector_of_a_person() -> None:
    person = {"birth_date": "1990-05-01", "full_name": "Inês d'Ávila", "nif": "299900010"}
    digest = canonical.commitment(bytes(range(32)), person).hex()
    assert digest == "eddee16e8cae96520bd179de4d5ffdbf48cd2bcccf84849d4e253b0c973afba2"
    with pytest.raises(ValueError, match="32 bytes"):
        canonical.commitment(bytes(31), person)


LETTERS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(
    lambda text: unicodedata.normalize("NFC", text)
)
KEYS = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-canonical.NUMBER_MOST, canonical.NUMBER_MOST) | LETTERS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
RECORDS = st.dictionaries(KEYS, VALUES, max_size=5)


@given(RECORDS)
def test_a_line_is_what_the_slow_reading_of_rfc_8785_writes_and_reads_back(record: dict[str, Any]) -> None:
    written = canonical.line(record)
    assert written == slow_log.jcs(record).encode() + b"\n"
    assert canonical.parse(written) == canonical.parse(written[:-1]) == record


@given(RECORDS, st.data())
def test_no_other_byte_reads_as_the_same_record(record: dict[str, Any], data: st.DataObject) -> None:
    written = canonical.line(record)[:-1]
    at = data.draw(st.integers(0, len(written) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != written[at]))
    changed = written[:at] + bytes([other]) + written[at + 1 :]
    read: dict[str, Any] | None
    try:
        read, column = canonical.parse(changed), 1
    except NotCanonical as fault:
        read, column = None, fault.column
    assert read != record
    assert 1 <= column <= len(written) + 1


@pytest.mark.parametrize(
    ("record", "path"),
    [
        ({"a": 1.5}, "a"),
        ({"a": [1, {"b": 2**53}]}, "a[1].b"),
        ({"Day": 1}, "'Day'"),
        ({"a": {"b-c": 1}}, "a.'b-c'"),
        ({1: 2}, "1"),
        ({"a": "e\u0301"}, "a"),
        ({"a": ["\ud800"]}, "a[0]"),
        ({"a": b"bytes"}, "a"),
        ({"a": datetime(2026, 3, 29, tzinfo=UTC)}, "a"),
        ([], ""),
    ],
)
def test_what_has_no_canonical_bytes_is_named(record: Any, path: str) -> None:
    with pytest.raises(NotCanonical) as raised:
        canonical.line(record)
    assert raised.value.path == path


def test_nothing_lies_deeper_than_sixteen() -> None:
    record: dict[str, Any] = {"a": 1}
    for _ in range(canonical.DEPTH_MOST):
        record = {"a": record}
    with pytest.raises(NotCanonical, match="deep"):
        canonical.line(record)


@pytest.mark.parametrize(
    ("block", "column"),
    [
        (b'{"b":1,"a":2}', 3),
        (b'{"a":1, "b":2}', 8),
        (b'{"a":1.0}', 6),
        (b'{"a":1e3}', 6),
        (b'{"a":-0}', 6),
        (b'{"a":NaN}', 6),
        (b'{"a":1,"a":2}', 8),
        (b'{"a":9007199254740992}', 6),
        (b'{"a":"\\u00e9"}', 7),
        (b'{"a":"\\/"}', 7),
        (b'{"a":"e\xcc\x81"}', 6),
        (b'{"a":"\xff"}', 7),
        (b'{"A":1}', 6),
        (b'{"a":1}\r\n', 8),
        (b'{"a":1}\n\n', 8),
        (b' {"a":1}', 1),
        (b"[]", 1),
        (b"", 1),
        (b'{"a":1', 7),
        (b'{"a":"\\ud800"}', 6),
        (b'{"a":' + b"9" * 5000 + b"}", 1),
        (b'{"a":' + b"[" * 100_000, 1),
    ],
)
def test_what_is_not_canonical_is_refused_with_its_column(block: bytes, column: int) -> None:
    with pytest.raises(NotCanonical) as raised:
        canonical.parse(block)
    assert raised.value.column == column


def test_moments_are_utc_with_six_decimals() -> None:
    assert (
        canonical.moment(datetime(2026, 3, 29, 1, 0, tzinfo=timezone(timedelta(hours=1))))
        == "2026-03-29T00:00:00.000000Z"
    )
    assert canonical.moment(datetime(2026, 3, 29, 1, 0, 0, 7, UTC)) == "2026-03-29T01:00:00.000007Z"
    with pytest.raises(NotCanonical):
        canonical.moment(datetime(2026, 3, 29))


# Manifests.


def manifest(**changes: Any) -> Manifest:
    lines = [b'{"id":1}\n', b'{"id":2}\n']
    facts: dict[str, Any] = {
        "house": ORIGIN,
        "day": date(2026, 3, 29),
        "revision": 1,
        "hours": 23,
        "previous": manifests.NO_PREVIOUS,
        "files": (manifests.file_entry("bets.jsonl", []), manifests.file_entry("ledger.jsonl", lines)),
        "sealed_at": "2026-03-30T00:15:00.000000Z",
        "software": "ab" * 32,
        "profile": "srij-2015",
    }
    return Manifest(**(facts | changes))


def test_a_manifest_reads_back_and_its_entries_are_sums_of_lines() -> None:
    sealed = manifest()
    assert Manifest.from_bytes(sealed.to_bytes()) == sealed
    empty, ledger = sealed.files
    assert (empty.rows, empty.bytes, empty.root) == (0, 0, tree.EMPTY.hex())
    assert (ledger.rows, ledger.bytes) == (2, 18)
    assert ledger.sha256 == hashlib.sha256(b'{"id":1}\n{"id":2}\n').hexdigest()
    assert ledger.root == slow_log.mth([b'{"id":1}\n', b'{"id":2}\n']).hex()
    assert sealed.sha256 == hashlib.sha256(sealed.to_bytes()).hexdigest()
    assert manifests.leaves_name("ledger.jsonl") == "ledger.jsonl.leaves"
    for line in (b"", b"a", b"a\nb\n"):
        with pytest.raises(ValueError, match="line feed"):
            manifests.FileSums().add(line)


AGREED = Fault(rule="S06", reason="The report's sum is one cent less.", by="a", agreed_by="b")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"hours": 26}, "hours"),
        ({"revision": 0}, "revision"),
        ({"previous": "0" * 63}, "previous"),
        ({"software": "AB" * 32}, "software"),
        ({"sealed_at": "2026-03-30T00:15:00Z"}, "sealed_at"),
        ({"house": ""}, "house"),
        ({"files": (manifests.file_entry("b.jsonl", []), manifests.file_entry("a.jsonl", []))}, "files"),
        ({"files": (manifests.file_entry("../a.jsonl", []),)}, "files[0].name"),
        ({"faults": (Fault(rule="S06", reason="because", by="a", agreed_by="a"),)}, "faults[0]"),
        ({"faults": (Fault(rule="S06", reason="", by="a", agreed_by="b"),)}, "faults[0].reason"),
    ],
)
def test_a_manifest_that_cannot_be_is_refused(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(ManifestMalformed) as raised:
        manifest(**changes)
    assert raised.value.field == field
    assert manifest(faults=(AGREED,)).faults == (AGREED,)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"sabot-day-1"', b'"sabot-day-2"'),
        (b'"2026-03-29"', b'"2026-W13-7"'),
        (b'"2026-03-29"', b"20260329"),
        (b'"revision":1', b'"revision":true'),
        (b'"profile":"srij-2015",', b""),
        (b'"rows":2', b'"rows":-2'),
        (b'"faults":[]', b'"faults":{}'),
        (b"}\n", b"}"),
    ],
)
def test_bytes_that_are_no_manifest_are_refused(old: bytes, new: bytes) -> None:
    with pytest.raises(ManifestMalformed):
        Manifest.from_bytes(manifest().to_bytes().replace(old, new))
