-- What the sealed days read of sign-ins (ADR 0151): no address. The browser becomes one letter there.
CREATE VIEW players_public_device WITH (security_invoker) AS
SELECT id, person_id, device, ended_at FROM players_device;

CREATE VIEW players_public_standingcheck WITH (security_invoker) AS
SELECT id, person_id, occasion, excluded, prohibited, at FROM players_standingcheck;

CREATE OR REPLACE VIEW players_public_signinattempt WITH (security_invoker) AS
SELECT person_id, at, outcome, factor, address, id, device FROM players_signinattempt;
