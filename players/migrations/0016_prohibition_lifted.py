"""Who lifted an entry of the register of the prohibited, and why."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0015_staff_changes"),
    ]

    operations = [
        migrations.AddField(
            model_name="prohibition",
            name="lift_note",
            field=models.TextField(blank=True, default=""),
        ),
        migrations.AddField(
            model_name="prohibition",
            name="lifted_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="prohibitions_lifted",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="prohibition",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("lift_note", ""), ("lifted_at__isnull", True), ("lifted_by__isnull", True)),
                    models.Q(
                        ("lifted_at__isnull", False),
                        ("lifted_by__isnull", False),
                        models.Q(("lift_note", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="players_prohibition_lifted_whole",
            ),
        ),
    ]
