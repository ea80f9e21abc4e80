from pathlib import Path

import django.contrib.postgres.fields
from django.db import migrations, models
from django.db.models import Q

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = """
CREATE OR REPLACE FUNCTION tables_guard_shoe() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.root, OLD.sealed, OLD.card_count, OLD.table_id, OLD.number) IS DISTINCT FROM
     (NEW.root, NEW.sealed, NEW.card_count, NEW.table_id, NEW.number) OR NEW.dealt < OLD.dealt THEN
    RAISE EXCEPTION 'the cards of shoe % of table % are fixed', OLD.number, OLD.table_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
"""


class Migration(migrations.Migration):
    """A shoe's root binds which shoe it is, its decks, cards, cut card and rules. Older shoes have no header."""

    dependencies = [("tables", "0030_drift_court")]

    operations = [
        migrations.AddField("shoe", "header", models.JSONField(null=True)),
        migrations.AddField(
            "shoe",
            "header_path",
            django.contrib.postgres.fields.ArrayField(models.CharField(max_length=64), default=list, size=None),
        ),
        migrations.AddConstraint(
            "shoe",
            models.CheckConstraint(
                condition=Q(header__isnull=True, header_path__len=0)
                | Q(header__isnull=False, header_path__len__gt=0),
                name="shoe_header_whole",
            ),
        ),
        migrations.RunSQL(GUARD, BACK),
    ]
