-- What migrations give a new database beside its schema; `write_schema` copies it.
INSERT INTO public.players_auditkey (key)
SELECT string_agg(uuid_send(gen_random_uuid()), '') FROM generate_series(1, 4);
