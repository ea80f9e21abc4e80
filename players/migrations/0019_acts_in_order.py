from django.db import migrations, models


class Migration(migrations.Migration):
    """Lets the first rows of an act be read without the rest of it, and the few players barred or gone be found."""

    dependencies = [("players", "0018_national_pushes")]

    operations = [
        migrations.RemoveIndex(model_name="auditentry", name="players_audit_act"),
        migrations.AddIndex(
            model_name="auditentry", index=models.Index(fields=["act", "id"], name="players_audit_act_order")
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(
                condition=models.Q(("suspended_at__isnull", False)), fields=["id"], name="players_person_suspended"
            ),
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", False)), fields=["id"], name="players_person_closed"
            ),
        ),
    ]
