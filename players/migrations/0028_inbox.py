import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# Who has an open case in hand looks after it.
IN_HAND = """
INSERT INTO players_assignment (kind, key, person_id, by_id, at)
SELECT 'complaint', 'R-' || year || '-' || lpad(serial::text, greatest(5, length(serial::text)), '0'),
    handler_id, handler_id, turn_began_at
FROM players_complaint WHERE state = 'in-hand' AND handler_id IS NOT NULL ORDER BY id
"""


class Migration(migrations.Migration):
    """Who looks after what waits, and what each member of staff keeps in view."""

    dependencies = [("players", "0027_tails_of_accounts")]

    operations = [
        migrations.CreateModel(
            name="Assignment",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.TextField()),
                ("key", models.TextField()),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="assignments_made", to=settings.AUTH_USER_MODEL)),
                ("person", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="assignments", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["kind", "key"], name="players_assignment_once"),
                    models.CheckConstraint(condition=models.Q(models.Q(("kind", ""), _negated=True), models.Q(("key", ""), _negated=True)), name="players_assignment_named"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Attention",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.TextField()),
                ("key", models.TextField()),
                ("put_off_until", models.DateTimeField(null=True)),
                ("watched_at", models.DateTimeField(null=True)),
                ("mentioned_at", models.DateTimeField(null=True)),
                ("mentioned_by", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="mentions_made", to=settings.AUTH_USER_MODEL)),
                ("person", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="attentions", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["person", "kind", "key"], name="players_attention_once"),
                    models.CheckConstraint(condition=models.Q(models.Q(("kind", ""), _negated=True), models.Q(("key", ""), _negated=True)), name="players_attention_named"),
                    models.CheckConstraint(condition=models.Q(("mentioned_at__isnull", True), ("mentioned_by__isnull", False), _connector="OR"), name="players_attention_mention_whole"),
                ],
            },
        ),
        migrations.CreateModel(
            name="InboxLook",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("person", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="inbox_look", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.RunSQL(IN_HAND, migrations.RunSQL.noop),
    ]
