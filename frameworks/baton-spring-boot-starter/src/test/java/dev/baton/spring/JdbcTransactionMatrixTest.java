package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_NESTED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRED;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

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

  @Test
  void nestedAddIsUndoneWithItsSavepoint() throws Exception {
    List<UUID> ids = new ArrayList<>();
    in(
        PROPAGATION_REQUIRED,
        () -> {
          failingIn(
              PROPAGATION_NESTED,
              () -> {
                book("nested");
                ids.add(add("nested, undone"));
              });
          in(PROPAGATION_NESTED, () -> add("nested, kept"));
          book("outer");
        });
    assertThat(arrivals.next()).isEqualTo("nested, kept");
    assertThat(isThere(ids.get(0))).isFalse();
    assertThat(booked()).containsExactly("outer");
    onlyTheMarkerRuns();
  }
}
