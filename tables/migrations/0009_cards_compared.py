import django.db.models.deletion
from django.db import migrations, models

KINDS = ["stuck-round", "void-round", "shoe-unfit", "cards-differ", "over-risk", "ledger", "adapter-silent", "other"]


class Migration(migrations.Migration):
    """How far each table's rounds were compared with their sealed cards, and the incident of a difference."""

    dependencies = [("tables", "0008_finished_rounds")]

    operations = [
        migrations.CreateModel(
            name="Comparison",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.IntegerField(default=0)),
                ("compared_at", models.DateTimeField(null=True)),
                ("differences", models.IntegerField(default=0)),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.table"
                    ),
                ),
            ],
        ),
        migrations.RemoveConstraint(model_name="incident", name="incident_kind_known"),
        migrations.AlterField(
            model_name="incident",
            name="kind",
            field=models.CharField(
                choices=[(kind, kind.replace("-", " ").title()) for kind in KINDS], max_length=20
            ),
        ),
        migrations.AddConstraint(
            model_name="incident",
            constraint=models.CheckConstraint(condition=models.Q(("kind__in", KINDS)), name="incident_kind_known"),
        ),
    ]
