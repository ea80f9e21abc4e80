from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """Corrections of the regulator's files: proposed, approved by another person, made beside the first ones. Not to be undone."""

    dependencies = [
        ('reporting', "0019_day_stamps"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SafeCorrection',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('vault', models.CharField(max_length=3)),
                ('day', models.DateField()),
                ('number', models.IntegerField()),
                ('reason', models.CharField(max_length=300)),
                ('changes', models.JSONField()),
                ('state', models.TextField(choices=[('proposed', 'Proposed'), ('approved', 'Approved'), ('rejected', 'Rejected')], default='proposed')),
                ('proposed_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(null=True)),
                ('rejection', models.CharField(blank=True, default='', max_length=300)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='safefile',
            name='reporting_safefile_name_once',
        ),
        migrations.RemoveConstraint(
            model_name='safefile',
            name='reporting_safefile_counts',
        ),
        migrations.RemoveConstraint(
            model_name='safemark',
            name='reporting_safemark_once',
        ),
        migrations.RemoveConstraint(
            model_name='safepackage',
            name='reporting_safepackage_name_once',
        ),
        migrations.AddField(
            model_name='safefile',
            name='correction',
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name='safemark',
            name='correction',
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name='safepackage',
            name='carried',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='safepackage',
            name='correction',
            field=models.IntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name='safefile',
            constraint=models.UniqueConstraint(fields=('vault', 'name', 'correction'), name='reporting_safefile_name_once'),
        ),
        migrations.AddConstraint(
            model_name='safefile',
            constraint=models.CheckConstraint(condition=models.Q(('correction__gte', 0), ('number__gte', 0)), name='reporting_safefile_counts'),
        ),
        migrations.AddConstraint(
            model_name='safemark',
            constraint=models.UniqueConstraint(fields=('vault', 'day', 'correction'), name='reporting_safemark_once'),
        ),
        migrations.AddConstraint(
            model_name='safepackage',
            constraint=models.UniqueConstraint(fields=('vault', 'name', 'correction'), name='reporting_safepackage_name_once'),
        ),
        migrations.AddConstraint(
            model_name='safepackage',
            constraint=models.CheckConstraint(condition=models.Q(('correction__gte', 0)), name='reporting_safepackage_counts'),
        ),
        migrations.AddField(
            model_name='safecorrection',
            name='decided_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='safecorrection',
            name='proposed_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='safecorrection',
            index=models.Index(fields=['vault', 'day'], name='reporting_safecorrection_day'),
        ),
        migrations.AddConstraint(
            model_name='safecorrection',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'proposed')), fields=('vault', 'day'), name='reporting_safecorrection_one_waits'),
        ),
        migrations.AddConstraint(
            model_name='safecorrection',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'approved')), fields=('vault', 'day', 'number'), name='reporting_safecorrection_number_once'),
        ),
        migrations.AddConstraint(
            model_name='safecorrection',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='reporting_safecorrection_counts'),
        ),
        migrations.AddConstraint(
            model_name='safecorrection',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['proposed', 'approved', 'rejected'])), name='reporting_safecorrection_state'),
        ),
        migrations.AddConstraint(
            model_name='safecorrection',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='reporting_safecorrection_reason'),
        ),
        migrations.AddConstraint(
            model_name='safecorrection',
            constraint=models.CheckConstraint(condition=models.Q(('changes', []), _negated=True), name='reporting_safecorrection_changes'),
        ),
        migrations.AddConstraint(
            model_name='safecorrection',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('state', 'proposed')), models.Q(models.Q(('state', 'proposed'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='reporting_safecorrection_decided'),
        ),
        migrations.AddConstraint(
            model_name='safecorrection',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='reporting_safecorrection_two_persons'),
        ),
        migrations.AddConstraint(
            model_name='safecorrection',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'rejected'), _negated=True), models.Q(('rejection', ''), _negated=True), _connector='OR'), name='reporting_safecorrection_rejection'),
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8")),
    ]
