-- Scanners with a token of their own: issued, and revoked once. A second reader's opinions are only added.
CREATE TRIGGER scanners_stay BEFORE DELETE OR TRUNCATE ON tables_scanner
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER second_readings_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_secondreading
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();

CREATE FUNCTION tables_guard_scanner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL
     OR (OLD.key, OLD.table_id, OLD.name, OLD.digest, OLD.reason, OLD.issued_by_id, OLD.issued_at)
     IS DISTINCT FROM (NEW.key, NEW.table_id, NEW.name, NEW.digest, NEW.reason, NEW.issued_by_id, NEW.issued_at) THEN
    RAISE EXCEPTION 'a scanner is revoked once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER scanner_guard BEFORE UPDATE ON tables_scanner FOR EACH ROW EXECUTE FUNCTION tables_guard_scanner();

-- The person who issues or revokes is the one who is signed in (ADR 0141).
CREATE TRIGGER actor_is_signed
  BEFORE INSERT OR UPDATE OF issued_by_id, revoked_by_id ON tables_scanner
  FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('issued_by_id', 'revoked_by_id');
SELECT audit_watch('tables_scanner', '', 'digest');
