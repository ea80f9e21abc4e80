-- What was registered, asked, answered, attempted and accepted stays as it was written (PT-08, PT-15, PT-17).

CREATE TRIGGER players_acceptance_only_added
    BEFORE UPDATE OR DELETE ON players_acceptance
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_datachange_only_added
    BEFORE UPDATE OR DELETE ON players_datachange
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_standingcheck_only_added
    BEFORE UPDATE OR DELETE ON players_standingcheck
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

-- An answer of the verifier is given once.
CREATE TRIGGER players_identitycheck_answered_once
    BEFORE UPDATE ON players_identitycheck
    FOR EACH ROW WHEN (OLD.answered_at IS NOT NULL OR (OLD.id, OLD.person_id, OLD.asked_at)
        IS DISTINCT FROM (NEW.id, NEW.person_id, NEW.asked_at))
    EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_identitycheck_stays
    BEFORE DELETE ON players_identitycheck
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

-- An attempt gets its outcome once; a right step may still become a sign-in.
CREATE TRIGGER players_signinattempt_outcome_once
    BEFORE UPDATE ON players_signinattempt
    FOR EACH ROW WHEN (
        OLD.outcome NOT IN ('pending', 'step')
        OR (OLD.id, OLD.email, OLD.factor, OLD.address, OLD.device, OLD.at)
            IS DISTINCT FROM (NEW.id, NEW.email, NEW.factor, NEW.address, NEW.device, NEW.at))
    EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_signinattempt_stays
    BEFORE DELETE ON players_signinattempt
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_signinlock_same
    BEFORE UPDATE ON players_signinlock
    FOR EACH ROW WHEN (OLD.opened_at IS NOT NULL OR (OLD.id, OLD.email, OLD.locked_at)
        IS DISTINCT FROM (NEW.id, NEW.email, NEW.locked_at))
    EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_signinlock_stays
    BEFORE DELETE ON players_signinlock
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_registration_same
    BEFORE UPDATE OF id, person_id, key, received_at, received_from ON players_registration
    FOR EACH ROW WHEN ((OLD.id, OLD.person_id, OLD.key, OLD.received_at, OLD.received_from)
        IS DISTINCT FROM (NEW.id, NEW.person_id, NEW.key, NEW.received_at, NEW.received_from))
    EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_registration_stays
    BEFORE DELETE ON players_registration
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_prohibition_same
    BEFORE UPDATE ON players_prohibition
    FOR EACH ROW WHEN (OLD.lifted_at IS NOT NULL OR (OLD.id, OLD.nif, OLD.reason, OLD.added_by_id, OLD.added_at)
        IS DISTINCT FROM (NEW.id, NEW.nif, NEW.reason, NEW.added_by_id, NEW.added_at))
    EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_prohibition_stays
    BEFORE DELETE ON players_prohibition
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();
