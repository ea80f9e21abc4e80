from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = """
DROP TRIGGER shoe_started ON tables_shoe;
DROP FUNCTION tables_guard_start();
DROP TRIGGER cut_guard ON tables_cut;
DROP FUNCTION tables_guard_cut();
DROP TRIGGER cut_number_guard ON tables_cutnumber;
DROP FUNCTION tables_guard_cut_number();
DROP TRIGGER cuts_stay ON tables_cut;
DROP TRIGGER cut_numbers_stay ON tables_cutnumber;
"""


class Migration(migrations.Migration):
    """Players may cut a shoe: each seat's number, held to before it is shown, and the place where the shoe begins."""

    dependencies = [("tables", "0033_origins")]

    operations = [
        migrations.AddField("shoe", "start", models.IntegerField(default=0, db_default=0)),
        migrations.AddConstraint(
            "shoe",
            models.CheckConstraint(
                condition=Q(start__gte=0, start__lt=F("card_count")), name="shoe_starts_within"
            ),
        ),
        migrations.CreateModel(
            "Cut",
            [
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                (
                    "shoe",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="cut_of", to="tables.shoe"
                    ),
                ),
                ("opened_at", models.DateTimeField()),
                ("closes_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                ("shown_until", models.DateTimeField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(closed_at__isnull=True, shown_until__isnull=True, decided_at__isnull=True)
                        | Q(closed_at__isnull=False, closed_at__gte=F("closes_at")),
                        name="cut_closed_when_due",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            "CutNumber",
            [
                ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                (
                    "cut",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="numbers",
                        to="tables.cut",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.playsession"
                    ),
                ),
                ("seat", models.IntegerField()),
                ("commitment", models.CharField(max_length=64)),
                ("committed_at", models.DateTimeField()),
                ("number", models.CharField(blank=True, default="", max_length=32)),
                ("shown_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["cut", "seat"], name="cut_number_of_a_seat"),
                    models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=9), name="cut_number_seat_exists"),
                    models.CheckConstraint(
                        condition=Q(number="", shown_at__isnull=True) | Q(~Q(number=""), shown_at__isnull=False),
                        name="cut_number_shown_whole",
                    ),
                ]
            },
        ),
        migrations.RunSQL(GUARD, BACK),
    ]
