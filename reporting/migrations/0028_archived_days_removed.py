from django.db import migrations, models

GUARD = """
-- A copy in the archive is taken away once, and only of a day that two persons had erased (PT-56).
CREATE FUNCTION reporting_guard_removing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.removed_at IS NOT NULL OR NOT EXISTS (
        SELECT FROM reporting_sealedday d JOIN reporting_daysalt s ON s.day = d.day
        WHERE d.id = OLD.sealed_id AND s.erased_at IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'the archived copy % stays until its day is erased', OLD.name USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER reporting_archivedday_removed BEFORE UPDATE ON reporting_archivedday
    FOR EACH ROW WHEN (OLD.removed_at IS DISTINCT FROM NEW.removed_at) EXECUTE FUNCTION reporting_guard_removing();
"""
BACK = """
DROP TRIGGER reporting_archivedday_removed ON reporting_archivedday;
DROP FUNCTION reporting_guard_removing();
"""


class Migration(migrations.Migration):
    """An erased day goes from the archive too, and its receipt says when."""

    dependencies = [("reporting", "0027_no_files_reason")]

    operations = [
        migrations.AddField("archivedday", "removed_at", models.DateTimeField(null=True)),
        migrations.RunSQL(GUARD, BACK),
    ]
