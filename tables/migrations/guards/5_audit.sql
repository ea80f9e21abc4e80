-- What staff change at tables stands in the audit trail. A table's row moves with every slip, its version and leases:
-- only what staff decide is noted.

CREATE TRIGGER audited_change
    AFTER UPDATE ON tables_table
    FOR EACH ROW WHEN (
        (OLD.code, OLD.name, OLD.currency, OLD.kind, OLD.status, OLD.configuration_id, OLD.risk_limit, OLD.hours)
        IS DISTINCT FROM
        (NEW.code, NEW.name, NEW.currency, NEW.kind, NEW.status, NEW.configuration_id, NEW.risk_limit, NEW.hours)
    )
    EXECUTE FUNCTION audit_note(
        'version round_count current_round_id shoe_id due_at dealer lease_until fence hours_applied_at', ''
    );

CREATE TRIGGER audited
    AFTER INSERT OR DELETE ON tables_table
    FOR EACH ROW EXECUTE FUNCTION audit_note('version round_count current_round_id shoe_id due_at dealer lease_until fence', '');

SELECT audit_watch('tables_configuration');
SELECT audit_watch('tables_stop');
SELECT audit_watch('tables_staffact');
SELECT audit_watch('tables_incident');
SELECT audit_watch('tables_incidentnote');
