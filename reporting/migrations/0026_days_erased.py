from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_suffix(".sql")
BACK = """
CREATE OR REPLACE FUNCTION reporting_guard_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL OR NEW.erased_at < OLD.day + interval '10 years'
        OR to_jsonb(OLD) - '{salt,record,erased_at}'::text[] <> to_jsonb(NEW) - '{salt,record,erased_at}'::text[] THEN
        RAISE EXCEPTION '% %: it stays until its term is over', TG_TABLE_NAME, OLD.day USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
DROP FUNCTION reporting_erase_sealed_days;
DROP VIEW reporting_kept_sealed_days;
"""


class Migration(migrations.Migration):
    """Records and salts of sealed days are erased by two persons after ten years, and by nothing else (PT-56)."""

    dependencies = [("reporting", "0025_leases"), ("players", "0038_sealed_days_erased")]

    operations = [migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK)]
