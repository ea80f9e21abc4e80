import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

GUARD = """
CREATE TRIGGER tables_courtday_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_courtday
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();
"""
BACK = "DROP TRIGGER tables_courtday_only_added ON tables_courtday;"
STREAMS = [("outcomes", "outcomes"), ("cards", "cards"), ("money", "money"), ("generator", "generator")]


class Migration(migrations.Migration):
    """The drift court's evidence at the end of each day, for the sealed days."""

    dependencies = [("tables", "0036_regulator_line")]

    operations = [
        migrations.AddField("courtmark", "day", models.DateField(null=True)),
        migrations.AddField("courtmark", "kept_from", models.DateField(null=True)),
        migrations.AddField("courtstate", "day", models.DateField(null=True)),
        migrations.AddField("courtstate", "threshold", models.FloatField(default=0)),
        migrations.CreateModel(
            name="CourtDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("place", models.CharField(max_length=30)),
                ("stream", models.CharField(choices=STREAMS, max_length=10)),
                (
                    "values",
                    django.contrib.postgres.fields.ArrayField(base_field=models.FloatField(), size=None),
                ),
                ("rounds", models.BigIntegerField()),
                ("last_number", models.BigIntegerField()),
                ("threshold", models.FloatField()),
                (
                    "configuration",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.configuration",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.table"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            "courtday",
            models.UniqueConstraint(fields=("place", "stream", "day"), name="court_day_once"),
        ),
        migrations.RunSQL(GUARD, BACK),
    ]
