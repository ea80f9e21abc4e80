import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """What takes a worker longer than a page may, as somebody asked for it."""

    dependencies = [
        ('reporting', '0005_runs_stay'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Work',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('kind', models.TextField(choices=[('reconciliation', 'Reconciliation'), ('daily-report', 'Daily Report'), ('proof', 'Proof')])),
                ('day', models.DateField(null=True)),
                ('asked_at', models.DateTimeField()),
                ('state', models.TextField(choices=[('waiting', 'Waiting'), ('gathering', 'Gathering'), ('done', 'Done'), ('failed', 'Failed')], default='waiting')),
                ('tries', models.IntegerField(default=0)),
                ('done_at', models.DateTimeField(null=True)),
                ('outcome', models.JSONField(null=True)),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['kind', 'day', '-id'], name='reporting_work_latest'), models.Index(condition=models.Q(('state__in', ['waiting', 'gathering'])), fields=['id'], name='reporting_work_open')],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['reconciliation', 'daily-report', 'proof'])), name='reporting_work_kind'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'gathering', 'done', 'failed'])), name='reporting_work_state'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), _negated=True), models.Q(('done_at__isnull', False), ('outcome__isnull', False)), _connector='OR'), name='reporting_work_done'), models.CheckConstraint(condition=models.Q(models.Q(('day__isnull', True), ('kind', 'proof')), models.Q(models.Q(('kind', 'proof'), _negated=True), ('day__isnull', False)), _connector='OR'), name='reporting_work_of_a_day')],
            },
        ),
    ]
