package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_NOT_SUPPORTED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRES_NEW;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_SUPPORTS;

import dev.baton.api.TaskType;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.local.LocalH2;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests tasks that are added in each kind of Spring transaction, in a real application. */
abstract class TransactionMatrix extends TransactionScenario {
  @Test
  void requiredCommitsWithTheBusinessChangeAndThenRuns() throws Exception {
    List<UUID> ids = new ArrayList<>();
    in(
        PROPAGATION_REQUIRED,
        () -> {
          book("r");
          ids.add(add("required"));
          ids.add(add("again"));
          assertThat(outside(() -> isThere(ids.get(0)))).isFalse();
        });
    assertThat(List.of(arrivals.next(), arrivals.next()))
        .containsExactlyInAnyOrder("required", "again");
    assertThat(booked()).containsExactly("r");
  }

  @Test
  void requiredRollsBackWithTheBusinessChange() throws Exception {
    List<UUID> ids = new ArrayList<>();
    failingIn(
        PROPAGATION_REQUIRED,
        () -> {
          book("r");
          ids.add(add("rolled back"));
        });
    assertThat(isThere(ids.get(0))).isFalse();
    assertThat(booked()).isEmpty();
    onlyTheMarkerRuns();
  }

  @Test
  void submissionFailsIfItsTransactionRollsBack() {
    List<dev.baton.api.Submission<Void>> submitted = new ArrayList<>();
    failingIn(
        PROPAGATION_REQUIRED,
        () -> submitted.add(tasks.submit(TaskType.of("NOTE", Bytes.class).with(Bytes.of("x")))));
    assertThat(submitted.get(0).result())
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableThat()
        .havingRootCause()
        .isInstanceOf(TaskNotDoneException.class);
  }

  @Test
  void requiresNewIsIndependentOfTheOuterTransaction() throws Exception {
    failingIn(
        PROPAGATION_REQUIRED,
        () -> {
          add("outer");
          in(PROPAGATION_REQUIRES_NEW, () -> add("inner"));
          assertThat(arrivals.next()).isEqualTo("inner");
          add("outer again");
        });
    onlyTheMarkerRuns();
    in(
        PROPAGATION_REQUIRED,
        () -> {
          add("outer stays");
          failingIn(PROPAGATION_REQUIRES_NEW, () -> add("inner goes"));
        });
    assertThat(arrivals.next()).isEqualTo("outer stays");
    onlyTheMarkerRuns();
  }

  @Test
  void taskUndoneBySavepointNeverStarts() throws Exception {
    in(
        PROPAGATION_REQUIRED,
        () -> {
          add("kept");
          Connection connection =
              DataSourceUtils.getConnection(context.getBean(BatonDatabase.class).dataSource());
          Savepoint savepoint = connection.setSavepoint();
          add("undone");
          connection.rollback(savepoint);
        });
    assertThat(arrivals.next()).isEqualTo("kept");
    onlyTheMarkerRuns();
  }

  @Test
  void taskIsAddedAloneWhileTheTransactionIsSuspended() throws Exception {
    failingIn(
        PROPAGATION_REQUIRED,
        () -> {
          add("suspended, goes");
          in(PROPAGATION_NOT_SUPPORTED, () -> add("alone"));
          assertThat(arrivals.next()).isEqualTo("alone");
          add("resumed, goes");
        });
    onlyTheMarkerRuns();
  }

  @Test
  void readOnlyIsRefusedBeforeAnythingIsWritten() throws Exception {
    TransactionTemplate readOnly = template(PROPAGATION_REQUIRED);
    readOnly.setReadOnly(true);
    readOnly.executeWithoutResult(
        status ->
            assertThatThrownBy(() -> add("never"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is read-only")
                .hasMessageContaining("REQUIRES_NEW"));
    readOnly.executeWithoutResult(
        status -> quietly(() -> in(PROPAGATION_REQUIRES_NEW, () -> add("anew"))));
    assertThat(arrivals.next()).isEqualTo("anew");
    onlyTheMarkerRuns();
  }

  @Test
  void withoutATransactionTheTaskIsDurableWhenTheCallReturns() throws Exception {
    UUID id = add("alone");
    assertThat(isThere(id)).isTrue();
    assertThat(arrivals.next()).isEqualTo("alone");
    in(
        PROPAGATION_SUPPORTS,
        () -> {
          jdbc.queryForObject("SELECT COUNT(*) FROM booking", Long.class);
          assertThat(isThere(add("supports"))).isTrue();
        });
    assertThat(arrivals.next()).isEqualTo("supports");
  }

  @Test
  void aTransactionOfAnotherDataSourceIsRefusedBeforeAnythingIsWritten() throws Exception {
    DataSource other = SpringFixture.pool(LocalH2.newDatabase());
    TransactionTemplate elsewhere = new TransactionTemplate(new JdbcTransactionManager(other));
    for (boolean usedBefore : List.of(false, true)) {
      elsewhere.executeWithoutResult(
          status -> {
            if (usedBefore) {
              // Binds one of the test's connections to the thread, without a transaction.
              jdbc.queryForObject("SELECT COUNT(*) FROM booking", Long.class);
            }
            assertThatThrownBy(() -> add("never"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not one of")
                .hasMessageContaining("NOT_SUPPORTED");
          });
    }
    elsewhere.executeWithoutResult(
        status -> quietly(() -> in(PROPAGATION_REQUIRES_NEW, () -> add("anew"))));
    assertThat(arrivals.next()).isEqualTo("anew");
    onlyTheMarkerRuns();
  }

  @Test
  void taskAddedAfterTheCommitIsAddedAlone() throws Exception {
    for (boolean addedBefore : List.of(false, true)) {
      in(
          PROPAGATION_REQUIRED,
          () -> {
            book("commits " + addedBefore);
            if (addedBefore) {
              add("inside");
            }
            TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                  @Override
                  public void afterCommit() {
                    assertThat(isThere(add("after commit"))).isTrue();
                  }

                  @Override
                  public void afterCompletion(int status) {
                    assertThat(isThere(add("after completion"))).isTrue();
                  }
                });
          });
      List<String> seen = new ArrayList<>();
      for (int i = addedBefore ? 0 : 1; i < 3; i++) {
        seen.add(arrivals.next());
      }
      assertThat(seen).contains("after commit", "after completion");
    }
  }

  @Test
  void repositoriesJoinTheTransactionOfTheHandler() throws Exception {
    TaskType<Void, Void> book = TaskType.of("BOOK");
    tasks
        .submit(TaskType.of("BOOK", Bytes.class).with(Bytes.of("by the handler")))
        .result()
        .get(60, TimeUnit.SECONDS);
    assertThat(booked()).containsExactly("by the handler");
    for (String bad : List.of("bad", "swallowed")) {
      UUID id = tasks.add(TaskType.of("BOOK", Bytes.class).with(Bytes.of(bad))).taskId();
      assertThat(endsInError(id)).isTrue();
      assertThat(booked()).as("rolled back").containsExactly("by the handler");
    }
  }
}
