-- The reason of a stop may be given after it was thrown: once, for code that goes past the operation too (PT-44).
CREATE FUNCTION tables_guard_stop_reason() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the reason of stop % is given', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER stop_reason_once BEFORE UPDATE OF reason ON tables_stop
  FOR EACH ROW WHEN (OLD.reason <> '' AND NEW.reason IS DISTINCT FROM OLD.reason)
  EXECUTE FUNCTION tables_guard_stop_reason();
