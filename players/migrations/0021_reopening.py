"""An exclusion without end closes the account, and its holder may open it again once nothing excludes them any more."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_HERE = Path(__file__)


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0020_sorted'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='accountclosure',
            name='players_closure_cause',
        ),
        migrations.RemoveConstraint(
            model_name='accountclosure',
            name='players_closure_accounted_for',
        ),
        migrations.AddField(
            model_name='accountclosure',
            name='exclusion',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='closure', to='players.exclusion'),
        ),
        migrations.AddField(
            model_name='accountclosure',
            name='reopened_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='accountclosure',
            name='reopened_from',
            field=models.CharField(blank=True, default='', max_length=45),
        ),
        migrations.AddField(
            model_name='accountclosure',
            name='reopened_terms',
            field=models.IntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='accountclosure',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='closures', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='accountclosure',
            index=models.Index(fields=['person', '-id'], name='players_closure_person'),
        ),
        migrations.AddConstraint(
            model_name='accountclosure',
            constraint=models.CheckConstraint(condition=models.Q(('cause__in', ['asked', 'death', 'exclusion'])), name='players_closure_cause'),
        ),
        migrations.AddConstraint(
            model_name='accountclosure',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('cause__in', ['asked', 'exclusion']), ('closed_by__isnull', True)), models.Q(('cause', 'death'), ('closed_by__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='players_closure_accounted_for'),
        ),
        migrations.AddConstraint(
            model_name='accountclosure',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('cause', 'exclusion'), ('exclusion__isnull', False)), models.Q(models.Q(('cause', 'exclusion'), _negated=True), ('exclusion__isnull', True)), _connector='OR'), name='players_closure_names_exclusion'),
        ),
        migrations.AddConstraint(
            model_name='accountclosure',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reopened_at__isnull', True), ('reopened_terms__isnull', True)), models.Q(('cause', 'exclusion'), ('reopened_at__gt', models.F('closed_at')), ('reopened_terms__isnull', False)), _connector='OR'), name='players_closure_reopened_whole'),
        ),
        migrations.AddConstraint(
            model_name='accountclosure',
            constraint=models.UniqueConstraint(condition=models.Q(('reopened_at__isnull', True)), fields=('person',), name='players_closure_one_stands'),
        ),
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
