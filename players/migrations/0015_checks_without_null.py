import datetime
import django.db.models.expressions
from django.db import migrations, models


class Migration(migrations.Migration):
    """Lets checks refuse rows that leave a compared column empty: a CHECK that is NULL lets the row pass."""

    dependencies = [
        ('players', '0014_money_finished_once'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='accountclosure',
            name='players_closure_reopened_whole',
        ),
        migrations.RemoveConstraint(
            model_name='adapterstate',
            name='players_adapter_failing',
        ),
        migrations.RemoveConstraint(
            model_name='complaintdecision',
            name='players_decision_award',
        ),
        migrations.RemoveConstraint(
            model_name='dataexport',
            name='players_dataexport_ready_is_whole',
        ),
        migrations.RemoveConstraint(
            model_name='instrument',
            name='players_instrument_block',
        ),
        migrations.RemoveConstraint(
            model_name='limit',
            name='players_limit_waits_a_day',
        ),
        migrations.RemoveConstraint(
            model_name='limit',
            name='players_limit_starts_when_due',
        ),
        migrations.RemoveConstraint(
            model_name='staffproposal',
            name='players_staffproposal_settled',
        ),
        migrations.AddConstraint(
            model_name='accountclosure',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reopened_at__isnull', True), ('reopened_terms__isnull', True)), models.Q(('cause__in', ['exclusion', 'staff']), ('reopened_at__gt', models.F('closed_at')), ('reopened_at__isnull', False), ('reopened_terms__isnull', False)), _connector='OR'), name='players_closure_reopened_whole'),
        ),
        migrations.AddConstraint(
            model_name='adapterstate',
            constraint=models.CheckConstraint(condition=models.Q(('failing_since__isnull', True), models.Q(('last_failed_at__gte', models.F('failing_since')), ('last_failed_at__isnull', False)), _connector='OR'), name='players_adapter_failing'),
        ),
        migrations.AddConstraint(
            model_name='complaintdecision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('adjustment', None), ('approved_by', None), ('award', 0), ('decided_at', models.F('at')), ('decided_at__isnull', False), ('refused_at', None)), models.Q(('adjustment__isnull', False), ('award__gt', 0), models.Q(('outcome', 'rejected'), _negated=True)), _connector='OR'), name='players_decision_award'),
        ),
        migrations.AddConstraint(
            model_name='dataexport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'ready'), _negated=True), models.Q(('expires_at__isnull', False), ('made_at__isnull', False), ('sha256__regex', '^[0-9a-f]{64}$'), ('size__gt', 0), ('size__isnull', False)), _connector='OR'), name='players_dataexport_ready_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='instrument',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('blocked_at__isnull', True), ('blocked_until__isnull', True)), models.Q(('blocked_at__isnull', False), ('blocked_until__gt', models.F('blocked_at')), ('blocked_until__isnull', False)), _connector='OR'), name='players_instrument_block'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', True), ('lapses_at__isnull', True)), models.Q(('due_at__gte', django.db.models.expressions.CombinedExpression(models.F('requested_at'), '+', models.Value(datetime.timedelta(days=1)))), ('due_at__isnull', False), ('lapses_at__gt', models.F('due_at')), ('lapses_at__isnull', False)), _connector='OR'), name='players_limit_waits_a_day'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(('starts_at__isnull', True), models.Q(('due_at__isnull', True), ('starts_at__gte', models.F('requested_at'))), models.Q(('due_at__isnull', False), ('lapses_at__isnull', False), ('starts_at__gte', models.F('due_at')), ('starts_at__lt', models.F('lapses_at'))), _connector='OR'), name='players_limit_starts_when_due'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), models.Q(('decided_at__isnull', False), ('settled_at__gte', models.F('decided_at')), ('settled_at__isnull', False)), _connector='OR'), name='players_staffproposal_settled'),
        ),
    ]
