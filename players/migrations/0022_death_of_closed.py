"""A death is recorded of a closed account too, as a closure of its own beside the one that stands; nothing opens after."""

from pathlib import Path

from django.db import migrations, models

_HERE = Path(__file__)


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0021_reopening'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='accountclosure',
            name='players_closure_one_stands',
        ),
        migrations.AddConstraint(
            model_name='accountclosure',
            constraint=models.UniqueConstraint(condition=models.Q(models.Q(('cause', 'death'), _negated=True), ('reopened_at__isnull', True)), fields=('person',), name='players_closure_one_stands'),
        ),
        migrations.AddConstraint(
            model_name='accountclosure',
            constraint=models.UniqueConstraint(condition=models.Q(('cause', 'death')), fields=('person',), name='players_closure_one_death'),
        ),
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql="DROP TRIGGER players_accountclosure_not_after_death ON players_accountclosure;"
            " DROP FUNCTION players_refuse_reopening_the_dead();",
        ),
    ]
