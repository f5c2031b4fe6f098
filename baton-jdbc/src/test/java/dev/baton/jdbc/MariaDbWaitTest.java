package dev.baton.jdbc;

class MariaDbWaitTest extends JdbcWaits {
  MariaDbWaitTest() {
    super(TestDatabase.MARIADB);
  }
}
