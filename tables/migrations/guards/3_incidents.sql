-- Notes about an incident are only added.

CREATE TRIGGER tables_incidentnote_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_incidentnote
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER tables_incident_stays
    BEFORE DELETE OR TRUNCATE ON tables_incident
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

