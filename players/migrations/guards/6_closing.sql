-- Of a closed account only one thing is written later, once: that its holder opened it again. Never inside an exclusion:
-- both sides hold the holder's accounts, so neither passes the other unseen (PT-26, PT-28).

CREATE FUNCTION players_guard_closure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.reopened_at IS NOT NULL OR NEW.reopened_at IS NULL
        OR (OLD.id, OLD.person_id, OLD.key, OLD.cause, OLD.reason, OLD.closed_at, OLD.closed_by_id, OLD.balance,
            OLD.exclusion_id)
        IS DISTINCT FROM
           (NEW.id, NEW.person_id, NEW.key, NEW.cause, NEW.reason, NEW.closed_at, NEW.closed_by_id, NEW.balance,
            NEW.exclusion_id)
    THEN
        RAISE EXCEPTION 'persons: closure % stays as it was written', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM players_exclusion
        WHERE person_id = NEW.person_id AND starts_at <= greatest(NEW.reopened_at, created_at)
          AND (ends_at IS NULL OR ends_at > NEW.reopened_at) AND (revoked_at IS NULL OR revoked_at > NEW.reopened_at)
    ) THEN
        RAISE EXCEPTION 'persons: closure % is not undone inside an exclusion (PT-26)', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_accountclosure_reopened_once
    BEFORE UPDATE ON players_accountclosure
    FOR EACH ROW EXECUTE FUNCTION players_guard_closure();

CREATE TRIGGER players_accountclosure_stays
    BEFORE DELETE OR TRUNCATE ON players_accountclosure
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

-- No account of somebody who died is opened again (PT-07). Both sides hold the player.

CREATE FUNCTION players_refuse_reopening_the_dead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM players_accountclosure WHERE person_id = NEW.person_id AND cause = 'death') THEN
        RAISE EXCEPTION 'persons: closure % stands, for its holder died (PT-07)', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_accountclosure_not_after_death
    BEFORE UPDATE ON players_accountclosure
    FOR EACH ROW EXECUTE FUNCTION players_refuse_reopening_the_dead();
