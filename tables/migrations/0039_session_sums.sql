-- The sums of a session's bets are written once, when it is over (ADR 0243).
CREATE TRIGGER session_sums_stay BEFORE UPDATE OF pairs ON tables_playsession
  FOR EACH ROW WHEN (OLD.pairs IS NOT NULL OR NEW.ended_at IS NULL) EXECUTE FUNCTION tables_refuse();
