package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_NESTED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_SUPPORTS;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.spring.entities.Booking;
import dev.baton.spring.transaction.SpringTransactions;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.orm.jpa.DefaultJpaDialect;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.NestedTransactionNotSupportedException;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs the matrix with JpaTransactionManager and Hibernate on H2, together with jOOQ. */
class JpaTransactionMatrixTest extends TransactionMatrix {
  private static final BlockingQueue<Throwable> ASKED_ABOUT = new LinkedBlockingQueue<>();

  @Configuration(proxyBeanMethods = false)
  static class Persisting {
    /** Hibernate writes the entity when the transaction commits, after the handler. */
    @Bean
    TaskDefinition<?, ?> persist(EntityManagerFactory factory) {
      return RawDefinition.transactional(
              "PERSIST",
              (attempt, transaction) -> {
                EntityManagerFactoryUtils.getTransactionalEntityManager(factory)
                    .persist(new Booking("there already"));
                return Outcome.done();
              })
          .retry(
              failure -> {
                ASKED_ABOUT.add(failure.error());
                return Optional.empty();
              });
    }
  }

  @Override
  Class<?>[] sources() {
    return new Class<?>[] {Application.class, Persisting.class};
  }

  @Test
  void retryPolicyGetsTheErrorOfTheFlushAtCommit() throws Exception {
    book("there already");
    UUID id = tasks.add(TaskRequest.of(TaskType.of("PERSIST"))).taskId();
    assertThat(ASKED_ABOUT.poll(60, TimeUnit.SECONDS))
        .isInstanceOf(DataIntegrityViolationException.class);
    assertThat(endsInError(id)).isTrue();
    assertThat(booked()).containsExactly("there already");
  }

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
  void nestedIsRefusedBySpring() throws Exception {
    in(
        PROPAGATION_REQUIRED,
        () ->
            assertThatThrownBy(() -> in(PROPAGATION_NESTED, () -> add("never")))
                .isInstanceOf(NestedTransactionNotSupportedException.class));
    onlyTheMarkerRuns();
  }

  /** A JPA dialect that doesn't expose its connection, so that Baton would write on another one. */
  @ParameterizedTest
  @EnumSource
  void transactionWithUnknownConnectionIsRefused(Propagation propagation) {
    DataSource dataSource = context.getBean(DataSource.class);
    JpaTransactionManager silent = new JpaTransactionManager();
    silent.setEntityManagerFactory(context.getBean(EntityManagerFactory.class));
    silent.setJpaDialect(new DefaultJpaDialect());
    silent.setDataSource(dataSource);
    SpringTransactions transactions = SpringTransactions.of(dataSource, silent);
    boolean mayBegin = propagation != Propagation.MANDATORY;
    TransactionTemplate outer = new TransactionTemplate(silent);
    outer.setPropagationBehavior(mayBegin ? PROPAGATION_SUPPORTS : PROPAGATION_REQUIRED);
    TransactionTemplate inner = new TransactionTemplate(silent);
    inner.setPropagationBehavior(propagation.value());
    outer.executeWithoutResult(
        any ->
            inner.executeWithoutResult(
                status -> {
                  if (TransactionSynchronizationManager.isActualTransactionActive()) {
                    assertThatThrownBy(transactions::current)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("not one of JpaTransactionManager");
                  } else {
                    assertThat(transactions.current()).isEmpty();
                  }
                }));
  }
}
