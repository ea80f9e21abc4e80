-- Connections end in another order than they begin. Each gets a number as its end is noted, so that ends are chained in an
-- order in which none comes between others later.
INSERT INTO tables_closedconnection (connection_id)
SELECT id FROM tables_connection WHERE closed_at IS NOT NULL ORDER BY closed_at, id;

CREATE FUNCTION tables_number_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tables_closedconnection (connection_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER connection_closed AFTER UPDATE OF closed_at ON tables_connection
  FOR EACH ROW WHEN (NEW.closed_at IS NOT NULL AND OLD.closed_at IS NULL) EXECUTE FUNCTION tables_number_closed();
CREATE TRIGGER connection_born_closed AFTER INSERT ON tables_connection
  FOR EACH ROW WHEN (NEW.closed_at IS NOT NULL) EXECUTE FUNCTION tables_number_closed();
CREATE TRIGGER closed_connections_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_closedconnection
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
