-- Who proposes and who decides is no claim either: what is written in a person's request says that person (ADR 0141).

-- The columns are the trigger's arguments. What the house itself writes, without anybody's session, is left: its entries in
-- the audit trail name no person.
CREATE FUNCTION players_refuse_other_actor() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    -- Signature, process of the connection, second, person, address.
    acting text[] := string_to_array(coalesce(current_setting('sabot.acting', true), ''), '|');
    new_row jsonb := to_jsonb(NEW);
    old_row jsonb := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) ELSE '{}' END;
    name text;
BEGIN
    IF cardinality(acting) = 0 THEN
        RETURN NEW;
    END IF;
    IF cardinality(acting) <> 5
        OR acting[1] <> players_signature(array_to_string(acting[2:5], '|'))
        OR acting[2] <> pg_backend_pid()::text
        OR acting[3]::bigint < extract(epoch FROM clock_timestamp()) - 3600
    THEN
        RAISE EXCEPTION 'audit: who acts is not proven' USING ERRCODE = 'insufficient_privilege';
    END IF;
    FOREACH name IN ARRAY TG_ARGV LOOP
        IF new_row ->> name IS DISTINCT FROM old_row ->> name AND new_row ->> name <> acting[4] THEN
            RAISE EXCEPTION '%.% is not who acts', TG_TABLE_NAME, name USING ERRCODE = 'insufficient_privilege';
        END IF;
    END LOOP;
    RETURN NEW;
END $$;

CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON players_staffproposal
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('proposed_by_id', 'decided_by_id');
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON players_adjustment
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('proposed_by_id', 'decided_by_id');
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF first_by_id, second_by_id, refused_by_id ON players_withdrawal
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('first_by_id', 'second_by_id', 'refused_by_id');
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF by_id, approved_by_id, refused_by_id ON players_complaintdecision
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('by_id', 'approved_by_id', 'refused_by_id');
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF decided_by_id ON players_correctionrequest
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('decided_by_id');
