-- What a person says of oneself is a secret of the trail as the older details are: it shows that something changed.
DROP TRIGGER audited ON players_registration;
SELECT audit_watch(
    'players_registration',
    '',
    'full_name profession occupation address postal_code district phone document_number nif iban received_from'
);
DROP TRIGGER audited ON players_exclusion;
SELECT audit_watch('players_exclusion', '', 'motive');
