package dev.baton.jdbc;

class H2WaitTest extends JdbcWaits {
  H2WaitTest() {
    super(TestDatabase.H2);
  }
}
