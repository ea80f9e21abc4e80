DROP TRIGGER players_accountclosure_stays ON players_accountclosure;
DROP TRIGGER players_accountclosure_reopened_once ON players_accountclosure;
DROP FUNCTION players_guard_closure();
CREATE TRIGGER players_accountclosure_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON players_accountclosure
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();
