from pathlib import Path

from django.db import migrations, models
from django.db.models import Q

SQL = Path(__file__).with_suffix(".sql")
KINDS = (
    "abandoned",
    "accounts",
    "complaints",
    "devices",
    "emails",
    "own-data",
    "sealed-days",
    "sign-ins",
    "signals",
)


class Migration(migrations.Migration):
    """What sealed days commit to is a class of its own, erased by two persons after ten years (PT-56)."""

    dependencies = [("players", "0037_found_by_hour")]

    operations = [
        migrations.RemoveConstraint(model_name="erasure", name="players_erasure_kind"),
        migrations.AddConstraint(
            model_name="erasure",
            constraint=models.CheckConstraint(condition=Q(kind__in=KINDS), name="players_erasure_kind"),
        ),
        # Backwards the functions know one class more, which no proposal can name then.
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
