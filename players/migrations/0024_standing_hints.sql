-- Every change that may end a seat (players.gates.ENDING) or a browser session leaves a hint in its own transaction, so
-- that the processes with sockets look at these viewers and at no others. The owner writes them: the application reads
-- and removes, and so puts none among them.

-- The argument is the column that names the person.
CREATE FUNCTION players_hint_person() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO players_standinghint (act, person_id, session, at)
    VALUES (
        pg_current_xact_id()::text::bigint, (to_jsonb(NEW) ->> TG_ARGV[0])::bigint, '', clock_timestamp()
    );
    RETURN NULL;
END $$;

-- A bar names a taxpayer number; its person may have several registrations of it, those that ended among them.
CREATE FUNCTION players_hint_registered() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO players_standinghint (act, person_id, session, at)
    SELECT pg_current_xact_id()::text::bigint, person_id, '', clock_timestamp()
    FROM players_registration WHERE nif = NEW.nif;
    RETURN NULL;
END $$;

CREATE FUNCTION players_hint_session() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    INSERT INTO players_standinghint (act, session, at)
    VALUES (pg_current_xact_id()::text::bigint, OLD.session_key, clock_timestamp());
    RETURN NULL;
END $$;

CREATE TRIGGER hinted AFTER UPDATE OF is_active, suspended_at, closed_at ON players_person
    FOR EACH ROW WHEN ((OLD.is_active, OLD.suspended_at, OLD.closed_at)
        IS DISTINCT FROM (NEW.is_active, NEW.suspended_at, NEW.closed_at))
    EXECUTE FUNCTION players_hint_person('id');

CREATE TRIGGER hinted AFTER INSERT OR UPDATE ON players_exclusion
    FOR EACH ROW EXECUTE FUNCTION players_hint_person('person_id');

CREATE TRIGGER hinted AFTER INSERT OR UPDATE ON players_prohibition
    FOR EACH ROW EXECUTE FUNCTION players_hint_registered();

-- Another number may be a barred one.
CREATE TRIGGER hinted AFTER UPDATE OF nif ON players_registration
    FOR EACH ROW WHEN (OLD.nif IS DISTINCT FROM NEW.nif) EXECUTE FUNCTION players_hint_person('person_id');

-- A session that is over by itself is seen to end at its moment; only one that ends earlier than was known needs a hint.
CREATE TRIGGER hinted AFTER DELETE ON django_session
    FOR EACH ROW WHEN (OLD.expire_date > clock_timestamp()) EXECUTE FUNCTION players_hint_session();

CREATE TRIGGER hinted_sooner AFTER UPDATE OF expire_date ON django_session
    FOR EACH ROW WHEN (NEW.expire_date < OLD.expire_date) EXECUTE FUNCTION players_hint_session();
