-- Room on each page for a row's next version, so that most updates touch no index; for bets, since every one is settled
-- once, for a second version of all.
ALTER TABLE tables_table SET (fillfactor = 50);
ALTER TABLE tables_round SET (fillfactor = 70);
ALTER TABLE tables_bet SET (fillfactor = 45);
ALTER TABLE tables_playsession SET (fillfactor = 70);
