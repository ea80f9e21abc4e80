-- What was asked for and done stays as it came out.
CREATE TRIGGER reporting_work_stays BEFORE DELETE OR TRUNCATE ON reporting_work
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_work_done_stays BEFORE UPDATE ON reporting_work
    FOR EACH ROW WHEN (OLD.state = 'done') EXECUTE FUNCTION reporting_refuse_row();
