from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """The house stops play by itself when a proof finds a difference: no person threw that switch."""

    dependencies = [("tables", "0010_voids_by_settled"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AlterField(
            "stop",
            "by",
            models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            "stop",
            models.CheckConstraint(
                condition=Q(by__isnull=False) | Q(scope="proof"), name="stop_by_somebody_or_the_proof"
            ),
        ),
    ]
