-- What a kept text said, and which answers came from it, is never changed: a change is another version (PT-77).
CREATE TRIGGER players_replytemplate_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON players_replytemplate
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_replyversion_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON players_replyversion
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_replyuse_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON players_replyuse
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();
