import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A signed and encrypted package is kept until the safe has it (PT-71)."""

    dependencies = [("reporting", "0017_seals_name_packages")]

    operations = [
        migrations.CreateModel(
            name='SafeParcel',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=48)),
                ('content', models.BinaryField()),
                ('made_at', models.DateTimeField()),
                ('package', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='parcel', to='reporting.safepackage')),
            ],
        ),
    ]
