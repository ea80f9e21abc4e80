-- A hand's cards are turned once; who may turn them never changes.
CREATE FUNCTION tables_guard_squeeze() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.round_id, OLD.hand, OLD.session_id, OLD.seat, OLD.stake, OLD.offered_at)
       IS DISTINCT FROM (NEW.round_id, NEW.hand, NEW.session_id, NEW.seat, NEW.stake, NEW.offered_at)
     OR (OLD.turned_at IS NOT NULL AND OLD.turned_at IS DISTINCT FROM NEW.turned_at)
     OR (OLD.third_at IS NOT NULL AND OLD.third_at IS DISTINCT FROM NEW.third_at) THEN
    RAISE EXCEPTION 'the cards of a hand are turned once, by the player who may'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER squeeze_guard BEFORE UPDATE ON tables_squeeze FOR EACH ROW EXECUTE FUNCTION tables_guard_squeeze();

-- It is offered to a player with a stake in that round, at that seat.
CREATE FUNCTION tables_guard_squeezer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM tables_round r JOIN tables_playsession s ON s.table_id = r.table_id
                 JOIN tables_bet b ON b.round_id = r.id AND b.session_id = s.id AND b.stake > 0
                 WHERE r.id = NEW.round_id AND s.id = NEW.session_id AND s.seat = NEW.seat) THEN
    RAISE EXCEPTION 'the cards are turned by a player with a stake in the round'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER squeezer_guard BEFORE INSERT ON tables_squeeze FOR EACH ROW EXECUTE FUNCTION tables_guard_squeezer();
CREATE TRIGGER squeezes_stay BEFORE DELETE OR TRUNCATE ON tables_squeeze
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
