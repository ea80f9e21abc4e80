-- The log of the house and its sealed days (ADR 0208, 0209): leaves are written by what they tell and numbered once,
-- checkpoints never go back, a faulty day is sealed by two persons alone.

-- A shoe's root is in the log with the shoe itself, for every writer; so no bet can come before it.
CREATE FUNCTION reporting_tell_shoes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO reporting_logleaf (kind, key, facts, at)
    SELECT 'shoe', t.code || '/' || m.number, jsonb_build_object('table', t.code, 'shoe', t.code || '/' || m.number,
        'format', CASE WHEN m.header IS NULL THEN 'sabot-shoe-1' ELSE 'sabot-shoe-2' END, 'root', m.root,
        'decks', m.decks, 'count', m.card_count, 'header', m.header), m.created_at
    FROM made m JOIN tables_table t ON t.id = m.table_id ORDER BY m.id;
    RETURN NULL;
END $$;
CREATE TRIGGER reporting_shoe_is_told AFTER INSERT ON tables_shoe
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION reporting_tell_shoes();

CREATE FUNCTION reporting_refuse_untold_shoes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    untold text;
BEGIN
    SELECT t.code || '/' || s.number INTO untold
    FROM made m JOIN tables_shoe s ON s.id = m.shoe_id JOIN tables_table t ON t.id = s.table_id
    WHERE NOT EXISTS (SELECT 1 FROM reporting_logleaf l WHERE l.kind = 'shoe' AND l.key = t.code || '/' || s.number)
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'shoe % is not in the log: no round begins on it', untold USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER reporting_round_on_told_shoe AFTER INSERT ON tables_round
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_untold_shoes();

CREATE FUNCTION reporting_tell_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO reporting_logleaf (kind, key, facts, at)
    SELECT 'rules', t.code || '/v' || NEW.number, jsonb_build_object('table', t.code,
        'version', t.code || '/v' || NEW.number, 'terms', NEW.terms, 'reference', NEW.reference), coalesce(NEW.decided_at, NEW.drafted_at)
    FROM tables_table t WHERE t.id = NEW.table_id
    ON CONFLICT (kind, key) DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER reporting_rules_are_told AFTER INSERT OR UPDATE ON tables_configuration
    FOR EACH ROW WHEN (NEW.status IN ('approved', 'in-force', 'superseded')) EXECUTE FUNCTION reporting_tell_rules();

-- Of an incident what kind it is and what it is about, never what people wrote.
CREATE FUNCTION reporting_tell_incident() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO reporting_logleaf (kind, key, facts, at)
    VALUES ('incident', 'I-' || NEW.id,
        jsonb_build_object('incident', 'I-' || NEW.id, 'what', NEW.kind, 'subject', NEW.subject), NEW.opened_at);
    RETURN NULL;
END $$;
CREATE TRIGGER reporting_incident_is_told AFTER INSERT ON tables_incident
    FOR EACH ROW EXECUTE FUNCTION reporting_tell_incident();

-- A house that was there before begins its log with the shoes that lie on its tables and the rules that hold.
INSERT INTO reporting_logleaf (kind, key, facts, at)
SELECT 'shoe', t.code || '/' || s.number, jsonb_build_object('table', t.code, 'shoe', t.code || '/' || s.number,
    'format', CASE WHEN s.header IS NULL THEN 'sabot-shoe-1' ELSE 'sabot-shoe-2' END, 'root', s.root,
    'decks', s.decks, 'count', s.card_count, 'header', s.header), s.created_at
FROM tables_table t JOIN tables_shoe s ON s.id = t.shoe_id ORDER BY s.id;
INSERT INTO reporting_logleaf (kind, key, facts, at)
SELECT 'rules', t.code || '/v' || c.number, jsonb_build_object('table', t.code,
    'version', t.code || '/v' || c.number, 'terms', c.terms, 'reference', c.reference), coalesce(c.decided_at, c.drafted_at)
FROM tables_configuration c JOIN tables_table t ON t.id = c.table_id
WHERE c.status IN ('approved', 'in-force') ORDER BY c.id;

-- A leaf waits, is numbered once, and stays. Shoes, rules and incidents are told by their own rows alone.
CREATE FUNCTION reporting_guard_leaf() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.number IS NOT NULL THEN
            RAISE EXCEPTION 'log: a leaf waits for its number' USING ERRCODE = 'restrict_violation';
        END IF;
        IF NEW.kind IN ('shoe', 'rules', 'incident') AND pg_trigger_depth() < 2 THEN
            RAISE EXCEPTION 'log: % is told by its own row', NEW.kind USING ERRCODE = 'restrict_violation';
        END IF;
    ELSIF OLD.number IS NOT NULL OR NEW.number IS NULL
        OR (OLD.id, OLD.kind, OLD.key, OLD.facts, OLD.at) IS DISTINCT FROM (NEW.id, NEW.kind, NEW.key, NEW.facts, NEW.at)
    THEN
        RAISE EXCEPTION 'log: leaf % stays as it is', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER reporting_leaf_guard BEFORE INSERT OR UPDATE ON reporting_logleaf
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_leaf();
CREATE TRIGGER reporting_leaf_stays BEFORE DELETE OR TRUNCATE ON reporting_logleaf
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
ALTER TABLE reporting_logleaf ADD CONSTRAINT reporting_leaf_hashed
    CHECK (hash IS NOT DISTINCT FROM sha256('\x00'::bytea || convert_to(data, 'UTF8')));

