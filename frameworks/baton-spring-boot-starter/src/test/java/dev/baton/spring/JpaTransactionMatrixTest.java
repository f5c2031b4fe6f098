package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_NESTED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRED;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.spring.entities.Booking;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.transaction.NestedTransactionNotSupportedException;

/** The matrix with JpaTransactionManager and Hibernate on H2; and jOOQ beside it. */
class JpaTransactionMatrixTest extends TransactionMatrix {
  @Override
  DatabaseAddress database() {
    return LocalH2.newDatabase();
  }

  @Override
  String without() {
    return "";
  }

  private DSLContext jooq() {
    return DSL.using(
        new TransactionAwareDataSourceProxy(context.getBean(DataSource.class)), SQLDialect.H2);
  }

  @Test
  void entitiesJooqAndTasksCommitTogether() throws Exception {
    EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
    in(
        PROPAGATION_REQUIRED,
        () -> {
          EntityManager entities = EntityManagerFactoryUtils.getTransactionalEntityManager(factory);
          entities.persist(new Booking("entity"));
          jooq().execute("INSERT INTO booking (name) VALUES (?)", "jooq");
          add("with an entity");
        });
    assertThat(context.getBean(Arrivals.class).next()).isEqualTo("with an entity");
    assertThat(booked()).containsExactly("entity", "jooq");
  }

  @Test
  void nestedIsRefusedBySpringItself() throws Exception {
    in(
        PROPAGATION_REQUIRED,
        () ->
            assertThatThrownBy(() -> in(PROPAGATION_NESTED, () -> add("never")))
                .isInstanceOf(NestedTransactionNotSupportedException.class));
    onlyTheMarkerRuns();
  }
}
