from django.db import migrations, models


class Migration(migrations.Migration):
    """Gives lists the orders that staff may ask for, so that no page sorts a whole table."""

    dependencies = [
        ('players', '0019_acts_in_order'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='adjustment',
            index=models.Index(fields=['amount', 'id'], name='players_adjustment_amount'),
        ),
        migrations.AddIndex(
            model_name='adjustment',
            index=models.Index(fields=['state', 'amount', 'id'], name='players_adjustment_among'),
        ),
        migrations.AddIndex(
            model_name='complaint',
            index=models.Index(fields=['due_on', 'id'], name='players_complaint_by_due'),
        ),
        migrations.AddIndex(
            model_name='deposit',
            index=models.Index(fields=['state', 'id'], name='players_deposit_state'),
        ),
        migrations.AddIndex(
            model_name='deposit',
            index=models.Index(fields=['amount', 'id'], name='players_deposit_amount'),
        ),
        migrations.AddIndex(
            model_name='deposit',
            index=models.Index(fields=['state', 'amount', 'id'], name='players_deposit_among'),
        ),
        migrations.AddIndex(
            model_name='withdrawal',
            index=models.Index(fields=['state', 'id'], name='players_withdrawal_state'),
        ),
        migrations.AddIndex(
            model_name='withdrawal',
            index=models.Index(fields=['amount', 'id'], name='players_withdrawal_amount'),
        ),
        migrations.AddIndex(
            model_name='withdrawal',
            index=models.Index(fields=['state', 'amount', 'id'], name='players_withdrawal_among'),
        ),
    ]