CREATE FUNCTION reporting_guard_leaf_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    first bigint;
    last bigint;
    many bigint;
BEGIN
    SELECT min(number), max(number), count(*) INTO first, last, many FROM numbered;
    IF many > 0 AND (last - first + 1 <> many OR first
        <> coalesce((SELECT max(number) FROM reporting_logleaf WHERE number < first), -1) + 1) THEN
        RAISE EXCEPTION 'log: leaves are numbered without gaps' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER reporting_leaf_without_gaps AFTER UPDATE ON reporting_logleaf
    REFERENCING NEW TABLE AS numbered FOR EACH STATEMENT EXECUTE FUNCTION reporting_guard_leaf_numbers();

CREATE TRIGGER reporting_tile_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_logtile
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_cosignature_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_cosignature
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_software_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_softwarecheck
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();

-- The house signs no smaller log than it signed before, none of the same size with another root, none with leaves that
-- are not there.
CREATE FUNCTION reporting_guard_checkpoint() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    before reporting_logcheckpoint%ROWTYPE;
BEGIN
    SELECT * INTO before FROM reporting_logcheckpoint ORDER BY size DESC, id DESC LIMIT 1;
    IF FOUND AND (NEW.size < before.size OR NEW.size = before.size AND NEW.root <> before.root)
        OR NEW.size > (SELECT coalesce(max(number), -1) + 1 FROM reporting_logleaf) THEN
        RAISE EXCEPTION 'log: a checkpoint follows the one before' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER reporting_checkpoint_follows BEFORE INSERT ON reporting_logcheckpoint
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_checkpoint();
CREATE TRIGGER reporting_checkpoint_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_logcheckpoint
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();

-- A sealed day is what its leaf says, and a faulty one what two persons agreed to.
CREATE FUNCTION reporting_guard_sealed_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM reporting_logleaf
        WHERE id = NEW.leaf_id AND kind = 'day' AND key = NEW.day || '/r' || NEW.revision
          AND facts ->> 'manifest' = NEW.sha256
    ) THEN
        RAISE EXCEPTION 'sealed day %: its leaf says otherwise', NEW.day USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.faults <> '[]'::jsonb AND NOT EXISTS (
        SELECT 1 FROM reporting_faultyseal
        WHERE day = NEW.day AND state = 'approved' AND decided_by_id <> proposed_by_id AND faults @> NEW.faults
    ) THEN
        RAISE EXCEPTION 'sealed day %: two persons agree to its faults', NEW.day USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER reporting_sealed_as_told BEFORE INSERT ON reporting_sealedday
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_sealed_day();
CREATE TRIGGER reporting_sealed_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_sealedday
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
ALTER TABLE reporting_sealedday ADD CONSTRAINT reporting_sealed_hashed
    CHECK (sha256 = encode(sha256(convert_to(manifest, 'UTF8')), 'hex'));

-- What days commit to goes ten years after the day, and never comes to say something else.
CREATE FUNCTION reporting_guard_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL OR NEW.erased_at < OLD.day + interval '10 years'
        OR to_jsonb(OLD) - '{salt,record,erased_at}'::text[] <> to_jsonb(NEW) - '{salt,record,erased_at}'::text[] THEN
        RAISE EXCEPTION '% %: it stays until its term is over', TG_TABLE_NAME, OLD.day USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER reporting_personrecord_erased_late BEFORE UPDATE ON reporting_personrecord
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_erasing();
CREATE TRIGGER reporting_personrecord_stays BEFORE DELETE OR TRUNCATE ON reporting_personrecord
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
ALTER TABLE reporting_personrecord ADD CONSTRAINT reporting_personrecord_commits
    CHECK (salt IS NULL OR commitment = encode(sha256('\x04'::bytea || salt || convert_to(record, 'UTF8')), 'hex'));
CREATE TRIGGER reporting_daysalt_erased_late BEFORE UPDATE ON reporting_daysalt
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_erasing();
CREATE TRIGGER reporting_daysalt_stays BEFORE DELETE OR TRUNCATE ON reporting_daysalt
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();

-- Two persons for a faulty day, as for an extract.
CREATE FUNCTION reporting_guard_faulty_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'proposed' THEN
            RAISE EXCEPTION 'faulty day: it begins as a proposal' USING ERRCODE = 'restrict_violation';
        END IF;
    ELSIF OLD.state <> 'proposed' OR (OLD.id, OLD.key, OLD.day, OLD.faults, OLD.reason, OLD.proposed_by_id, OLD.proposed_at)
        IS DISTINCT FROM (NEW.id, NEW.key, NEW.day, NEW.faults, NEW.reason, NEW.proposed_by_id, NEW.proposed_at) THEN
        RAISE EXCEPTION 'faulty day %: what was proposed stays', OLD.day USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM players_person WHERE id IN (NEW.proposed_by_id, NEW.decided_by_id) AND kind <> 'staff'
    ) THEN
        RAISE EXCEPTION 'faulty day: only staff propose and decide' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.state = 'approved' THEN
        PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER reporting_faultyseal_guard BEFORE INSERT OR UPDATE ON reporting_faultyseal
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_faulty_seal();
CREATE TRIGGER reporting_faultyseal_stays BEFORE DELETE OR TRUNCATE ON reporting_faultyseal
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON reporting_faultyseal
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('proposed_by_id', 'decided_by_id');
SELECT audit_watch('reporting_faultyseal');
