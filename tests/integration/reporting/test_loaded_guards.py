"""Guards after a dump and load: PostgreSQL prints some otherwise, and the proof knows both ways, of these alone."""

import pytest
from django.db import connection

from reporting.making import guards
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db(transaction=True)
CHECK = ("constraint", "tables_table", "table_status_known")


def test_the_file_has_what_a_load_changes() -> None:
    """Read as the owner, as who loads a dump is; the test's own database was made by the migrations, or loaded."""
    with as_owner():
        changed = guards.loaded()
    assert changed in (guards.expected_loaded(), {})
    assert CHECK in guards.expected_loaded()
    assert guards.expected_loaded().keys() < guards.expected().keys()
    assert guards.verify_guards() == ()


def test_a_guard_made_again_from_its_text_is_the_same_and_another_is_not() -> None:
    definition = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'table_status_known'"
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(definition)
        text = str(cursor.fetchone()[0])
        for made, wrong in ((text, False), (text.replace("= ANY", "<> ALL"), True)):
            cursor.execute("ALTER TABLE tables_table DROP CONSTRAINT table_status_known")
            valid = " NOT VALID" if wrong else ""
            cursor.execute(f"ALTER TABLE tables_table ADD CONSTRAINT table_status_known {made}{valid}")
            found = [one.subject for one in guards.verify_guards()]
            assert found == (["constraint tables_table table_status_known"] if wrong else [])
        cursor.execute("ALTER TABLE tables_table DROP CONSTRAINT table_status_known")
        cursor.execute(f"ALTER TABLE tables_table ADD CONSTRAINT table_status_known {text}")
    assert guards.verify_guards() == ()
