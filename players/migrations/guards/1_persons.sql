-- Players and staff stay apart (PT-16), whatever code writes: staff have no account in the ledger, players have no
-- role, and nobody changes sides.

CREATE FUNCTION players_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'persons: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER players_person_same
    BEFORE UPDATE OF kind, public_id ON players_person
    FOR EACH ROW WHEN (OLD.kind IS DISTINCT FROM NEW.kind OR OLD.public_id IS DISTINCT FROM NEW.public_id)
    EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_standingchange_only_added
    BEFORE UPDATE OR DELETE ON players_standingchange
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_exclusion_stays
    BEFORE DELETE ON players_exclusion
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_exclusion_same
    BEFORE UPDATE OF id, person_id, kind, source, starts_at, created_at ON players_exclusion
    FOR EACH ROW WHEN (
        (OLD.id, OLD.person_id, OLD.kind, OLD.source, OLD.starts_at, OLD.created_at)
        IS DISTINCT FROM (NEW.id, NEW.person_id, NEW.kind, NEW.source, NEW.starts_at, NEW.created_at)
    )
    EXECUTE FUNCTION players_refuse_change();

CREATE FUNCTION players_refuse_staff_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- An owner that is no person's key belongs to another user of the ledger.
    IF NEW.owner ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
        AND EXISTS (SELECT 1 FROM players_person WHERE public_id = NEW.owner::uuid AND kind = 'staff') THEN
        RAISE EXCEPTION 'persons: staff have no account in the ledger' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_staff_without_account
    BEFORE INSERT ON wallet_account
    FOR EACH ROW WHEN (NEW.kind = 'player') EXECUTE FUNCTION players_refuse_staff_account();

CREATE FUNCTION players_refuse_player_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM players_person WHERE id = NEW.person_id AND kind = 'player') THEN
        RAISE EXCEPTION 'persons: a player has no role' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_player_without_group
    BEFORE INSERT OR UPDATE ON players_person_groups
    FOR EACH ROW EXECUTE FUNCTION players_refuse_player_role();

CREATE TRIGGER players_player_without_permission
    BEFORE INSERT OR UPDATE ON players_person_user_permissions
    FOR EACH ROW EXECUTE FUNCTION players_refuse_player_role();
