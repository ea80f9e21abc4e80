-- F7: no line of a stake or a deposit can be written inside an exclusion of its player, whatever code writes it.
--
-- Both sides hold the player's accounts: whoever writes such a line has just written the account's balance, and whoever
-- writes an exclusion locks the accounts here. So one waits for the other, and none passes the other unseen.

CREATE FUNCTION players_hold_for_exclusion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.person_key := (SELECT public_id::text FROM players_person WHERE id = NEW.person_id);
    PERFORM 1 FROM wallet_account
    WHERE kind = 'player' AND currency IN ('EUR', 'PLAY') AND owner = NEW.person_key
    ORDER BY id FOR UPDATE;
    RETURN NEW;
END $$;

CREATE TRIGGER players_exclusion_held
    BEFORE INSERT ON players_exclusion
    FOR EACH ROW EXECUTE FUNCTION players_hold_for_exclusion();

-- An end once written only comes nearer: a longer exclusion is a new row.
CREATE TRIGGER players_exclusion_never_longer
    BEFORE UPDATE ON players_exclusion
    FOR EACH ROW WHEN (
        (OLD.ends_at IS NOT NULL AND (NEW.ends_at > OLD.ends_at) IS NOT FALSE)
        OR (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)
        OR (OLD.notice_at IS NOT NULL AND NEW.notice_at IS DISTINCT FROM OLD.notice_at)
        OR (OLD.person_key, OLD.key, OLD.by_id, OLD.reason)
            IS DISTINCT FROM (NEW.person_key, NEW.key, NEW.by_id, NEW.reason)
    )
    EXECUTE FUNCTION players_refuse_change();

-- Once per INSERT statement, over all its lines, by index look-ups only. An exclusion that begins at once bars from the
-- moment it is there, even a line whose writer read the clock earlier.
CREATE FUNCTION players_refuse_excluded() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    wrong record;
BEGIN
    SELECT added.id, added.code INTO wrong
    FROM added
    JOIN wallet_account account
        ON account.id = CASE added.code WHEN 'stake' THEN added.debit_account ELSE added.credit_account END
    JOIN players_exclusion exclusion ON exclusion.person_key = account.owner
    WHERE added.code IN ('stake', 'deposit')
        AND exclusion.starts_at <= greatest(added.created_at, exclusion.created_at)
        AND (exclusion.ends_at IS NULL OR exclusion.ends_at > added.created_at)
        AND (exclusion.revoked_at IS NULL OR exclusion.revoked_at > added.created_at)
    ORDER BY added.id
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'persons: % % is refused: its player is excluded (PT-27)', wrong.code, wrong.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER players_excluded_refused
    AFTER INSERT ON wallet_transfer
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_excluded();

-- Wishes for limits are a history: only what became of one is written later, and once.

CREATE TRIGGER players_limit_stays
    BEFORE DELETE ON players_limit
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_limit_same
    BEFORE UPDATE ON players_limit
    FOR EACH ROW WHEN (
        OLD.state NOT IN ('waiting', 'in-force')
        OR (OLD.state = 'in-force' AND NEW.state NOT IN ('in-force', 'replaced'))
        OR (OLD.starts_at IS NOT NULL AND NEW.starts_at IS DISTINCT FROM OLD.starts_at)
        OR (OLD.id, OLD.person_id, OLD.source, OLD.kind, OLD.period, OLD.most, OLD.key, OLD.requested_at, OLD.due_at,
            OLD.lapses_at, OLD.by_id, OLD.reason)
        IS DISTINCT FROM
           (NEW.id, NEW.person_id, NEW.source, NEW.kind, NEW.period, NEW.most, NEW.key, NEW.requested_at, NEW.due_at,
            NEW.lapses_at, NEW.by_id, NEW.reason)
    )
    EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_duty_stays
    BEFORE DELETE ON players_duty
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_duty_same
    BEFORE UPDATE ON players_duty
    FOR EACH ROW WHEN (
        OLD.done_at IS NOT NULL
        OR (OLD.id, OLD.kind, OLD.person_id, OLD.subject, OLD.facts, OLD.created_at, OLD.due_at)
        IS DISTINCT FROM (NEW.id, NEW.kind, NEW.person_id, NEW.subject, NEW.facts, NEW.created_at, NEW.due_at)
    )
    EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_signalstep_only_added
    BEFORE UPDATE OR DELETE ON players_signalstep
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();
