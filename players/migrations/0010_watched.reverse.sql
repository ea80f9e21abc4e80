DROP TRIGGER audited ON players_standingchange;
DROP TRIGGER audited ON players_exclusion;
DROP TRIGGER audited ON players_person_groups;
DROP TRIGGER audited ON players_person;
DROP FUNCTION audit_watch(regclass, text, text);
DROP FUNCTION audit_note();
DROP TRIGGER players_auditentry_only_added ON players_auditentry;
