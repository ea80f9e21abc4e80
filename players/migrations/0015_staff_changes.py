from django.db import migrations, models


class Migration(migrations.Migration):
    """What is done to members of staff: by somebody else, with a reason."""

    dependencies = [
        ('players', '0014_saved_views'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='standingchange',
            name='players_change_known',
        ),
        migrations.AddConstraint(
            model_name='standingchange',
            constraint=models.CheckConstraint(condition=models.Q(('change__in', ['disabled', 'enabled', 'hired', 'reinstated', 'roles', 'suspended', 'verified'])), name='players_change_known'),
        ),
        migrations.AddConstraint(
            model_name='standingchange',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('change__in', ['disabled', 'enabled', 'hired', 'roles']), _negated=True), models.Q(('by__isnull', False), models.Q(('reason', ''), _negated=True), models.Q(('by', models.F('person')), _negated=True)), _connector='OR'), name='players_change_of_staff_by_another'),
        ),
    ]
