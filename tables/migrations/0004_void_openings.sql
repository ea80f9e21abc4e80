-- What was shown of a void round is evidence: added once, of a round that is void, never changed.
CREATE FUNCTION tables_guard_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM tables_round r WHERE r.id = NEW.round_id AND r.phase = 'void') THEN
    RAISE EXCEPTION 'round % is not void: its cards are not shown', NEW.round_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER void_opening_of_void BEFORE INSERT ON tables_voidopening
  FOR EACH ROW EXECUTE FUNCTION tables_guard_opening();
CREATE TRIGGER void_openings_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_voidopening
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
