from django.db import migrations, models


class Migration(migrations.Migration):
    """Work that one process of the whole site does at a time: which one has it."""

    dependencies = [("reporting", "0024_generator_leaves")]

    operations = [
        migrations.CreateModel(
            name="Lease",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("holder", models.CharField(max_length=80)),
                ("fence", models.BigIntegerField()),
                ("until", models.DateTimeField()),
            ],
        ),
    ]
