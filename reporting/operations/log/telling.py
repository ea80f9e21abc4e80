"""Tell the log a fact, in the transaction of what it tells. Shoes, rules and incidents are told by the database itself.

A leaf waits without a number until its transaction is over (`numbering`): nothing that plays waits for another.
"""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction

from players.accounts import terms
from reporting.evidence import canonical
from reporting.models import LeafKind, LogLeaf


def tell_log(*, kind: LeafKind, key: str, facts: Mapping[str, Any], now: datetime) -> int:
    """Write a leaf of one of our own kinds; its row. The same kind and key: the row that is there, once.

    Call it inside the transaction of what it tells. The facts are those of docs/sealed-days.md, without `kind` and
    `at`, and nothing personal; `canonical.NotCanonical` is raised for what has no canonical bytes.
    """
    assert transaction.get_connection().in_atomic_block, "a leaf stands or falls with what it tells"
    canonical.line({"kind": kind.value, "at": canonical.moment(now), **facts})
    leaf, _ = LogLeaf.objects.get_or_create(kind=kind, key=key, defaults={"facts": dict(facts), "at": now})
    return int(leaf.pk)


def tell_correction(
    *,
    key: str,
    day: date,
    files: Collection[tuple[str, str, str]],
    package: str | None,
    reason: str,
    by: str,
    agreed_by: str,
    now: datetime,
) -> int:
    """Tell that files of a day that were handed out were put right or erased: name, old and new SHA-256 of each.

    `reason` is a code, `by` and `agreed_by` are public ids.
    """
    told = [{"name": name, "old": old, "new": new} for name, old, new in sorted(files)]
    facts = {"day": day.isoformat(), "files": told, "package": package}
    return tell_log(
        kind=LeafKind.CORRECTION,
        key=key,
        facts={**facts, "reason": reason, "by": by, "agreed_by": agreed_by},
        now=now,
    )


def tell_terms(*, digests: Mapping[str, str], now: datetime) -> int:
    """Tell the terms that hold now, if the log lacks them: SHA-256 of each text by language; the leaf's row."""
    number = terms.in_force(now).number
    digest = digests[terms.BINDING]
    with transaction.atomic():
        return tell_log(
            kind=LeafKind.TERMS,
            key=f"terms/{number}/{digest[:16]}",
            facts={"name": "terms", "version": number, "digest": digest},
            now=now,
        )


def tell_generator(*, digest: str, holds: bool, size: int, shoes: int, now: datetime) -> int:
    """Tell that the generator was tested on so many bytes and shoes: the digest of the evidence, and its verdict."""
    with transaction.atomic():
        return tell_log(
            kind=LeafKind.GENERATOR,
            key=digest,
            facts={"digest": digest, "holds": holds, "bytes": size, "shoes": shoes},
            now=now,
        )
