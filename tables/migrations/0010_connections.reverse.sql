DROP TRIGGER connections_stay ON tables_connection;
DROP TRIGGER connection_guard ON tables_connection;
DROP FUNCTION tables_guard_connection();
