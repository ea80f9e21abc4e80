ALTER INDEX players_person_alike SET (fastupdate = off);
ALTER INDEX players_registration_alike SET (fastupdate = off);
-- The setting is for new names: those that wait are entered now.
SELECT gin_clean_pending_list('players_person_alike'), gin_clean_pending_list('players_registration_alike');
