-- The rows know a session by a digest of its key, which the browser alone has: whoever reads them cannot go on with one.
-- Those that live go on: the digest takes the key's place.

UPDATE django_session SET session_key = left(encode(sha256(convert_to(session_key, 'UTF8')), 'hex'), 40);
UPDATE players_device SET session = left(encode(sha256(convert_to(session, 'UTF8')), 'hex'), 40)
WHERE session NOT LIKE 'none-%';

-- As before, but what is handed over is the key itself: a digest read from the rows names nobody.
CREATE OR REPLACE FUNCTION players_act(session_key text, origin text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    who bigint;
    said text;
BEGIN
    IF players_act.session_key <> '' THEN
        SELECT device.person_id INTO who
        FROM players_device device
        JOIN django_session live ON live.session_key = device.session
        WHERE device.session = left(encode(sha256(convert_to(players_act.session_key, 'UTF8')), 'hex'), 40)
            AND device.ended_at IS NULL AND live.expire_date > clock_timestamp();
    END IF;
    said := concat_ws(
        '|', pg_backend_pid(), extract(epoch FROM clock_timestamp())::bigint, coalesce(who::text, ''),
        replace(coalesce(players_act.origin, ''), '|', '')
    );
    PERFORM set_config('sabot.acting', players_signature(said) || '|' || said, false);
END $$;
