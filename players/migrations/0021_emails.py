import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """The class has the plain name; the table keeps its own, which the audit trail of older houses names."""

    dependencies = [("players", "0020_obligations")]

    operations = [
        migrations.AlterModelTable(name="letter", table="players_letter"),
        migrations.RenameModel(old_name="Letter", new_name="Email"),
        migrations.AlterField(
            model_name="email",
            name="person",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="emails",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="email",
            name="outsider",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="emails",
                to="players.outsider",
            ),
        ),
    ]
