from django.db import migrations


class Migration(migrations.Migration):
    """The class has the plain name; the table keeps its own."""

    dependencies = [("reporting", "0008_rejections")]

    operations = [
        migrations.AlterModelTable(name="work", table="reporting_work"),
        migrations.RenameModel(old_name="Work", new_name="Job"),
    ]
