DROP TRIGGER audited ON tables_staffact;
DROP TRIGGER audited ON tables_stop;
DROP TRIGGER audited ON tables_configuration;
DROP TRIGGER audited ON tables_table;
DROP TRIGGER audited_change ON tables_table;
