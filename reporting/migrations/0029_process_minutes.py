import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    """What each process measures of itself, minute by minute, for a day."""

    dependencies = [("reporting", "0028_archived_days_removed")]

    operations = [
        migrations.CreateModel(
            name="ProcessMinute",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("minute", models.DateTimeField()),
                ("process", models.CharField(max_length=80)),
                ("kind", models.CharField(max_length=6)),
                ("host", models.CharField(max_length=30)),
                ("version", models.CharField(max_length=60)),
                ("began_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                ("ended", models.BooleanField(default=False)),
                ("figures", models.JSONField()),
                ("slips", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("steps", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("pages", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("minute", "process"), name="reporting_processminute_once")
                ],
            },
        ),
    ]
