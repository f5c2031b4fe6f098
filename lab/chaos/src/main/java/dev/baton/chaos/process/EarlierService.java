package dev.baton.chaos.process;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.chaos.record.Journal;
import dev.baton.handler.Attempt;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransaction;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * A service before its next version, {@link LaterService}. Both versions run on one database. Each
 * adds and runs tasks of all types that it knows, until it gets {@link WorkerMain#ADDS_OFF}; then
 * it only runs them. {@code .ci/upgrade} compiles this class with a release that doesn't have it.
 */
public final class EarlierService {
  public static final String PAY = "PAY";
  public static final String WALK = "WALK";

  /** Step of the effect with which a task ends. */
  public static final int LAST_STEP = 3;

  private static final int CONNECTIONS = 10;
  private static final int MANY_LOSSES = 10_000;
  private static final TaskType<String, Void> PAY_TYPE = TaskType.of(PAY, String.class);
  private static final TaskType<String, Void> WALK_TYPE = TaskType.of(WALK, String.class);

  private EarlierService() {}

  /** The states of {@link #WALK}. */
  enum Station {
    BEGIN,
    END
  }

  public static void main(String[] arguments) throws Exception {
    run(arguments, EarlierService::definitions, List.of(PAY_TYPE::with, WALK_TYPE::with));
  }

  private static List<TaskDefinition<?, ?>> definitions(Effects effects) {
    return List.of(
        TaskDefinition.of(PAY_TYPE)
            .transactional(effects::inside)
            .onLost(OnLost.resume(MANY_LOSSES)),
        TaskDefinition.of(WALK_TYPE)
            .states(
                StateMachine.of(WALK_TYPE, Station.class, String.class)
                    .on(
                        Station.BEGIN,
                        step -> {
                          effects.outside(step.payload(), 1, step.attempt());
                          return step.goTo(Station.END, "");
                        })
                    .on(
                        Station.END,
                        step -> {
                          effects.outside(step.payload(), LAST_STEP, step.attempt());
                          return Outcome.done();
                        }))
            .onLost(OnLost.resume(MANY_LOSSES)));
  }

  /** The effects of this process. */
  record Effects(DataSource pool, String process) {
    /** Ends a task with an effect that is committed together with the task's end. */
    void inside(String addId, Attempt attempt, Transaction transaction) throws SQLException {
      Connection connection = transaction.unwrap(Connection.class);
      Tables.effect(connection, addId, LAST_STEP, attempt.taskId(), process);
    }

    void outside(String addId, int step, Attempt attempt) throws SQLException {
      try (Connection connection = pool.getConnection()) {
        Tables.effect(connection, addId, step, attempt.taskId(), process);
      }
    }
  }

  /**
   * Runs a version of the service.
   *
   * @param requests create a request of each type for the id of an add
   */
  static void run(
      String[] arguments,
      Function<Effects, List<TaskDefinition<?, ?>>> definitions,
      List<Function<String, TaskRequest<?, ?>>> requests)
      throws Exception {
    Plan plan = Plan.of(arguments);
    Journal events = Journal.open(plan.file(".events"));
    CountDownLatch addsOff = new CountDownLatch(1);
    Parent.watch(word -> addsOff.countDown());
    HikariDataSource pool = plan.pool(CONNECTIONS);
    JdbcTransactions transactions = JdbcTransactions.of(pool);
    Baton.Builder builder =
        Baton.builder(JdbcStore.of(pool)).transactions(transactions).settings(s -> plan.settings());
    definitions.apply(new Effects(pool, plan.name())).forEach(builder::define);
    Baton baton = builder.start();
    events.write(WorkerMain.READY + " " + ProcessHandle.current().pid());
    while (!addsOff.await(plan.ways().pauseMillis(), TimeUnit.MILLISECONDS)) {
      transactions.run(
          transaction -> {
            for (Function<String, TaskRequest<?, ?>> request : requests) {
              add(baton, transaction, request);
            }
          });
    }
    events.write(WorkerMain.ADDS_OFF + " " + System.currentTimeMillis());
    new CountDownLatch(1).await();
  }

  private static void add(
      Baton baton, JdbcTransaction transaction, Function<String, TaskRequest<?, ?>> make)
      throws SQLException {
    String addId = UUID.randomUUID().toString();
    TaskRequest<?, ?> request = make.apply(addId);
    AddResult result = baton.tasks().add(transaction, request);
    String sql = "INSERT INTO chaos_business VALUES (?, ?, ?, '-')";
    try (PreparedStatement insert = transaction.connection().prepareStatement(sql)) {
      insert.setString(1, addId);
      insert.setString(2, request.type().name());
      insert.setString(3, result.taskId().toString());
      insert.executeUpdate();
    }
  }
}
