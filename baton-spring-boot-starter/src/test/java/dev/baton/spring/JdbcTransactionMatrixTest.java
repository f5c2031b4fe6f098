package dev.baton.spring;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;

/** The matrix with JdbcTransactionManager on PostgreSQL. */
class JdbcTransactionMatrixTest extends TransactionMatrix {
  @Override
  DatabaseAddress database() {
    return LocalPostgres.temporary().newDatabase();
  }

  @Override
  String without() {
    return "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
        + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";
  }
}
