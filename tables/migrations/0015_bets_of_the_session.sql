-- A player who takes a bet back whole, leaves and sits down again may bet on the same chance of the same round: the bet is
-- then of the new session. With a stake on it a bet stays where it is.
CREATE TRIGGER bets_stay_in_session BEFORE UPDATE OF session_id ON tables_bet
  FOR EACH ROW WHEN (NEW.session_id <> OLD.session_id AND OLD.stake <> 0) EXECUTE FUNCTION tables_refuse();
