-- A bet that has its outcome is over: nothing of it is written again. What a seat's bets came to only grows.
CREATE TRIGGER bets_over BEFORE UPDATE ON tables_bet
  FOR EACH ROW WHEN (OLD.outcome <> '') EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER sessions_only_grow BEFORE UPDATE ON tables_playsession
  FOR EACH ROW WHEN (
    NEW.rounds < OLD.rounds OR NEW.staked < OLD.staked OR NEW.returned < OLD.returned OR NEW.prizes < OLD.prizes
    OR NEW.commission < OLD.commission
    OR (OLD.ended_at IS NOT NULL AND (OLD.ended_at, OLD.end_reason) IS DISTINCT FROM (NEW.ended_at, NEW.end_reason))
  ) EXECUTE FUNCTION tables_refuse();
