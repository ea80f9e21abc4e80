from django.db import migrations, models

GUARD = """
CREATE TRIGGER reporting_daystamp_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_daystamp
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
"""
BACK = "DROP TRIGGER reporting_daystamp_only_added ON reporting_daystamp;"


class Migration(migrations.Migration):
    """Time stamps of sealed days by an authority outside (RFC 3161)."""

    dependencies = [("reporting", "0018_safe_parcels")]

    operations = [
        migrations.CreateModel(
            name='DayStamp',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('note', models.TextField()),
                ('token', models.BinaryField()),
                ('stamped_at', models.DateTimeField()),
                ('asked_at', models.DateTimeField()),
                (
                    'sealed',
                    models.OneToOneField(
                        on_delete=models.deletion.PROTECT, related_name='stamp', to='reporting.sealedday'
                    ),
                ),
            ],
        ),
        migrations.RunSQL(GUARD, BACK),
    ]
