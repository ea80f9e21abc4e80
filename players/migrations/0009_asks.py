from django.db import migrations, models


class Migration(migrations.Migration):
    """Requests that visitors may make are counted in rows; letters that were asked for by address wait there."""

    dependencies = [("players", "0008_file_checks")]

    operations = [
        migrations.CreateModel(
            name="Ask",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.TextField()),
                ("subject", models.CharField(max_length=300)),
                ("key", models.UUIDField(null=True)),
                ("facts", models.JSONField(default=dict)),
                ("at", models.DateTimeField()),
                ("done_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["kind", "subject", "-at"], name="players_ask_counted"),
                    models.Index(
                        condition=models.Q(("done_at__isnull", True)), fields=["id"], name="players_ask_waiting"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("key__isnull", False)), fields=("kind", "key"), name="players_ask_once"
                    )
                ],
            },
        ),
    ]
