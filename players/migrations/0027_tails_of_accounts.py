from django.db import migrations, models


class Migration(migrations.Migration):
    """Lets staff find whose account ends in four digits by an index."""

    dependencies = [
        ("players", "0026_events"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="instrument",
            index=models.Index(models.Func("label", output_field=models.TextField(), template="right(%(expressions)s, 4)"), name="players_instrument_tail"),
        ),
        migrations.AddIndex(
            model_name="registration",
            index=models.Index(models.Func("iban", output_field=models.TextField(), template="right(%(expressions)s, 4)"), name="players_registration_tail"),
        ),
    ]
