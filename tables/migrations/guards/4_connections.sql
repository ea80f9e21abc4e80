-- The log of connections is evidence: rows stay, what was told of a socket's beginning is fixed, its end is told once.

CREATE FUNCTION tables_guard_connection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.code, OLD.process_id, OLD.person_id, OLD.table_id, OLD.opened_at, OLD.address, OLD.device)
     IS DISTINCT FROM (NEW.code, NEW.process_id, NEW.person_id, NEW.table_id, NEW.opened_at, NEW.address, NEW.device)
     OR (OLD.closed_at IS NOT NULL AND (OLD.closed_at, OLD.close_code) IS DISTINCT FROM (NEW.closed_at, NEW.close_code))
  THEN
    RAISE EXCEPTION 'connection % is fixed: its end is told once', OLD.code USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER connection_guard BEFORE UPDATE ON tables_connection
  FOR EACH ROW EXECUTE FUNCTION tables_guard_connection();
CREATE TRIGGER connections_stay BEFORE DELETE OR TRUNCATE ON tables_connection
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
