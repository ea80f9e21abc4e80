from pathlib import Path

from django.db import migrations, models


SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """Keeps when the clock of a dealing host left the database's clock, and when it came back."""

    dependencies = [
        ('tables', '0018_public_views'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClockChange',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('dealer', models.CharField(max_length=60)),
                ('at', models.DateTimeField()),
                ('ahead_ms', models.BigIntegerField()),
                ('agrees', models.BooleanField()),
            ],
            options={
                'indexes': [models.Index(fields=['at'], name='clock_change_at')],
                'constraints': [models.CheckConstraint(condition=models.Q(('dealer', ''), _negated=True), name='clock_change_of_a_dealer')],
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), "DROP VIEW tables_public_clockchange"),
    ]
