"""Django's backend, which hands out no connection to a server that only reads now.

After a switchover a connection may live on while its server takes no writes any more. Who only reads would go on with
it, and see the rows as they were then. The server reports the change by itself with the next answer, which the pool's
check asks for, so that looking costs nothing.
"""

from typing import Any, Final

from django.db.backends.postgresql import base, operations
from psycopg import Connection

from kernel import deposed, failover

POOLED_MOST: Final = 8
"""As many connections of before may lie in the pool, at most."""
PLANS_MOST: Final = 250
"""Plans that a connection keeps: more than there are kept queries and questions (ADR 0254)."""


class DatabaseOperations(operations.DatabaseOperations):
    """Django's, which has no text of a statement that the server prepared without values."""

    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """The statement as it was sent, for logs and tests."""
        return super().last_executed_query(cursor, sql, params) or sql


class DatabaseWrapper(base.DatabaseWrapper):
    """PostgreSQL, by an address that may name several servers."""

    ops_class = DatabaseOperations

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection[Any]:
        """A connection out of the pool, or a new one, to a server that takes writes where the address asks for them."""
        connection: Connection[Any] = super().get_new_connection(conn_params)
        for _ in range(POOLED_MOST):
            if conn_params.get("target_session_attrs") not in deposed.WRITES or not failover.only_reads(connection):
                break
            connection.close()
            if self.pool is not None:
                self.pool.putconn(connection)
                failover.drop(self.pool)
            connection = super().get_new_connection(conn_params)
        connection.prepared_max = PLANS_MOST
        deposed.watch(connection, conn_params)
        return connection
