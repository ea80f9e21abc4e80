-- A round that is over takes no bet, no accepted slip and no line of money any more, and no line is of a round that is not.
-- The owner of these tables writes pasts whole (`seed_history`), and could switch all this off anyway.
CREATE FUNCTION tables_is_owner(relation oid) RETURNS boolean LANGUAGE sql STABLE AS $$
SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class WHERE oid = relation
$$;

-- Once per statement, over all its rows. Index look-ups whatever the tables' size is believed to be, as the ledger's guard.
CREATE FUNCTION tables_refuse_lines_of_no_round() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  wrong record;
BEGIN
  SELECT line.code, line.reference INTO wrong
  FROM (
    SELECT DISTINCT code, reference FROM added
    WHERE code IN ('stake', 'stake-taken-back', 'stake-returned', 'stakes-lost', 'prize', 'commission', 'refund')
  ) line
  LEFT JOIN tables_round round ON round.code = line.reference
  WHERE round.id IS NULL OR round.phase IN ('settled', 'void')
  LIMIT 1;
  IF FOUND AND NOT tables_is_owner(TG_RELID) THEN
    RAISE EXCEPTION 'ledger: a line % is refused: % is no round in play', wrong.code, wrong.reference
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tables_line_of_a_round AFTER INSERT ON wallet_transfer
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_lines_of_no_round();

CREATE FUNCTION tables_refuse_late_bets() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM added JOIN tables_round round ON round.id = added.round_id
    WHERE round.phase IN ('settled', 'void') OR added.outcome <> ''
  ) AND NOT tables_is_owner(TG_RELID) THEN
    RAISE EXCEPTION 'a bet is laid on a round in play, and has no outcome yet' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bets_in_play AFTER INSERT ON tables_bet
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_late_bets();

CREATE FUNCTION tables_refuse_late_slips() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM added JOIN tables_round round ON round.id = added.round_id
    WHERE added.refusal IS NULL AND round.phase IN ('settled', 'void')
  ) AND NOT tables_is_owner(TG_RELID) THEN
    RAISE EXCEPTION 'a slip is accepted for a round in play' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER slips_in_play AFTER INSERT ON tables_slip
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_late_slips();

-- Since when rules held, and until when, is written once.
CREATE TRIGGER configuration_dated BEFORE UPDATE ON tables_configuration
  FOR EACH ROW WHEN (
    (OLD.in_force_from IS NOT NULL AND NEW.in_force_from IS DISTINCT FROM OLD.in_force_from)
    OR (OLD.superseded_at IS NOT NULL AND NEW.superseded_at IS DISTINCT FROM OLD.superseded_at)
  ) EXECUTE FUNCTION tables_refuse();
