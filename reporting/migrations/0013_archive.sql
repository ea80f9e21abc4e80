-- A receipt of the archive stays; only when it was last read back, and whether it failed, is written later (PT-56).
CREATE TRIGGER reporting_archived_stays BEFORE DELETE OR TRUNCATE ON reporting_archived
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_archived_same BEFORE UPDATE ON reporting_archived
    FOR EACH ROW WHEN (
        (OLD.id, OLD.report_id, OLD.name, OLD.sha256, OLD.size, OLD.receipt, OLD.stored_at)
        IS DISTINCT FROM (NEW.id, NEW.report_id, NEW.name, NEW.sha256, NEW.size, NEW.receipt, NEW.stored_at)
        OR NEW.verified_at < OLD.verified_at
    )
    EXECUTE FUNCTION reporting_refuse_change();
