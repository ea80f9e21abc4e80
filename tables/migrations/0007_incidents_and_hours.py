import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0006_audited'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Incident',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('kind', models.CharField(choices=[('stuck-round', 'Stuck Round'), ('void-round', 'Void Round'), ('shoe-unfit', 'Shoe Unfit'), ('over-risk', 'Over Risk'), ('ledger', 'Ledger'), ('other', 'Other')], max_length=20)),
                ('subject', models.CharField(blank=True, default='', max_length=80)),
                ('facts', models.JSONField(default=dict)),
                ('opened_at', models.DateTimeField()),
                ('told_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('cause', models.TextField(blank=True, default='')),
                ('solution', models.TextField(blank=True, default='')),
            ],
        ),
        migrations.CreateModel(
            name='IncidentNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('at', models.DateTimeField()),
                ('text', models.TextField()),
            ],
        ),
        migrations.AddField(
            model_name='table',
            name='hours',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='table',
            name='hours_applied_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='risk_limit',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('risk_limit__isnull', True), ('risk_limit__gt', 0), _connector='OR'), name='table_risk_limit_positive'),
        ),
        migrations.AddField(
            model_name='incident',
            name='closed_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='incident',
            name='opened_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='incident',
            name='table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='tables.table'),
        ),
        migrations.AddField(
            model_name='incident',
            name='told_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='incidentnote',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='incidentnote',
            name='incident',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to='tables.incident'),
        ),
        migrations.AddIndex(
            model_name='incident',
            index=models.Index(fields=['-opened_at'], name='incident_latest'),
        ),
        migrations.AddIndex(
            model_name='incident',
            index=models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['opened_at'], name='incident_open'),
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['stuck-round', 'void-round', 'shoe-unfit', 'over-risk', 'ledger', 'other'])), name='incident_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.CheckConstraint(condition=models.Q(('closed_at__isnull', True), models.Q(('closed_by__isnull', False), models.Q(('cause', ''), _negated=True), models.Q(('solution', ''), _negated=True)), _connector='OR'), name='incident_closed_with_cause'),
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.CheckConstraint(condition=models.Q(('told_at__isnull', True), ('told_by__isnull', False), _connector='OR'), name='incident_told_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='incidentnote',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='incident_note_says_something'),
        ),
    ]
