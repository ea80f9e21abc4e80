"""The proof of the chains: every link, and every row under it, computed again; what differs is named by its row."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Final

from django.db import connection

from reporting.making.faults import ChainFault
from reporting.making.streams import STREAMS, Stream
from reporting.models import ChainLink, LedgerProof
from reporting.operations.chaining import BEGINNING, digest, hashed, keys_of

MARK: Final = 8
NAMED_MOST: Final = 100
"""Rows named of one link."""
START: Final[Mapping[str, Any]] = {"number": 0, "last": 0, "digest": BEGINNING}
"""Where a chain ends before its first link."""
STEP: Final = 200
"""Links between two words of how far it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainDifference:
    """One row, range of rows, or link: `subject` says which."""

    subject: str
    why: ChainFault


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainProof:
    """How many rows were looked at in each stream, where each chain ends, and what differs."""

    rows: Mapping[str, int]
    heads: Mapping[str, Mapping[str, Any]]
    differences: tuple[ChainDifference, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinksProof:
    """A part of one chain: how many rows are under its links, where it ends, and what differs."""

    rows: int
    head: dict[str, Any]
    differences: tuple[ChainDifference, ...]


def verify_chains(
    *, step: Callable[[str, int], None] | None = None, heads: Mapping[str, Mapping[str, Any]] | None = None
) -> ChainProof:
    """Compute every chain again from its first link, or from where `heads` say that each ended.

    `step` is told the stream and its rows so far.
    """
    rows: dict[str, int] = {}
    ends: dict[str, dict[str, Any]] = {}
    found: list[ChainDifference] = []
    for stream in STREAMS.values():
        part = verify_links(stream, (heads or {}).get(stream.name, START), step=step)
        rows[stream.name], ends[stream.name] = part.rows, part.head
        found += part.differences
    found += _cut()
    return ChainProof(rows=rows, heads=ends, differences=tuple(found))


def verify_links(
    stream: Stream,
    head: Mapping[str, Any],
    *,
    upto: int | None = None,
    step: Callable[[str, int], None] | None = None,
) -> LinksProof:
    """Compute the links of one chain again that follow `head`, up to the `upto`-th where it is given."""
    links = ChainLink.objects.filter(stream=stream.name, number__gt=head["number"]).order_by("number")
    number, last, previous, rows = head["number"], head["last"], head["digest"], 0
    found: list[ChainDifference] = []
    for link in (links if upto is None else links.filter(number__lte=upto)).iterator(chunk_size=STEP):
        subject = f"{stream.name} {link.after + 1}–{link.last}"
        if (link.number, link.after, link.previous) != (number + 1, last, previous) or link.digest != _digest(link):
            found.append(ChainDifference(subject=subject, why=ChainFault.LINK_BROKEN))
        found += _rows(stream, link)
        number, last, previous = link.number, link.last, link.digest
        rows += link.count
        if step and number % STEP == 0:
            step(stream.name, rows)
    return LinksProof(rows=rows, head={"number": number, "last": last, "digest": previous}, differences=tuple(found))


def _digest(link: ChainLink) -> str:
    return digest(link.stream, link.version, link.number, link.after, link.last, link.count, link.rows, link.previous)


def _rows(stream: Stream, link: ChainLink) -> Iterator[ChainDifference]:
    """The rows under a link that are not those that were chained."""
    with connection.cursor() as cursor:
        cursor.execute(hashed(stream), {"after": link.after, "last": link.last})
        count, rows, marks = cursor.fetchone()
        if (count, rows) == (link.count, link.rows):
            return
        cursor.execute(keys_of(stream), [link.after, link.last])
        keys = [int(key) for (key,) in cursor.fetchall()]
    named = 0
    for why, subject in _compared(_cut_up(bytes(link.marks)), _cut_up(bytes(marks)), keys, link):
        yield ChainDifference(subject=f"{stream.name} {subject}", why=why)
        named += 1
        if named >= NAMED_MOST:
            break
    if not named:
        yield ChainDifference(subject=f"{stream.name} {link.after + 1}–{link.last}", why=ChainFault.LINK_BROKEN)


def _cut_up(marks: bytes) -> list[bytes]:
    return [marks[at : at + MARK] for at in range(0, len(marks), MARK)]


def _compared(
    chained: list[bytes], now: list[bytes], keys: list[int], link: ChainLink
) -> Iterator[tuple[ChainFault, str]]:
    for tag, a, b, c, d in SequenceMatcher(None, chained, now, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        both = min(b - a, d - c)
        for place in range(c, c + both):
            yield ChainFault.ROW_CHANGED, str(keys[place])
        for place in range(c + both, d):
            yield ChainFault.ROW_ADDED, str(keys[place])
        if gone := b - a - both:
            since = keys[c + both - 1] + 1 if c + both else link.after + 1
            until = keys[d] - 1 if d < len(keys) else link.last
            where = str(since) if since == until else f"{since}–{until}"
            yield ChainFault.ROW_MISSING, where if gone == until - since + 1 else f"{where} ({gone})"


def _cut() -> Iterator[ChainDifference]:
    """An end that an earlier proof saw, and that is not there any more."""
    seen: dict[tuple[str, int], str] = {}
    for proof in LedgerProof.objects.exclude(heads={}).order_by("-pk").only("heads")[:100]:
        for stream, head in proof.heads.items():
            if head["number"]:
                seen[stream, head["number"]] = head["digest"]
    for (stream, number), was in sorted(seen.items()):
        if not ChainLink.objects.filter(stream=stream, number=number, digest=was).exists():
            yield ChainDifference(subject=f"{stream} {number}", why=ChainFault.CHAIN_CUT)
