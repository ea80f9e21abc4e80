-- The number of its sheet in the Complaints Book may be corrected: to another number, alone, and as the case's last event tells.

DROP TRIGGER players_complaint_same ON players_complaint;
CREATE TRIGGER players_complaint_same
    BEFORE UPDATE ON players_complaint
    FOR EACH ROW WHEN (
        (OLD.id, OLD.year, OLD.serial, OLD.person_id, OLD.outsider_id, OLD.key, OLD.category, OLD.subject_kind,
         OLD.subject, OLD.channel, OLD.occurred_at, OLD.received_at, OLD.acknowledged_at)
        IS DISTINCT FROM
        (NEW.id, NEW.year, NEW.serial, NEW.person_id, NEW.outsider_id, NEW.key, NEW.category, NEW.subject_kind,
         NEW.subject, NEW.channel, NEW.occurred_at, NEW.received_at, NEW.acknowledged_at)
        OR NEW.turn < OLD.turn OR NEW.revision <= OLD.revision
        OR OLD.sheet <> NEW.sheet AND (
            NEW.sheet = ''
            OR (OLD.state, OLD.turn, OLD.due_on, OLD.turn_began_at, OLD.handler_id, OLD.outcome, OLD.answered_at,
                OLD.reopened_at, OLD.closed_at)
            IS DISTINCT FROM
               (NEW.state, NEW.turn, NEW.due_on, NEW.turn_began_at, NEW.handler_id, NEW.outcome, NEW.answered_at,
                NEW.reopened_at, NEW.closed_at)
        )
    )
    EXECUTE FUNCTION players_refuse_change();

CREATE FUNCTION players_refuse_untold_sheet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM (
            SELECT what, facts FROM players_complaintevent WHERE complaint_id = NEW.id ORDER BY id DESC LIMIT 1
        ) last
        WHERE what = 'sheet-corrected' AND facts ->> 'before' = OLD.sheet AND facts ->> 'after' = NEW.sheet
    ) THEN
        RAISE EXCEPTION 'complaints: a corrected sheet without its event is refused' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_complaint_sheet_told
    BEFORE UPDATE ON players_complaint
    FOR EACH ROW WHEN (OLD.sheet <> NEW.sheet) EXECUTE FUNCTION players_refuse_untold_sheet();
