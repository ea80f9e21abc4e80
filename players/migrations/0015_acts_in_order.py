from django.db import migrations, models


class Migration(migrations.Migration):
    """Lets the first rows of an act be read without the rest of it."""

    dependencies = [("players", "0014_saved_views")]

    operations = [
        migrations.RemoveIndex(model_name="auditentry", name="players_audit_act"),
        migrations.AddIndex(
            model_name="auditentry", index=models.Index(fields=["act", "id"], name="players_audit_act_order")
        ),
    ]
