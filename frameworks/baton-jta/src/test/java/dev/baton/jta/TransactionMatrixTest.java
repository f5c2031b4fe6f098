package dev.baton.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Submission;
import dev.baton.api.TaskType;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.task.Bytes;
import io.agroal.api.AgroalDataSource;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests tasks that are added in each kind of JTA transaction, on a running node. */
@ParameterizedClass
@EnumSource
class TransactionMatrixTest {
  private static final TaskType<Void, Void> BOOK = TaskType.of("BOOK");
  private static final TaskType<Void, Void> NOTE = TaskType.of("NOTE");

  private static JtaApplication application;

  private final JtaDatabase database;

  TransactionMatrixTest(JtaDatabase database) {
    this.database = database;
  }

  @BeforeParameterizedClassInvocation
  static void start(JtaDatabase database) throws Exception {
    application = JtaApplication.on(Narayana.xa(database.newDatabase()));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    application.close();
  }

  @BeforeEach
  void nothingBooked() throws Exception {
    application.forget();
  }

  @Test
  void aTaskCommitsWithTheBusinessChangeAndThenRuns() throws Exception {
    application.inTransaction(
        () -> {
          application.book("both");
          UUID id = application.add("committed");
          assertThat(CompletableFuture.supplyAsync(() -> application.isThere(id)).get()).isFalse();
        });
    assertThat(application.next()).isEqualTo("committed");
    assertThat(application.booked()).containsExactly("both");
  }

  @Test
  void aTaskRollsBackWithTheBusinessChange() throws Exception {
    List<UUID> ids = new ArrayList<>();
    application.inFailing(
        () -> {
          application.book("neither");
          ids.add(application.add("rolled back"));
        });
    assertThat(application.isThere(ids.get(0))).isFalse();
    assertThat(application.booked()).isEmpty();
    onlyTheMarkerRuns();
  }

  @Test
  void submissionFailsIfItsTransactionRollsBack() throws Exception {
    List<Submission<Void>> submitted = new ArrayList<>();
    application.inFailing(
        () ->
            submitted.add(
                application
                    .tasks()
                    .submit(TaskType.of("NOTE", Bytes.class).with(Bytes.of("never")))));
    assertThat(submitted.get(0).result())
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableThat()
        .havingRootCause()
        .isInstanceOf(TaskNotDoneException.class);
  }

  @Test
  void innerTransactionIsIndependentOfTheOuterOne() throws Exception {
    application.inFailing(
        () -> {
          application.add("outer goes");
          application.suspended(() -> application.inTransaction(() -> application.add("inner")));
          assertThat(application.next()).isEqualTo("inner");
          application.add("outer goes, too");
        });
    onlyTheMarkerRuns();
    application.inTransaction(
        () -> {
          application.add("outer stays");
          application.suspended(() -> application.inFailing(() -> application.add("inner goes")));
        });
    assertThat(application.next()).isEqualTo("outer stays");
    onlyTheMarkerRuns();
  }

  @Test
  void taskIsAddedAloneWhileTheTransactionIsSuspended() throws Exception {
    application.inFailing(
        () -> {
          application.add("suspended, goes");
          application.suspended(() -> application.add("alone"));
          assertThat(application.next()).isEqualTo("alone");
          application.add("resumed, goes");
        });
    onlyTheMarkerRuns();
  }

  @Test
  void withoutATransactionTheTaskIsDurableWhenTheCallReturns() throws Exception {
    assertThat(application.isThere(application.add("alone"))).isTrue();
    assertThat(application.next()).isEqualTo("alone");
  }

  @Test
  void taskUndoneBySavepointNeverStarts() throws Exception {
    application.inTransaction(
        () -> {
          application.add("kept");
          Connection connection =
              application.transactions().current().orElseThrow().unwrap(Connection.class);
          Savepoint savepoint = connection.setSavepoint();
          application.add("undone");
          connection.rollback(savepoint);
        });
    assertThat(application.next()).isEqualTo("kept");
    onlyTheMarkerRuns();
  }

  @Test
  void taskAddedAfterTheCommitIsAddedAlone() throws Exception {
    for (boolean addedBefore : List.of(false, true)) {
      application.inTransaction(
          () -> {
            if (addedBefore) {
              application.add("inside");
            }
            Narayana.manager()
                .getTransaction()
                .registerSynchronization(
                    new Synchronization() {
                      @Override
                      public void beforeCompletion() {
                        application.add("with it");
                      }

                      @Override
                      public void afterCompletion(int status) {
                        assertThat(application.isThere(application.add("after"))).isTrue();
                      }
                    });
          });
      List<String> seen = new ArrayList<>();
      for (int i = addedBefore ? 0 : 1; i < 3; i++) {
        seen.add(application.next());
      }
      assertThat(seen).contains("with it", "after");
    }
    onlyTheMarkerRuns();
  }

