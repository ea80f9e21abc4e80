from django.db import migrations

NUMBERED = """
CREATE OR REPLACE VIEW tables_public_clockchange WITH (security_invoker) AS
SELECT dealer, at, ahead_ms, agrees, id FROM tables_clockchange
"""
BEFORE = """
DROP VIEW tables_public_clockchange;
CREATE VIEW tables_public_clockchange WITH (security_invoker) AS
SELECT dealer, at, ahead_ms, agrees FROM tables_clockchange
"""


class Migration(migrations.Migration):
    """Publishes the number of a clock's change, by which the chain of evidence counts."""

    dependencies = [("tables", "0020_rejections")]

    operations = [migrations.RunSQL(NUMBERED, BEFORE)]
