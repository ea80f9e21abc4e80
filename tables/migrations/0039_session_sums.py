from pathlib import Path

from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Func, Q

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = "DROP TRIGGER session_sums_stay ON tables_playsession;"
CHANCES = (
    *("ponto", "banca", "banca-no-commission", "empate", "par-ponto", "par-banca", "qualquer-par", "par-perfeito"),
    *("natural-ponto", "natural-banca", "bonus-ponto", "bonus-banca", "lucky-six", "lucky-six-2", "lucky-six-3"),
)
ALL_STAKES = "({})".format(" + ".join(f"coalesce((%(expressions)s->>'{each}')::bigint, 0)" for each in CHANCES))


class Migration(migrations.Migration):
    """A session's sums, kept once it is over, and a round's stakes in one figure. Rewrites the table of rounds."""

    dependencies = [
        ("tables", "0038_court_periods"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("playsession", "pairs", models.JSONField(null=True)),
        migrations.AddField(
            "round",
            "staked",
            models.GeneratedField(
                expression=Func(F("sums"), template=ALL_STAKES), output_field=models.BigIntegerField(), db_persist=True
            ),
        ),
        migrations.AddIndex(
            "playsession",
            models.Index(
                fields=["id"], condition=Q(ended_at__isnull=False, pairs__isnull=True), name="session_to_add_up"
            ),
        ),
        migrations.RunSQL(GUARD, BACK),
    ]
