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
