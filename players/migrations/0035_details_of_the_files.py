from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")
BACK = """
DROP TRIGGER audited ON players_registration;
SELECT audit_watch(
    'players_registration', '', 'full_name profession address document_number nif iban received_from'
);
DROP TRIGGER audited ON players_exclusion;
SELECT audit_watch('players_exclusion');
"""


class Migration(migrations.Migration):
    """Telephone, postal code, district, kind of work, a wish's reason, the number of a register's answer (PT-31, PT-58)."""

    dependencies = [
        ('players', '0034_views_for_sealed_days'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='rectificationrequest',
            name='players_correction_field',
        ),
        migrations.AddField(
            model_name='exclusion',
            name='motive',
            field=models.CharField(blank=True, db_default='', default='', max_length=500),
        ),
        migrations.AddField(
            model_name='identitycheck',
            name='answer_given_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='identitycheck',
            name='answer_number',
            field=models.CharField(blank=True, db_default='', default='', max_length=60),
        ),
        migrations.AddField(
            model_name='registration',
            name='district',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
        migrations.AddField(
            model_name='registration',
            name='occupation',
            field=models.CharField(blank=True, db_default='', default='', max_length=2),
        ),
        migrations.AddField(
            model_name='registration',
            name='phone',
            field=models.CharField(blank=True, db_default='', default='', max_length=16),
        ),
        migrations.AddField(
            model_name='registration',
            name='postal_code',
            field=models.CharField(blank=True, db_default='', default='', max_length=12),
        ),
        migrations.AddConstraint(
            model_name='rectificationrequest',
            constraint=models.CheckConstraint(condition=models.Q(('field__in', ['address', 'birth-date', 'country', 'district', 'document', 'full-name', 'nationality', 'nif', 'occupation', 'other', 'phone', 'postal-code', 'profession'])), name='players_correction_field'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.CheckConstraint(condition=models.Q(('occupation__in', ['', '11', '22', '33', '44', '55', '66', '77', '88', '99'])), name='players_registration_occupation_known'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.CheckConstraint(condition=models.Q(('phone__regex', '^(\\+[1-9][0-9]{6,14})?$')), name='players_registration_phone_form'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.CheckConstraint(condition=models.Q(('postal_code__regex', '^([A-Z0-9]([A-Z0-9 -]{0,10}[A-Z0-9])?)?$')), name='players_registration_postal_code_form'),
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
    ]
