from django.db import migrations, models

KINDS = ["reconciliation", "daily-report", "proof", "what-if", "files-proposal", "files-correction"]


class Migration(migrations.Migration):
    """The regulator's files of a heavy day are compared and made anew by a worker."""

    dependencies = [("reporting", "0021_regulator_line")]

    operations = [
        migrations.AlterField(
            "job",
            "kind",
            models.TextField(
                choices=[
                    ("reconciliation", "Reconciliation"),
                    ("daily-report", "Daily Report"),
                    ("proof", "Proof"),
                    ("what-if", "What If"),
                    ("files-proposal", "Files Proposal"),
                    ("files-correction", "Files Correction"),
                ]
            ),
        ),
        migrations.RemoveConstraint("job", "reporting_work_kind"),
        migrations.AddConstraint(
            "job", models.CheckConstraint(condition=models.Q(kind__in=KINDS), name="reporting_work_kind")
        ),
    ]
