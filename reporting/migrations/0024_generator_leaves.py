from django.db import migrations, models

KINDS = [
    ("shoe", "Shoe"),
    ("rules", "Rules"),
    ("day", "Day"),
    ("correction", "Correction"),
    ("software", "Software"),
    ("key", "Key"),
    ("terms", "Terms"),
    ("incident", "Incident"),
    ("generator", "Generator"),
]


class Migration(migrations.Migration):
    """The evidence about the generator has its digest in the log (RN-02)."""

    dependencies = [("reporting", "0023_nights")]

    operations = [
        migrations.RemoveConstraint("logleaf", "reporting_leaf_kind"),
        migrations.AlterField("logleaf", "kind", models.TextField(choices=KINDS)),
        migrations.AddConstraint(
            "logleaf",
            models.CheckConstraint(
                condition=models.Q(kind__in=[kind for kind, _ in KINDS]), name="reporting_leaf_kind"
            ),
        ),
    ]
