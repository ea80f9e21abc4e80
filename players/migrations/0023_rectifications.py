import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """The class has the plain name; the table keeps its own, which the audit trail of older houses names."""

    dependencies = [("players", "0022_daily_totals")]

    operations = [
        migrations.AlterModelTable(name="correctionrequest", table="players_correctionrequest"),
        migrations.RenameModel(old_name="CorrectionRequest", new_name="RectificationRequest"),
        migrations.AlterField(
            model_name="rectificationrequest",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rectification_requests",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="rectificationrequest",
            name="decided_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rectifications_decided",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
