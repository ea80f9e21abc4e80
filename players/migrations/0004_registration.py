"""What a person says of oneself, how it is verified, sign-ins, terms."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from pathlib import Path

_HERE = Path(__file__)


class Migration(migrations.Migration):
    dependencies = [("players", "0003_letters")]

    operations = [
        migrations.AddField(
            model_name='person',
            name='closed_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='person',
            name='email_confirmed_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='person',
            name='terms_version',
            field=models.IntegerField(default=0),
        ),
        migrations.CreateModel(
            name='Acceptance',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('version', models.IntegerField()),
                ('language', models.TextField()),
                ('address', models.CharField(blank=True, max_length=45)),
                ('at', models.DateTimeField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acceptances', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('person', 'version'), name='players_acceptance_once')],
            },
        ),
        migrations.CreateModel(
            name='DataChange',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('what', models.TextField()),
                ('before', models.TextField(blank=True)),
                ('after', models.TextField(blank=True)),
                ('address', models.CharField(blank=True, max_length=45)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='data_changes_made', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='data_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['person', '-id'], name='players_datachange_person')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('what', 'password'), _negated=True), models.Q(('after', ''), ('before', '')), _connector='OR'), name='players_datachange_no_password')],
            },
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('public_id', models.UUIDField(unique=True)),
                ('session', models.CharField(max_length=40, unique=True)),
                ('address', models.CharField(blank=True, max_length=45)),
                ('device', models.CharField(blank=True, max_length=300)),
                ('signed_in_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['person', '-id'], name='players_device_person')],
            },
        ),
        migrations.CreateModel(
            name='IdentityCheck',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('asked_at', models.DateTimeField()),
                ('next_try_at', models.DateTimeField()),
                ('tries', models.IntegerField(default=0)),
                ('verifier', models.TextField(blank=True)),
                ('answered_at', models.DateTimeField(null=True)),
                ('outcome', models.TextField(blank=True)),
                ('name_valid', models.BooleanField(null=True)),
                ('nif_valid', models.BooleanField(null=True)),
                ('birth_date_valid', models.BooleanField(null=True)),
                ('of_age', models.BooleanField(null=True)),
                ('deceased', models.BooleanField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='identity_checks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('answered_at__isnull', True)), fields=['next_try_at'], name='players_identitycheck_waiting')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('answered_at__isnull', True), ('outcome', '')), models.Q(('answered_at__isnull', False), ('outcome__in', ['deceased', 'mismatch', 'not-found', 'prohibited', 'under-age', 'verified'])), _connector='OR'), name='players_identitycheck_outcome_known'), models.UniqueConstraint(condition=models.Q(('answered_at__isnull', True)), fields=('person',), name='players_identitycheck_one_waits')],
            },
        ),
        migrations.CreateModel(
            name='Prohibition',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('nif', models.CharField(max_length=9)),
                ('reason', models.TextField()),
                ('note', models.TextField(blank=True)),
                ('added_at', models.DateTimeField()),
                ('lifted_at', models.DateTimeField(null=True)),
                ('added_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='prohibitions_added', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('lifted_at__isnull', True)), fields=('nif', 'reason'), name='players_prohibition_once'), models.CheckConstraint(condition=models.Q(('reason__in', ['barred', 'incapacitated', 'magistrate', 'office-holder', 'operator-staff', 'outcome-access', 'police', 'regulator-staff', 'system-access'])), name='players_prohibition_reason_known'), models.CheckConstraint(condition=models.Q(('nif__regex', '^[0-9]{9}$')), name='players_prohibition_nif_form')],
            },
        ),
        migrations.CreateModel(
            name='Registration',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.UUIDField(unique=True)),
                ('full_name', models.CharField(max_length=120)),
                ('nationality', models.CharField(max_length=2)),
                ('profession', models.CharField(max_length=80)),
                ('address', models.CharField(max_length=200)),
                ('country', models.CharField(max_length=2)),
                ('document_kind', models.SmallIntegerField(choices=[(0, 'Bi'), (1, 'Cc'), (2, 'Passport'), (3, 'Nif'), (4, 'Other')])),
                ('document_number', models.CharField(max_length=20)),
                ('document_country', models.CharField(max_length=2)),
                ('nif', models.CharField(max_length=9)),
                ('iban', models.CharField(max_length=34)),
                ('received_at', models.DateTimeField()),
                ('received_from', models.CharField(blank=True, max_length=45)),
                ('ended_at', models.DateTimeField(null=True)),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='registration', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('nif',), name='players_registration_nif_once'), models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('document_kind', 'document_number', 'document_country'), name='players_registration_document_once'), models.CheckConstraint(condition=models.Q(('nif__regex', '^[0-9]{9}$')), name='players_registration_nif_form'), models.CheckConstraint(condition=models.Q(('iban__regex', '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$')), name='players_registration_iban_form'), models.CheckConstraint(condition=models.Q(('document_kind__in', [0, 1, 2, 3, 4])), name='players_registration_document_kind'), models.CheckConstraint(condition=models.Q(('nationality__regex', '^[A-Z]{2}$'), ('country__regex', '^[A-Z]{2}$'), ('document_country__regex', '^[A-Z]{2}$')), name='players_registration_countries'), models.CheckConstraint(condition=models.Q(models.Q(('full_name', ''), _negated=True), models.Q(('profession', ''), _negated=True), models.Q(('address', ''), _negated=True), models.Q(('document_number', ''), _negated=True)), name='players_registration_whole')],
            },
        ),
        migrations.CreateModel(
            name='SignInAttempt',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('email', models.CharField(max_length=254)),
                ('factor', models.TextField()),
                ('address', models.CharField(blank=True, max_length=45)),
                ('device', models.CharField(blank=True, max_length=300)),
                ('at', models.DateTimeField()),
                ('outcome', models.TextField(default='pending')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sign_in_attempts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['email', '-at'], name='players_signinattempt_email'), models.Index(fields=['address', '-at'], name='players_signinattempt_address'), models.Index(fields=['person', '-id'], name='players_signinattempt_person')],
                'constraints': [models.CheckConstraint(condition=models.Q(('outcome__in', ['failed', 'pending', 'refused', 'signed-in', 'step'])), name='players_signinattempt_outcome_known'), models.CheckConstraint(condition=models.Q(('factor__in', ['password', 'second-factor'])), name='players_signinattempt_factor_known')],
            },
        ),
        migrations.CreateModel(
            name='SignInLock',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('email', models.CharField(max_length=254)),
                ('locked_at', models.DateTimeField()),
                ('opened_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sign_in_locks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['email', '-id'], name='players_signinlock_email')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('opened_at__isnull', True)), fields=('email',), name='players_signinlock_once')],
            },
        ),
        migrations.CreateModel(
            name='StandingCheck',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('occasion', models.TextField()),
                ('excluded', models.BooleanField()),
                ('excluded_until', models.DateTimeField(null=True)),
                ('prohibited', models.BooleanField()),
                ('at', models.DateTimeField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='standing_checks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['person', '-id'], name='players_standingcheck_person')],
                'constraints': [models.CheckConstraint(condition=models.Q(('occasion__in', ['registration', 'sign-in'])), name='players_standingcheck_occasion_known')],
            },
        ),
        migrations.RunSQL(
            sql=_HERE.with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=_HERE.with_suffix(".reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
