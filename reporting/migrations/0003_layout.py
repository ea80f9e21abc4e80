from django.db import migrations, models


class Migration(migrations.Migration):
    """How a report was laid out stays beside its rows: a later definition does not change what was handed out."""

    dependencies = [("reporting", "0002_guards")]

    operations = [migrations.AddField("reportrun", "layout", models.JSONField(default=dict))]