  @Test
  void transactionMarkedForRollbackRefusesTasks() throws Exception {
    Narayana.manager().begin();
    application.book("neither");
    Narayana.manager().setRollbackOnly();
    assertThatThrownBy(() -> application.add("never"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is marked for rollback")
        .hasMessageContaining("nothing was written");
    Narayana.manager().rollback();
    onlyTheMarkerRuns();
  }

  /**
   * Otherwise the task would stay, although the business change was rolled back without the caller.
   */
  @Test
  void timedOutTransactionRefusesTasks() throws Exception {
    Narayana.manager().setTransactionTimeout(1);
    try {
      Narayana.manager().begin();
    } finally {
      Narayana.manager().setTransactionTimeout(0);
    }
    application.book("neither");
    application.add("goes");
    assertThat(isRolledBack()).isTrue();
    assertThatThrownBy(() -> application.add("never"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("its timeout");
    Narayana.manager().rollback();
    assertThat(application.booked()).isEmpty();
    onlyTheMarkerRuns();
  }

  private static boolean isRolledBack() throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (Narayana.manager().getStatus() != Status.STATUS_ROLLEDBACK
        && System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    return Narayana.manager().getStatus() == Status.STATUS_ROLLEDBACK;
  }

  @Test
  void transactionIsUsedOnlyOnItsOwnThread() throws Exception {
    application.inFailing(
        () -> {
          dev.baton.api.Transaction outer = application.transactions().current().orElseThrow();
          application.suspended(
              () ->
                  application.inTransaction(
                      () ->
                          assertThatThrownBy(
                                  () ->
                                      application
                                          .tasks()
                                          .add(
                                              outer,
                                              TaskType.of("NOTE", Bytes.class)
                                                  .with(Bytes.of("never"))))
                              .isInstanceOf(IllegalStateException.class)
                              .hasMessageContaining("isn't in the JTA transaction")));
        });
    onlyTheMarkerRuns();
  }

  @Test
  void writesInAnotherDatabaseCommitTogetherWithTheTask() throws Exception {
    try (AgroalDataSource elsewhere = Narayana.xa(database.newDatabase())) {
      JtaApplication.execute(elsewhere, "CREATE TABLE entry (name VARCHAR(100))");
      application.inTransaction(
          () -> {
            JtaApplication.execute(elsewhere, "INSERT INTO entry VALUES ('both')");
            application.book("both");
            application.add("both");
          });
      assertThat(application.next()).isEqualTo("both");
      application.inFailing(
          () -> {
            JtaApplication.execute(elsewhere, "INSERT INTO entry VALUES ('neither')");
            application.add("neither");
          });
      assertThat(JtaApplication.names(elsewhere, "SELECT name FROM entry")).containsExactly("both");
      assertThat(application.booked()).containsExactly("both");
      onlyTheMarkerRuns();
    }
  }

  @Test
  void bookingOfTransactionalHandlerCommitsWithItsTask() throws Exception {
    application
        .tasks()
        .submit(TaskType.of("BOOK", Bytes.class).with(Bytes.of("by the handler")))
        .result()
        .get(60, TimeUnit.SECONDS);
    assertThat(application.booked()).containsExactly("by the handler");
    for (String bad : List.of("bad", "marked", "commits itself")) {
      UUID id =
          application.tasks().add(TaskType.of("BOOK", Bytes.class).with(Bytes.of(bad))).taskId();
      assertThat(application.error(id)).contains(JtaApplication.ERRORS.get(bad));
    }
    // A handler that ends Baton's transaction has committed its writes, and the error says so.
    assertThat(application.booked()).containsExactly("by the handler", "commits itself");
  }

  @Test
  void connectionRefusesToEndBeforeItsTransaction() throws Exception {
    application.inFailing(
        () -> {
          Connection connection =
              application.transactions().current().orElseThrow().unwrap(Connection.class);
          for (Ending ending :
              List.<Ending>of(
                  Connection::commit,
                  Connection::rollback,
                  Connection::close,
                  one -> one.setAutoCommit(true))) {
            assertThatThrownBy(() -> ending.of(connection))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("isn't allowed here");
          }
        });
  }

  @FunctionalInterface
  private interface Ending {
    void of(Connection connection) throws SQLException;
  }

  /**
   * Checks that only the marker runs. A task whose add was rolled back would start before it or
   * with it.
   */
  private void onlyTheMarkerRuns() throws Exception {
    application.add("marker");
    assertThat(application.next()).isEqualTo("marker");
    assertThat(application.isQuiet()).isTrue();
  }
}
