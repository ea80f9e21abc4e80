from django.db import migrations, models

STREAMS = [
    ("outcomes", "outcomes"),
    ("par-ponto", "par-ponto"),
    ("par-banca", "par-banca"),
    ("par-perfeito", "par-perfeito"),
    ("banca-6", "banca-6"),
    ("cards", "cards"),
    ("money", "money"),
    ("generator", "generator"),
]


class Migration(migrations.Migration):
    """The drift court's further outcomes: pairs and banca's 6, each a stream of its own from a whole day on."""

    dependencies = [("tables", "0039_session_sums")]

    operations = [
        migrations.AddField("courtmark", "events_from", models.DateField(null=True)),
        migrations.AlterField("courtstate", "stream", models.CharField(choices=STREAMS, max_length=20)),
        migrations.AlterField("courtday", "stream", models.CharField(choices=STREAMS, max_length=20)),
        migrations.AlterField("driftalarm", "stream", models.CharField(choices=STREAMS, max_length=20)),
        migrations.AlterField("driftalarm", "what", models.CharField(max_length=20)),
    ]
