import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

GUARD = """
CREATE TRIGGER players_filecheck_only_added
    BEFORE UPDATE OR DELETE ON players_filecheck
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();
"""


class Migration(migrations.Migration):
    """Files that persons send are counted before they are drawn anew."""

    dependencies = [("players", "0007_adapters_and_documents")]

    operations = [
        migrations.CreateModel(
            "FileCheck",
            [
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("files", models.SmallIntegerField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="file_checks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["person", "-at"], name="players_filecheck_lately")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(files__gte=1, files__lte=5), name="players_filecheck_some"
                    )
                ],
            },
        ),
        migrations.RunSQL(GUARD, "DROP TRIGGER players_filecheck_only_added ON players_filecheck"),
    ]
