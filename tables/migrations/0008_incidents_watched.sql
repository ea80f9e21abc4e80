-- Notes about an incident are only added; incidents, a table's hours and its risk limit stand in the audit trail.

CREATE TRIGGER tables_incidentnote_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_incidentnote
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER tables_incident_stays
    BEFORE DELETE OR TRUNCATE ON tables_incident
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

DROP TRIGGER audited_change ON tables_table;
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

SELECT audit_watch('tables_incident');
SELECT audit_watch('tables_incidentnote');
