from django.contrib.postgres.indexes import BrinIndex
from django.db import migrations


class Migration(migrations.Migration):
    """Finds the sessions that ended on a day: a floor says when most players sat."""

    dependencies = [("tables", "0028_sessions_of_a_person_by_end")]

    operations = [
        migrations.AddIndex(
            "playsession",
            BrinIndex(fields=["ended_at"], name="session_ended", autosummarize=True, pages_per_range=32),
        ),
    ]
