-- Rounds finish in another order than they begin. Each gets a number as it finishes, so that finished rounds are read and
-- chained in an order in which none comes between others later. A sequence is no row: nobody waits for it.
INSERT INTO tables_finishedround (round_id)
SELECT id FROM tables_round WHERE phase IN ('settled', 'void') ORDER BY coalesce(settled_at, voided_at), id;

CREATE FUNCTION tables_number_finished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tables_finishedround (round_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER round_finished AFTER UPDATE OF phase ON tables_round
  FOR EACH ROW WHEN (NEW.phase IN ('settled', 'void') AND OLD.phase NOT IN ('settled', 'void'))
  EXECUTE FUNCTION tables_number_finished();
CREATE TRIGGER round_born_finished AFTER INSERT ON tables_round
  FOR EACH ROW WHEN (NEW.phase IN ('settled', 'void')) EXECUTE FUNCTION tables_number_finished();
CREATE TRIGGER finished_rounds_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_finishedround
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
