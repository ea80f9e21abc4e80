-- What staff wrote about a player is never changed; which notes stand on top is told by rows of its own.
CREATE TRIGGER players_playernote_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON players_playernote
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_notepin_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON players_notepin
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();
