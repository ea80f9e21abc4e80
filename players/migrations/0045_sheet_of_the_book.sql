-- The number of its sheet in the Complaints Book stays too.

DROP TRIGGER players_complaint_same ON players_complaint;
CREATE TRIGGER players_complaint_same
    BEFORE UPDATE ON players_complaint
    FOR EACH ROW WHEN (
        (OLD.id, OLD.year, OLD.serial, OLD.person_id, OLD.outsider_id, OLD.key, OLD.category, OLD.subject_kind,
         OLD.subject, OLD.channel, OLD.sheet, OLD.occurred_at, OLD.received_at, OLD.acknowledged_at)
        IS DISTINCT FROM
        (NEW.id, NEW.year, NEW.serial, NEW.person_id, NEW.outsider_id, NEW.key, NEW.category, NEW.subject_kind,
         NEW.subject, NEW.channel, NEW.sheet, NEW.occurred_at, NEW.received_at, NEW.acknowledged_at)
        OR NEW.turn < OLD.turn OR NEW.revision <= OLD.revision
    )
    EXECUTE FUNCTION players_refuse_change();
