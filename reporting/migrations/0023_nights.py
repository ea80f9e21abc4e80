import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q

GUARDS = """
-- A receipt of the archive stays; only when it was last read back, and whether it failed, is written later (PT-56).
CREATE TRIGGER reporting_archivedday_stays BEFORE DELETE OR TRUNCATE ON reporting_archivedday
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_archivedday_same BEFORE UPDATE ON reporting_archivedday
    FOR EACH ROW WHEN (
        (OLD.id, OLD.sealed_id, OLD.name, OLD.sha256, OLD.size, OLD.receipt, OLD.stored_at)
        IS DISTINCT FROM (NEW.id, NEW.sealed_id, NEW.name, NEW.sha256, NEW.size, NEW.receipt, NEW.stored_at)
        OR NEW.verified_at < OLD.verified_at
    )
    EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_nightcheck_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_nightcheck
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
"""
BACK = """
DROP TRIGGER reporting_nightcheck_only_added ON reporting_nightcheck;
DROP TRIGGER reporting_archivedday_same ON reporting_archivedday;
DROP TRIGGER reporting_archivedday_stays ON reporting_archivedday;
"""


class Migration(migrations.Migration):
    """Sealed days in the archive (PT-56), and what is looked at each night."""

    dependencies = [("reporting", "0022_jobs_of_files")]

    operations = [
        migrations.CreateModel(
            name="ArchivedDay",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("name", models.TextField(unique=True)),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.BigIntegerField()),
                ("receipt", models.TextField()),
                ("stored_at", models.DateTimeField()),
                ("verified_at", models.DateTimeField()),
                ("failed_at", models.DateTimeField(null=True)),
                (
                    "sealed",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="archived",
                        to="reporting.sealedday",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["verified_at"], name="reporting_archivedday_oldest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(sha256__regex="^[0-9a-f]{64}$") & Q(size__gt=0) & ~Q(receipt="") & ~Q(name=""),
                        name="reporting_archivedday_whole",
                    ),
                    models.CheckConstraint(
                        condition=Q(verified_at__gte=F("stored_at")), name="reporting_archivedday_verified"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="NightCheck",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.TextField(choices=[("rows", "Rows"), ("archive", "Archive")])),
                ("at", models.DateTimeField()),
                ("count", models.BigIntegerField()),
                ("told", models.JSONField(default=list)),
                (
                    "sealed",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="nights", to="reporting.sealedday"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["kind", "-at"], name="reporting_night_latest")],
                "constraints": [
                    models.CheckConstraint(condition=Q(kind__in=["rows", "archive"]), name="reporting_night_kind"),
                    models.CheckConstraint(condition=Q(count__gte=0), name="reporting_night_counts"),
                ],
            },
        ),
        migrations.RunSQL(GUARDS, BACK),
    ]
