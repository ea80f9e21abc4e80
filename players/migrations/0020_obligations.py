import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """The class has the plain name; the table keeps its own, which the audit trail of older houses names."""

    dependencies = [("players", "0019_rejections")]

    operations = [
        migrations.AlterModelTable(name="duty", table="players_duty"),
        migrations.RenameModel(old_name="Duty", new_name="Obligation"),
        migrations.AlterField(
            model_name="obligation",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="obligations", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AlterField(
            model_name="obligation",
            name="done_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="obligations_done",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
