DROP TRIGGER audited ON tables_incidentnote;
DROP TRIGGER audited ON tables_incident;
DROP TRIGGER tables_incident_stays ON tables_incident;
DROP TRIGGER tables_incidentnote_only_added ON tables_incidentnote;
