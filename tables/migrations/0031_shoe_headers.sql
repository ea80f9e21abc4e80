-- The cards of a shoe and what its root fixes beside them are as they were published (M7).
CREATE OR REPLACE FUNCTION tables_guard_shoe() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.root, OLD.sealed, OLD.card_count, OLD.table_id, OLD.number, OLD.decks, OLD.cut, OLD.created_at, OLD.header,
      OLD.header_path) IS DISTINCT FROM
     (NEW.root, NEW.sealed, NEW.card_count, NEW.table_id, NEW.number, NEW.decks, NEW.cut, NEW.created_at, NEW.header,
      NEW.header_path) OR NEW.dealt < OLD.dealt THEN
    RAISE EXCEPTION 'the cards of shoe % of table % are fixed', OLD.number, OLD.table_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
