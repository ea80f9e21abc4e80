from django.db import migrations, models


class Migration(migrations.Migration):
    """Finds the sessions of a person that ended today without reading all that they ever had."""

    dependencies = [("tables", "0027_incidents_as_a_process")]

    operations = [
        migrations.AddIndex(
            "playsession", models.Index(fields=["person", "ended_at"], name="session_of_person_by_end")
        ),
    ]
