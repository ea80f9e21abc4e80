from django.db import migrations

# «= ANY» is NULL where the list holds NULL, and a CHECK that is NULL lets the row pass.
CHECKS = """
ALTER TABLE tables_configuration DROP CONSTRAINT configuration_decided_by_another;
ALTER TABLE tables_configuration ADD CONSTRAINT configuration_decided_by_another
  CHECK (status NOT IN ('approved', 'in-force', 'superseded') OR (decided_by_id = ANY (authors)) IS FALSE);
ALTER TABLE tables_configuration DROP CONSTRAINT configuration_submitted_by_an_author;
ALTER TABLE tables_configuration ADD CONSTRAINT configuration_submitted_by_an_author
  CHECK (submitted_by_id IS NULL OR (submitted_by_id = ANY (authors)) IS TRUE);
"""
BACK = """
ALTER TABLE tables_configuration DROP CONSTRAINT configuration_decided_by_another;
ALTER TABLE tables_configuration ADD CONSTRAINT configuration_decided_by_another
  CHECK (status NOT IN ('approved', 'in-force', 'superseded') OR NOT decided_by_id = ANY (authors));
ALTER TABLE tables_configuration DROP CONSTRAINT configuration_submitted_by_an_author;
ALTER TABLE tables_configuration ADD CONSTRAINT configuration_submitted_by_an_author
  CHECK (submitted_by_id IS NULL OR submitted_by_id = ANY (authors));
"""


class Migration(migrations.Migration):
    """Lets the checks of who wrote and who decided a configuration refuse a list of authors that holds NULL."""

    dependencies = [("tables", "0016_rounds_that_are_over")]

    operations = [migrations.RunSQL(CHECKS, BACK)]
