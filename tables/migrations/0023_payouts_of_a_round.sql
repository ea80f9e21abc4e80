-- Payouts and the house's prizes are lines of a round in play, as all other lines of rounds. What they replaced, a line a
-- bet past the round's account, is taken no more.
CREATE OR REPLACE FUNCTION tables_refuse_lines_of_no_round() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  wrong record;
BEGIN
  SELECT line.code, line.reference INTO wrong
  FROM (
    SELECT DISTINCT code, reference FROM added
    WHERE code IN ('stake', 'stake-taken-back', 'stakes-lost', 'prizes', 'payout', 'commission', 'refund',
      'stake-returned', 'prize')
  ) line
  LEFT JOIN tables_round round ON round.code = line.reference
  WHERE round.id IS NULL OR round.phase IN ('settled', 'void') OR line.code IN ('stake-returned', 'prize')
  LIMIT 1;
  IF FOUND AND NOT tables_is_owner(TG_RELID) THEN
    IF wrong.code IN ('stake-returned', 'prize') THEN
      RAISE EXCEPTION 'ledger: a line % is refused: a round is paid by its payouts', wrong.code
        USING ERRCODE = 'restrict_violation';
    END IF;
    RAISE EXCEPTION 'ledger: a line % is refused: % is no round in play', wrong.code, wrong.reference
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
