from django.db import migrations, models


class Migration(migrations.Migration):
    """A sealed day says which package of the regulator's files it names (PT-61)."""

    dependencies = [("reporting", "0016_safe_marks")]

    operations = [
        migrations.AddField(
            model_name='sealedday',
            name='package',
            field=models.ForeignKey(
                null=True, on_delete=models.deletion.PROTECT, related_name='+', to='reporting.safepackage'
            ),
        ),
    ]
