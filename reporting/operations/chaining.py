"""Chain the evidence: batches of rows that no transaction can be writing any more, each digest over the one before it.

A sweep, never in the transaction of a bet: it reads, and adds a row a batch. Numbers are given before their transaction
is over, so a lower one may come after a higher one. Hence two looks: one notes the highest number there is, and every
transaction that had begun; a later one chains up to it once all of those are over.
"""

import hashlib
from datetime import datetime
from typing import Final

from django.db import connection, transaction

from reporting.making.streams import STREAMS, Stream
from reporting.models import ChainLink, ChainMark

LOCK: Final = 0x5AB0C
BATCH: Final = 5_000
BATCHES_MOST: Final = 40
"""Of one stream in one sweep: a long past is chained in many."""
LAG: Final = "2 seconds"
"""How long after a look the next may chain: a number may be given a moment before its transaction has one itself."""
BEGINNING: Final = "0" * 64


def extend_chain(*, now: datetime) -> int:
    """Chain the settled rows of every stream; how many rows were chained. One process at a time, safe twice."""
    return sum(_extend(stream, now) for stream in STREAMS.values())


def _extend(stream: Stream, now: datetime) -> int:
    chained = 0
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, hashtext(%s))", [LOCK, stream.name])
        if not cursor.fetchone()[0]:
            return 0
        cursor.execute(_SETTLED, {"stream": stream.name, "lag": LAG})
        settled = cursor.fetchone()
        if settled is not None:
            for _ in range(BATCHES_MOST):
                count = _link(stream, settled[0], now)
                chained += count
                if count < BATCH:
                    break
            else:
                return chained  # the other settled rows come with the next sweep
            _look(stream)
        elif not ChainMark.objects.filter(stream=stream.name).exists():
            _look(stream)
    return chained


def _link(stream: Stream, settled: int, now: datetime) -> int:
    """One batch more, if there are rows for it; how many."""
    before = ChainLink.objects.filter(stream=stream.name).order_by("-number").first()
    after = before.last if before else 0
    with connection.cursor() as cursor:
        cursor.execute(_BATCH.format(key=stream.key, table=stream.table), [after, settled, BATCH])
        last, count = cursor.fetchone()
        if not count:
            return 0
        cursor.execute(hashed(stream), {"after": after, "last": last})
        count, rows, marks = cursor.fetchone()
    number, previous = (before.number + 1, before.digest) if before else (1, BEGINNING)
    ChainLink.objects.create(
        stream=stream.name,
        version=stream.version,
        number=number,
        after=after,
        last=last,
        count=count,
        rows=rows,
        marks=bytes(marks),
        previous=previous,
        digest=digest(stream.name, stream.version, number, after, last, count, rows, previous),
        made_at=now,
    )
    return int(count)


def hashed(stream: Stream) -> str:
    """SQL for count, digest and marks of the rows above `after` up to `last`."""
    return _HASHED.format(rows=stream.rows("%(after)s", "%(last)s"))


def keys_of(stream: Stream) -> str:
    """SQL for the numbers of the rows above one up to another."""
    return _KEYS.format(rows=stream.rows("%s", "%s"))


def digest(stream: str, version: int, number: int, after: int, last: int, count: int, rows: str, previous: str) -> str:
    """The digest of a link and all before it.

    >>> digest("ledger", 1, 1, 0, 5, 5, "0" * 64, "0" * 64)[:16]
    '0ed2c7ec3c4f3ae0'
    """
    text = f"sabot-chain-1|{stream}|{version}|{number}|{after}|{last}|{count}|{rows}|{previous}"
    return hashlib.sha256(text.encode()).hexdigest()


def _look(stream: Stream) -> None:
    """Note the highest number and, by a transaction of its own, which had begun: all numbered before this one."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOK.format(key=stream.key, table=stream.table), [stream.name])


_SETTLED: Final = """
SELECT seen FROM reporting_chainmark
WHERE stream = %(stream)s AND at <= clock_timestamp() - %(lag)s::interval
    AND pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= horizon
"""
_LOOK: Final = """
INSERT INTO reporting_chainmark (stream, seen, horizon, at)
SELECT %s, coalesce((SELECT max({key}) FROM {table}), 0), pg_current_xact_id()::text::bigint, clock_timestamp()
ON CONFLICT (stream) DO UPDATE SET seen = excluded.seen, horizon = excluded.horizon, at = excluded.at
"""
_BATCH: Final = """
SELECT max(key), count(*)
FROM (SELECT {key} AS key FROM {table} WHERE {key} > %s AND {key} <= %s ORDER BY 1 LIMIT %s) batch
"""
_HASHED: Final = """
SELECT count(*), encode(sha256(coalesce(string_agg(told.digest, ''::bytea ORDER BY told.key), ''::bytea)), 'hex'),
    coalesce(string_agg(substring(told.digest FOR 8), ''::bytea ORDER BY told.key), ''::bytea)
FROM (SELECT key, sha256(convert_to(text, 'UTF8')) AS digest FROM ({rows}) texts) told
"""
_KEYS: Final = "SELECT key FROM ({rows}) told ORDER BY key"
