from django.db import migrations, models


class Migration(migrations.Migration):
    """The sign-in, address and region that seats and slips came from (PT-63); empty in older rows. No table is rewritten."""

    dependencies = [
        ('tables', '0032_views_for_sealed_days'),
    ]

    operations = [
        migrations.AddField(
            model_name='playsession',
            name='address',
            field=models.CharField(blank=True, db_default='', default='', max_length=45),
        ),
        migrations.AddField(
            model_name='playsession',
            name='region',
            field=models.CharField(blank=True, db_default='', default='', max_length=6),
        ),
        migrations.AddField(
            model_name='playsession',
            name='sign_in',
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name='slip',
            name='address',
            field=models.CharField(blank=True, db_default='', default='', max_length=45),
        ),
        migrations.AddField(
            model_name='slip',
            name='region',
            field=models.CharField(blank=True, db_default='', default='', max_length=6),
        ),
        migrations.AddField(
            model_name='slip',
            name='sign_in',
            field=models.UUIDField(null=True),
        ),
    ]
