-- What was complained of, said, attached and decided stays as it was, whatever code writes (PT-77, PT-80).

CREATE TRIGGER players_complaint_stays
    BEFORE DELETE ON players_complaint
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_complaint_same
    BEFORE UPDATE ON players_complaint
    FOR EACH ROW WHEN (
        (OLD.id, OLD.year, OLD.serial, OLD.person_id, OLD.key, OLD.category, OLD.subject_kind, OLD.subject,
         OLD.occurred_at, OLD.received_at, OLD.acknowledged_at)
        IS DISTINCT FROM
        (NEW.id, NEW.year, NEW.serial, NEW.person_id, NEW.key, NEW.category, NEW.subject_kind, NEW.subject,
         NEW.occurred_at, NEW.received_at, NEW.acknowledged_at)
        OR NEW.turn < OLD.turn OR NEW.revision <= OLD.revision
    )
    EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_complaintmessage_only_added
    BEFORE UPDATE OR DELETE ON players_complaintmessage
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_complaintfile_only_added
    BEFORE UPDATE OR DELETE ON players_complaintfile
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_complaintevent_only_added
    BEFORE UPDATE OR DELETE ON players_complaintevent
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_complaintdecision_stays
    BEFORE DELETE ON players_complaintdecision
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

-- A decision is closed once: it comes to stand or is refused, and what was decided does not change meanwhile.
CREATE TRIGGER players_complaintdecision_same
    BEFORE UPDATE ON players_complaintdecision
    FOR EACH ROW WHEN (
        OLD.decided_at IS NOT NULL OR OLD.refused_at IS NOT NULL
        OR (OLD.id, OLD.complaint_id, OLD.turn, OLD.key, OLD.outcome, OLD.reasons, OLD.award, OLD.adjustment,
            OLD.by_id, OLD.at)
        IS DISTINCT FROM
        (NEW.id, NEW.complaint_id, NEW.turn, NEW.key, NEW.outcome, NEW.reasons, NEW.award, NEW.adjustment,
         NEW.by_id, NEW.at)
    )
    EXECUTE FUNCTION players_refuse_change();

-- An outcome stands only on a decision of the same turn that was made.
CREATE FUNCTION players_refuse_undecided_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM players_complaintdecision
        WHERE complaint_id = NEW.id AND turn = NEW.turn AND outcome = NEW.outcome AND decided_at IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'complaints: an outcome without its decision is refused' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_complaint_outcome_decided
    BEFORE INSERT OR UPDATE ON players_complaint
    FOR EACH ROW WHEN (NEW.outcome <> '') EXECUTE FUNCTION players_refuse_undecided_outcome();
