-- A guest has an account in play money alone (ADR 0177): whatever would move euros finds none, and none can be made.
CREATE OR REPLACE FUNCTION players_refuse_staff_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owner_kind text;
BEGIN
    -- An owner that is no person's key belongs to another user of the ledger.
    IF NEW.owner ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' THEN
        SELECT kind INTO owner_kind FROM players_person WHERE public_id = NEW.owner::uuid;
        IF owner_kind = 'staff' THEN
            RAISE EXCEPTION 'persons: staff have no account in the ledger' USING ERRCODE = 'restrict_violation';
        ELSIF owner_kind = 'guest' AND NEW.currency <> 'PLAY' THEN
            RAISE EXCEPTION 'persons: a guest has an account in play money alone' USING ERRCODE = 'restrict_violation';
        END IF;
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION players_refuse_player_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM players_person WHERE id = NEW.person_id AND kind <> 'staff') THEN
        RAISE EXCEPTION 'persons: a player has no role' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

-- A guest is made once, ends once, and ends no later than was said when it began.
CREATE TRIGGER players_guest_same
    BEFORE UPDATE ON players_guest
    FOR EACH ROW WHEN (
        OLD.ended_at IS NOT NULL
        OR (OLD.person_id, OLD.key, OLD.made_at, OLD.ends_at)
            IS DISTINCT FROM (NEW.person_id, NEW.key, NEW.made_at, NEW.ends_at)
    )
    EXECUTE FUNCTION players_refuse_change();

-- Which persons are guests, for reports that count people (ADR 0151).
CREATE VIEW players_public_guest WITH (security_invoker) AS
SELECT person_id FROM players_guest;
