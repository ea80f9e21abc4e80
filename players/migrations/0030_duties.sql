-- A turn that is done stays as it is, and no turn or address is taken away; an address is ended once (PT-76).
CREATE TRIGGER players_dutyturn_stays
    BEFORE DELETE OR TRUNCATE ON players_dutyturn
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_dutyturn_done_once
    BEFORE UPDATE ON players_dutyturn
    FOR EACH ROW WHEN (
        OLD.done_at IS NOT NULL OR (OLD.id, OLD.code, OLD.period) IS DISTINCT FROM (NEW.id, NEW.code, NEW.period)
    )
    EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_calendarfeed_stays
    BEFORE DELETE OR TRUNCATE ON players_calendarfeed
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_calendarfeed_ended_once
    BEFORE UPDATE ON players_calendarfeed
    FOR EACH ROW WHEN (
        OLD.revoked_at IS NOT NULL
        OR (OLD.id, OLD.member_id, OLD.digest, OLD.made_at)
        IS DISTINCT FROM (NEW.id, NEW.member_id, NEW.digest, NEW.made_at)
    )
    EXECUTE FUNCTION players_refuse_change();

SELECT audit_watch('players_dutyturn');
