"""Complaints, their messages, files, decisions and events, and what may never change of them."""

import uuid
from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_HERE = Path(__file__)


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0006_protection'),
    ]

    operations = [
        migrations.CreateModel(
            name='Complaint',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('year', models.IntegerField()),
                ('serial', models.IntegerField()),
                ('key', models.UUIDField()),
                ('category', models.TextField()),
                ('subject_kind', models.TextField(default='none')),
                ('subject', models.TextField(blank=True, default='')),
                ('occurred_at', models.DateTimeField()),
                ('received_at', models.DateTimeField()),
                ('acknowledged_at', models.DateTimeField()),
                ('state', models.TextField(default='received')),
                ('turn', models.IntegerField(default=1)),
                ('due_on', models.DateField()),
                ('turn_began_at', models.DateTimeField()),
                ('outcome', models.TextField(blank=True, default='')),
                ('answered_at', models.DateTimeField(null=True)),
                ('reopened_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('revision', models.IntegerField(default=1)),
                ('handler', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='complaints', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ComplaintDecision',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('turn', models.IntegerField()),
                ('key', models.UUIDField(unique=True)),
                ('outcome', models.TextField()),
                ('reasons', models.TextField()),
                ('award', models.BigIntegerField(default=0)),
                ('adjustment', models.BigIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(null=True)),
                ('refused_at', models.DateTimeField(null=True)),
                ('refusal', models.TextField(blank=True, default='')),
                ('approved_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('complaint', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='players.complaint')),
                ('refused_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ComplaintEvent',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('turn', models.IntegerField()),
                ('at', models.DateTimeField()),
                ('what', models.TextField()),
                ('facts', models.JSONField(default=dict)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('complaint', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='players.complaint')),
            ],
        ),
        migrations.CreateModel(
            name='ComplaintMessage',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('side', models.TextField()),
                ('key', models.UUIDField()),
                ('text', models.TextField()),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('complaint', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='players.complaint')),
            ],
        ),
        migrations.CreateModel(
            name='ComplaintFile',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('code', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('name', models.TextField()),
                ('content_type', models.TextField()),
                ('content', models.BinaryField()),
                ('size', models.IntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('message', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='files', to='players.complaintmessage')),
            ],
        ),
        migrations.AddIndex(
            model_name='complaint',
            index=models.Index(fields=['person', '-id'], name='players_complaint_person'),
        ),
        migrations.AddIndex(
            model_name='complaint',
            index=models.Index(fields=['state', 'due_on'], name='players_complaint_due'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.UniqueConstraint(fields=('year', 'serial'), name='players_complaint_number_once'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.UniqueConstraint(fields=('person', 'key'), name='players_complaint_key_once'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.CheckConstraint(condition=models.Q(('category__in', ['account', 'bet', 'money', 'other', 'protection', 'round', 'service', 'technical'])), name='players_complaint_category_known'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['answered', 'closed', 'in-hand', 'received'])), name='players_complaint_state_known'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'accepted', 'partly', 'rejected'])), name='players_complaint_outcome_known'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('subject', ''), ('subject_kind', 'none')), models.Q(('subject_kind__in', ['none', 'payment', 'round', 'session', 'table']), models.Q(('subject_kind', 'none'), _negated=True), models.Q(('subject', ''), _negated=True)), _connector='OR'), name='players_complaint_subject_whole'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('closed_at', None), ('handler', None), ('outcome', ''), ('state', 'received')), models.Q(('answered_at', None), ('closed_at', None), ('handler__isnull', False), ('outcome', ''), ('state', 'in-hand')), models.Q(('answered_at__isnull', False), ('closed_at', None), ('state', 'answered'), models.Q(('outcome', ''), _negated=True)), models.Q(('answered_at__isnull', False), ('closed_at__isnull', False), ('state', 'closed'), models.Q(('outcome', ''), _negated=True)), _connector='OR'), name='players_complaint_state_whole'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reopened_at', None), ('turn', 1)), models.Q(('reopened_at__isnull', False), ('turn', 2)), _connector='OR'), name='players_complaint_reopened_once'),
        ),
        migrations.AddConstraint(
            model_name='complaint',
            constraint=models.CheckConstraint(condition=models.Q(('revision__gte', 1), ('serial__gte', 1)), name='players_complaint_counts'),
        ),
        migrations.AddConstraint(
            model_name='complaintdecision',
            constraint=models.UniqueConstraint(condition=models.Q(('refused_at', None)), fields=('complaint', 'turn'), name='players_decision_once_a_turn'),
        ),
        migrations.AddConstraint(
            model_name='complaintdecision',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['accepted', 'partly', 'rejected'])), name='players_decision_outcome'),
        ),
        migrations.AddConstraint(
            model_name='complaintdecision',
            constraint=models.CheckConstraint(condition=models.Q(('reasons', ''), _negated=True), name='players_decision_has_reasons'),
        ),
        migrations.AddConstraint(
            model_name='complaintdecision',
            constraint=models.CheckConstraint(condition=models.Q(('turn__gte', 1), ('turn__lte', 2)), name='players_decision_turn'),
        ),
        migrations.AddConstraint(
            model_name='complaintdecision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('adjustment', None), ('approved_by', None), ('award', 0), ('decided_at', models.F('at')), ('refused_at', None)), models.Q(('adjustment__isnull', False), ('award__gt', 0), models.Q(('outcome', 'rejected'), _negated=True)), _connector='OR'), name='players_decision_award'),
        ),
        migrations.AddConstraint(
            model_name='complaintdecision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('refusal', ''), ('refused_at', None), ('refused_by', None)), models.Q(('decided_at', None), ('refused_at__isnull', False), ('refused_by__isnull', False), models.Q(('refusal', ''), _negated=True)), _connector='OR'), name='players_decision_refused_whole'),
        ),
        migrations.AddConstraint(
            model_name='complaintdecision',
            constraint=models.CheckConstraint(condition=models.Q(('award', 0), models.Q(('approved_by', None), ('decided_at', None)), models.Q(('approved_by__isnull', False), ('decided_at__isnull', False), models.Q(('approved_by', models.F('by')), _negated=True)), _connector='OR'), name='players_decision_two_persons'),
        ),
        migrations.AddIndex(
            model_name='complaintevent',
            index=models.Index(fields=['complaint', 'id'], name='players_complaint_events'),
        ),
        migrations.AddConstraint(
            model_name='complaintevent',
            constraint=models.CheckConstraint(condition=models.Q(('what__in', ['acknowledged', 'adr-named', 'award-paid', 'award-refused', 'closed', 'decided', 'due-soon', 'house-wrote', 'late-start', 'noted', 'overdue', 'player-wrote', 'proposed', 'received', 'reopened', 'taken'])), name='players_complaint_event_known'),
        ),
        migrations.AddConstraint(
            model_name='complaintevent',
            constraint=models.UniqueConstraint(condition=models.Q(('what__in', ['late-start', 'due-soon', 'overdue', 'adr-named'])), fields=('complaint', 'turn', 'what'), name='players_complaint_reminded_once'),
        ),
        migrations.AddConstraint(
            model_name='complaintmessage',
            constraint=models.UniqueConstraint(fields=('by', 'key'), name='players_complaint_message_key_once'),
        ),
        migrations.AddConstraint(
            model_name='complaintmessage',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', ['house', 'note', 'player'])), name='players_complaint_message_side_known'),
        ),
        migrations.AddConstraint(
            model_name='complaintmessage',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='players_complaint_message_text'),
        ),
        migrations.AddConstraint(
            model_name='complaintfile',
            constraint=models.CheckConstraint(condition=models.Q(('content_type__in', ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'text/plain'])), name='players_complaint_file_type'),
        ),
        migrations.AddConstraint(
            model_name='complaintfile',
            constraint=models.CheckConstraint(condition=models.Q(('size__gte', 1), ('size__lte', 8388608)), name='players_complaint_file_size'),
        ),
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
