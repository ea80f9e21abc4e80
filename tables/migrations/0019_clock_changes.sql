CREATE TRIGGER tables_clockchange_only_added
    BEFORE UPDATE OR DELETE ON tables_clockchange
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

CREATE VIEW tables_public_clockchange WITH (security_invoker) AS
SELECT dealer, at, ahead_ms, agrees FROM tables_clockchange;
