-- The chart with a payout a player, and the house's prizes of a round in one line. As `wallet.chart.JOINS`.
CREATE OR REPLACE FUNCTION wallet_fits(code text, debit text, credit text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE code
    WHEN 'deposit' THEN debit = 'funding' AND credit = 'player'
    WHEN 'withdrawal' THEN debit = 'player' AND credit = 'funding'
    WHEN 'withdrawal-requested' THEN debit = 'player' AND credit = 'payouts'
    WHEN 'withdrawal-paid' THEN debit = 'payouts' AND credit = 'funding'
    WHEN 'withdrawal-given-back' THEN debit = 'payouts' AND credit = 'player'
    WHEN 'charge-back' THEN debit = 'player' AND credit = 'funding'
    WHEN 'charge-back-loss' THEN debit = 'charge-backs' AND credit = 'funding'
    WHEN 'play-top-up' THEN debit = 'play-source' AND credit = 'player'
    WHEN 'stake' THEN debit = 'player' AND credit = 'stakes'
    WHEN 'stake-taken-back' THEN debit = 'stakes' AND credit = 'player'
    WHEN 'stake-returned' THEN debit = 'stakes' AND credit = 'player'
    WHEN 'prizes' THEN debit = 'gaming' AND credit = 'stakes'
    WHEN 'payout' THEN debit = 'stakes' AND credit = 'player'
    WHEN 'stakes-lost' THEN debit = 'stakes' AND credit = 'gaming'
    WHEN 'prize' THEN debit = 'gaming' AND credit = 'player'
    WHEN 'commission' THEN debit = 'gaming' AND credit = 'commission'
    WHEN 'refund' THEN debit = 'stakes' AND credit = 'player'
    WHEN 'adjustment' THEN (debit = 'player' AND credit = 'adjustments') OR (debit = 'adjustments' AND credit = 'player')
    ELSE false
END $$;
