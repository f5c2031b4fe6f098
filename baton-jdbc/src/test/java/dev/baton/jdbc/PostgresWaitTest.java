package dev.baton.jdbc;

class PostgresWaitTest extends JdbcWaits {
  PostgresWaitTest() {
    super(TestDatabase.POSTGRES);
  }
}
