from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


GUARDS = Path(__file__).with_suffix(".sql")


def seal_filled_houses(apps, editor):
    """A house that has staff by now needs no first ones; a demonstration may still be furnished further."""
    staff = apps.get_model("players", "Person").objects.filter(kind="staff")
    if not settings.DEMO_HOUSE and staff.exists():
        apps.get_model("players", "StaffSeal").objects.create(id=1, sealed_at=timezone.now())


class Migration(migrations.Migration):
    """Two persons decide on each member of staff, and members of staff do not play."""

    dependencies = [
        ('players', '0009_asks'),
        ('mfa', '0003_authenticator_type_uniq'),
    ]

    operations = [
        migrations.CreateModel(
            name='StaffIdentity',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('full_name', models.CharField(max_length=120)),
                ('nif', models.CharField(max_length=9)),
                ('given_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='StaffProposal',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('act', models.TextField()),
                ('email', models.EmailField(blank=True, default='', max_length=254)),
                ('name', models.CharField(blank=True, default='', max_length=60)),
                ('roles', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, size=None)),
                ('before', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, size=None)),
                ('full_name', models.CharField(blank=True, default='', max_length=120)),
                ('nif', models.CharField(blank=True, default='', max_length=9)),
                ('reason', models.TextField(blank=True, default='')),
                ('state', models.TextField()),
                ('proposed_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(null=True)),
                ('decided_in', models.BigIntegerField(editable=False, null=True)),
                ('refusal', models.TextField(blank=True, default='')),
                ('settled_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='StaffSeal',
            fields=[
                ('id', models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('sealed_at', models.DateTimeField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='accountclosure',
            name='players_closure_cause',
        ),
        migrations.RemoveConstraint(
            model_name='accountclosure',
            name='players_closure_accounted_for',
        ),
        migrations.RemoveConstraint(
            model_name='accountclosure',
            name='players_closure_reopened_whole',
        ),
        migrations.RemoveConstraint(
            model_name='standingchange',
            name='players_change_known',
        ),
        migrations.RemoveConstraint(
            model_name='standingchange',
            name='players_change_of_staff_by_another',
        ),
        migrations.AddConstraint(
            model_name='accountclosure',
            constraint=models.CheckConstraint(condition=models.Q(('cause__in', ['asked', 'death', 'exclusion', 'staff'])), name='players_closure_cause'),
        ),
        migrations.AddConstraint(
            model_name='accountclosure',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('cause__in', ['asked', 'exclusion']), ('closed_by__isnull', True)), models.Q(('cause__in', ['death', 'staff']), models.Q(('reason', ''), _negated=True), models.Q(('cause', 'staff'), ('closed_by__isnull', False), _connector='OR')), _connector='OR'), name='players_closure_accounted_for'),
        ),
        migrations.AddConstraint(
            model_name='accountclosure',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reopened_at__isnull', True), ('reopened_terms__isnull', True)), models.Q(('cause__in', ['exclusion', 'staff']), ('reopened_at__gt', models.F('closed_at')), ('reopened_terms__isnull', False)), _connector='OR'), name='players_closure_reopened_whole'),
        ),
        migrations.AddConstraint(
            model_name='standingchange',
            constraint=models.CheckConstraint(condition=models.Q(('change__in', ['disabled', 'enabled', 'factor-reset', 'hired', 'left', 'reinstated', 'roles', 'suspended', 'verified'])), name='players_change_known'),
        ),
        migrations.AddConstraint(
            model_name='standingchange',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('change__in', ['disabled', 'enabled', 'factor-reset', 'hired', 'left', 'roles']), _negated=True), models.Q(('by__isnull', False), models.Q(('reason', ''), _negated=True), models.Q(('by', models.F('person')), _negated=True)), _connector='OR'), name='players_change_of_staff_by_another'),
        ),
        migrations.AddField(
            model_name='staffidentity',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='staff_identities', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='staffproposal',
            name='decided_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='staffproposal',
            name='member',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='staff_proposals', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='staffproposal',
            name='proposed_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='staffseal',
            constraint=models.CheckConstraint(condition=models.Q(('id', 1)), name='players_staffseal_once'),
        ),
        migrations.AddConstraint(
            model_name='staffidentity',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('person',), name='players_staffidentity_one_stands'),
        ),
        migrations.AddConstraint(
            model_name='staffidentity',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('nif',), name='players_staffidentity_nif_once'),
        ),
        migrations.AddConstraint(
            model_name='staffidentity',
            constraint=models.CheckConstraint(condition=models.Q(('nif__regex', '^[0-9]{9}$')), name='players_staffidentity_nif_form'),
        ),
        migrations.AddConstraint(
            model_name='staffidentity',
            constraint=models.CheckConstraint(condition=models.Q(('full_name', ''), _negated=True), name='players_staffidentity_name'),
        ),
        migrations.AddIndex(
            model_name='staffproposal',
            index=models.Index(condition=models.Q(('state', 'proposed')), fields=['id'], name='players_staffproposal_waiting'),
        ),
        migrations.AddIndex(
            model_name='staffproposal',
            index=models.Index(fields=['member', '-id'], name='players_staffproposal_member'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(('act__in', ['enable', 'found', 'hire', 'identity', 'roles', 'second-factor'])), name='players_staffproposal_act_known'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['approved', 'proposed', 'rejected'])), name='players_staffproposal_state'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('act', 'found'), ('decided_by__isnull', True), ('proposed_by__isnull', True)), models.Q(models.Q(('act', 'found'), _negated=True), ('proposed_by__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='players_staffproposal_proposed_by'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('act', 'found'), ('state', 'approved')), models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('state', 'proposed')), models.Q(models.Q(('state', 'proposed'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False), models.Q(('decided_by', models.F('proposed_by')), _negated=True)), _connector='OR'), name='players_staffproposal_two_persons'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(('member__isnull', True), models.Q(models.Q(('proposed_by__isnull', True), models.Q(('member', models.F('proposed_by')), _negated=True), _connector='OR'), models.Q(('decided_by__isnull', True), models.Q(('member', models.F('decided_by')), _negated=True), _connector='OR')), _connector='OR'), name='players_staffproposal_about_another'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(('member__isnull', False), models.Q(('act', 'hire'), models.Q(('state', 'approved'), _negated=True)), _connector='OR'), name='players_staffproposal_member'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'rejected'), _negated=True), models.Q(('refusal', ''), _negated=True), _connector='OR'), name='players_staffproposal_refusal'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), models.Q(('settled_at__gte', models.F('decided_at')), ('settled_at__isnull', False)), _connector='OR'), name='players_staffproposal_settled'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('act__in', ['found', 'hire', 'roles']), _negated=True), ('roles__len__gt', 0), _connector='OR'), name='players_staffproposal_roles'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(('nif', ''), ('nif__regex', '^[0-9]{9}$'), _connector='OR'), name='players_staffproposal_nif_form'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('act__in', ['hire', 'identity']), _negated=True), models.Q(models.Q(('nif', ''), _negated=True), models.Q(('full_name', ''), _negated=True)), _connector='OR'), name='players_staffproposal_identity'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(('roles__contains', ['game-manager', 'approver']), _negated=True), name='players_staffproposal_not_game_manager_approver'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(('roles__contains', ['support', 'approver']), _negated=True), name='players_staffproposal_not_support_approver'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(('roles__contains', ['support', 'compliance']), _negated=True), name='players_staffproposal_not_support_compliance'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(('roles__contains', ['administrator', 'approver']), _negated=True), name='players_staffproposal_not_administrator_approver'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.CheckConstraint(condition=models.Q(('roles__contains', ['administrator', 'compliance']), _negated=True), name='players_staffproposal_not_administrator_compliance'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'proposed')), fields=('member',), name='players_staffproposal_one_waits'),
        ),
        migrations.AddConstraint(
            model_name='staffproposal',
            constraint=models.UniqueConstraint(condition=models.Q(('act', 'hire'), ('state', 'proposed')), fields=('email',), name='players_staffproposal_email_waits'),
        ),
        migrations.RunPython(seal_filled_houses, migrations.RunPython.noop),
        migrations.RunSQL(GUARDS.read_text(encoding="utf-8")),
    ]
