"""Every guard of every app: those that the migrations make, beside those that the database has now.

`guards.txt` beside this file is what a database has that was just made: a line for every trigger, function, view, rule
and constraint, with a digest of its definition as PostgreSQL tells it. `guards_loaded.txt` has those that it tells
otherwise once they came out of a dump: the same definition, with its casts set elsewhere. `./sabot manage write_guards`
writes both.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from django.db import connection

MANIFEST: Final = Path(__file__).parent / "guards.txt"
LOADED: Final = Path(__file__).parent / "guards_loaded.txt"
_HEAD: Final = "# Written by `./sabot manage write_guards`: kind, table, name, digest of the definition.\n"


class GuardFault(StrEnum):
    """How a guard differs from the manifest."""

    MISSING = "guard-missing"
    CHANGED = "guard-changed"
    """Its definition is another, or it is switched off."""
    UNKNOWN = "guard-unknown"
    """No migration makes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardDifference:
    """One guard that is not as installed: its kind, table and name."""

    subject: str
    why: GuardFault


def verify_guards() -> tuple[GuardDifference, ...]:
    """Compare the database's guards with those that the migrations make, or that a dump of such a database makes."""
    found, loaded = installed(), expected_loaded()
    wanted = {
        guard: found[guard] if found.get(guard) == loaded.get(guard, "") else digest
        for guard, digest in expected().items()
    }
    return compared(wanted, found)


def compared(
    wanted: Mapping[tuple[str, str, str], str], found: Mapping[tuple[str, str, str], str]
) -> tuple[GuardDifference, ...]:
    """The differences between the two, by kind, table and name.

    >>> [str(one.why) for one in compared({("trigger", "t", "a"): "1"}, {("trigger", "t", "a"): "2"})]
    ['guard-changed']
    """
    differences = []
    for guard in sorted(wanted.keys() | found.keys()):
        if wanted.get(guard) != found.get(guard):
            why = (
                GuardFault.MISSING
                if guard not in found
                else GuardFault.UNKNOWN
                if guard not in wanted
                else GuardFault.CHANGED
            )
            differences.append(GuardDifference(subject=" ".join(word for word in guard if word), why=why))
    return tuple(differences)


@cache
def expected() -> Mapping[tuple[str, str, str], str]:
    """The guards of a database that was just made."""
    return _read(MANIFEST)


@cache
def expected_loaded() -> Mapping[tuple[str, str, str], str]:
    """The guards that have another digest in a database that was loaded from a dump of one that was just made."""
    return _read(LOADED)


def installed() -> Mapping[tuple[str, str, str], str]:
    """The guards that the database has now; one that is switched off has another digest than one that is on."""
    with connection.cursor() as cursor:
        cursor.execute(_INSTALLED)
        return {
            (kind, table, name): hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]
            for kind, table, name, text in cursor.fetchall()
        }


def loaded() -> Mapping[tuple[str, str, str], str]:
    """The digests that a dump and load of this database would leave, of the guards whose digests it changes.

    Each is taken away and made again from its own text, as a load does, and all of it is undone.
    """
    before = installed()
    with connection.cursor() as cursor:
        cursor.execute(_AGAIN)
        statements = [statement for (statement,) in cursor.fetchall()]
        cursor.execute("BEGIN")
        try:
            for statement in statements:
                cursor.execute(statement)
            after = installed()
        finally:
            cursor.execute("ROLLBACK")
    assert before.keys() == after.keys(), "nothing is lost on the way"
    return {guard: digest for guard, digest in after.items() if before[guard] != digest}


def _read(manifest: Path) -> Mapping[tuple[str, str, str], str]:
    lines = manifest.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {(kind, table, name): digest for kind, table, name, digest in rows}


def document(guards: Mapping[tuple[str, str, str], str]) -> str:
    """The manifest of these guards."""
    return _HEAD + "".join("\t".join((*guard, guards[guard])) + "\n" for guard in sorted(guards))


# Views and functions by their own text, views with their options too (whose rights they use); constraints and triggers
# as the server prints them. Not those of extensions.
_INSTALLED: Final = """
WITH ours AS (SELECT oid FROM pg_namespace WHERE nspname = current_schema()),
foreign_made AS (SELECT objid FROM pg_depend WHERE deptype = 'e')
SELECT 'trigger', t.tgrelid::regclass::text, t.tgname::text, t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid)
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE NOT t.tgisinternal AND c.relnamespace IN (SELECT oid FROM ours)
UNION ALL
SELECT 'function', '', p.oid::regprocedure::text, pg_get_functiondef(p.oid)
FROM pg_proc p
WHERE p.pronamespace IN (SELECT oid FROM ours) AND p.prokind IN ('f', 'p')
    AND p.oid NOT IN (SELECT objid FROM foreign_made)
UNION ALL
SELECT 'constraint', c.conrelid::regclass::text, c.conname::text,
    c.convalidated::text || ' ' || pg_get_constraintdef(c.oid)
FROM pg_constraint c
WHERE c.connamespace IN (SELECT oid FROM ours) AND c.conrelid <> 0 AND c.contype IN ('c', 'u', 'p', 'f', 'x')
UNION ALL
SELECT 'unique', i.indrelid::regclass::text, i.indexrelid::regclass::text,
    i.indisvalid::text || ' ' || pg_get_indexdef(i.indexrelid)
FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
WHERE i.indisunique AND c.relnamespace IN (SELECT oid FROM ours) AND c.relkind = 'r'
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid)
UNION ALL
SELECT 'view', '', c.oid::regclass::text, coalesce(c.reloptions::text, '') || ' ' || pg_get_viewdef(c.oid)
FROM pg_class c
WHERE c.relkind IN ('v', 'm') AND c.relnamespace IN (SELECT oid FROM ours)
    AND c.oid NOT IN (SELECT objid FROM foreign_made)
UNION ALL
SELECT 'rule', r.ev_class::regclass::text, r.rulename::text, r.ev_enabled::text || ' ' || pg_get_ruledef(r.oid)
FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
WHERE c.relkind = 'r' AND c.relnamespace IN (SELECT oid FROM ours)
"""

# What takes each guard away and makes it again from its own text; a trigger that is not simply on is set as it was.
_AGAIN: Final = """
WITH ours AS (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I; ALTER TABLE %s ADD CONSTRAINT %I %s', c.conrelid::regclass, c.conname,
    c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
FROM pg_constraint c WHERE c.connamespace IN (SELECT oid FROM ours) AND c.conrelid <> 0 AND c.contype = 'c'
UNION ALL
SELECT format('DROP TRIGGER %I ON %s; %s; %s', t.tgname, t.tgrelid::regclass, pg_get_triggerdef(t.oid),
    CASE t.tgenabled WHEN 'A' THEN format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', t.tgrelid::regclass, t.tgname)
      WHEN 'R' THEN format('ALTER TABLE %s ENABLE REPLICA TRIGGER %I', t.tgrelid::regclass, t.tgname)
      WHEN 'D' THEN format('ALTER TABLE %s DISABLE TRIGGER %I', t.tgrelid::regclass, t.tgname) ELSE 'SELECT 1' END)
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE NOT t.tgisinternal AND c.relnamespace IN (SELECT oid FROM ours)
UNION ALL
SELECT format('DROP INDEX %s; %s', i.indexrelid::regclass, pg_get_indexdef(i.indexrelid))
FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
WHERE i.indisunique AND c.relnamespace IN (SELECT oid FROM ours) AND c.relkind = 'r'
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid)
"""
