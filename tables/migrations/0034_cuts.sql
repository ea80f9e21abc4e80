-- A shoe is begun at one place, which is fixed before its first round.
CREATE FUNCTION tables_guard_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM tables_round WHERE shoe_id = OLD.id)
     OR EXISTS (SELECT FROM tables_cut WHERE shoe_id = OLD.id AND decided_at IS NOT NULL) THEN
    RAISE EXCEPTION 'shoe % of table % is begun already', OLD.number, OLD.table_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER shoe_started BEFORE UPDATE OF start ON tables_shoe
  FOR EACH ROW WHEN (OLD.start IS DISTINCT FROM NEW.start) EXECUTE FUNCTION tables_guard_start();

-- A cut goes forwards only: opened, closed, decided.
CREATE FUNCTION tables_guard_cut() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.shoe_id, OLD.opened_at, OLD.closes_at) IS DISTINCT FROM (NEW.shoe_id, NEW.opened_at, NEW.closes_at)
     OR (OLD.closed_at IS NOT NULL AND (OLD.closed_at, OLD.shown_until) IS DISTINCT FROM (NEW.closed_at, NEW.shown_until))
     OR (OLD.decided_at IS NOT NULL AND OLD.decided_at IS DISTINCT FROM NEW.decided_at) THEN
    RAISE EXCEPTION 'the cut of shoe % goes forwards only', OLD.shoe_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cut_guard BEFORE UPDATE ON tables_cut FOR EACH ROW EXECUTE FUNCTION tables_guard_cut();

-- A number is sent before the close of its cut, shown once after it, and never after the start is known.
CREATE FUNCTION tables_guard_cut_number() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE cut tables_cut;
BEGIN
  SELECT * INTO cut FROM tables_cut WHERE id = NEW.cut_id;
  IF cut.decided_at IS NOT NULL
     OR (TG_OP = 'INSERT' AND (NEW.number <> '' OR cut.closed_at IS NOT NULL))
     OR (TG_OP = 'UPDATE' AND (OLD.number <> '' OR cut.closed_at IS NULL
       OR (OLD.cut_id, OLD.session_id, OLD.seat, OLD.commitment, OLD.committed_at) IS DISTINCT FROM
          (NEW.cut_id, NEW.session_id, NEW.seat, NEW.commitment, NEW.committed_at))) THEN
    RAISE EXCEPTION 'the number of seat % is sent before the close and shown once after it', NEW.seat
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cut_number_guard BEFORE INSERT OR UPDATE ON tables_cutnumber
  FOR EACH ROW EXECUTE FUNCTION tables_guard_cut_number();

CREATE TRIGGER cuts_stay BEFORE DELETE OR TRUNCATE ON tables_cut FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER cut_numbers_stay BEFORE DELETE OR TRUNCATE ON tables_cutnumber
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
