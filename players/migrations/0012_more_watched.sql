-- What else staff and players decide stands in the audit trail; personal data appear there as dots.

CREATE TRIGGER players_viewing_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON players_viewing
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

DROP TRIGGER audited ON players_person;
SELECT audit_watch('players_person', 'last_login', 'password email birth_date');
SELECT audit_watch(
    'players_registration', '', 'full_name profession address document_number nif iban received_from'
);
SELECT audit_watch('players_prohibition', '', 'nif');
SELECT audit_watch('players_viewing');
SELECT audit_watch('players_limit');
SELECT audit_watch('players_duty');
SELECT audit_watch('players_instrument', '', 'label fingerprint');
SELECT audit_watch('players_withdrawal', 'asked_at');
SELECT audit_watch('players_adjustment');
SELECT audit_watch('players_complaint');
SELECT audit_watch('players_complaintdecision');
