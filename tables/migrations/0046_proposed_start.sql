-- When its authors would have it start is said with the submission, and stays.

CREATE TRIGGER configuration_proposed_start
    BEFORE UPDATE ON tables_configuration
    FOR EACH ROW WHEN (
        OLD.proposed_start IS DISTINCT FROM NEW.proposed_start
        AND NOT (OLD.status = 'draft' AND NEW.status = 'submitted')
    )
    EXECUTE FUNCTION tables_refuse();
