from django.db import migrations, models

KINDS = ["reconciliation", "daily-report", "proof", "what-if"]


class Migration(migrations.Migration):
    """Past bets under other rules are a long work too."""

    dependencies = [("reporting", "0009_jobs")]

    operations = [
        migrations.AddField("job", "details", models.JSONField(default=dict)),
        migrations.AlterField(
            "job",
            "kind",
            models.TextField(
                choices=[
                    ("reconciliation", "Reconciliation"),
                    ("daily-report", "Daily Report"),
                    ("proof", "Proof"),
                    ("what-if", "What If"),
                ]
            ),
        ),
        migrations.RemoveConstraint("job", "reporting_work_kind"),
        migrations.AddConstraint(
            "job", models.CheckConstraint(condition=models.Q(kind__in=KINDS), name="reporting_work_kind")
        ),
    ]
