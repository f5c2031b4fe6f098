package dev.baton.examples.payouts;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.cassandra.CassandraStore;
import dev.baton.cluster.NodeSettings;
import dev.baton.examples.payouts.input.BankWord;
import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.handler.OnLost;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.limit.Limit;
import dev.baton.management.JdkHttp;
import dev.baton.task.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A Baton node that executes payouts. */
public final class PayoutNode implements AutoCloseable {
  /** No partner gets more calls at a time from one node, so a slow one can't take all slots. */
  public static final int SLOTS_PER_PARTNER = 4;

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Baton baton;
  private final Adder adder;

  private PayoutNode(Baton baton, Adder adder) {
    this.baton = baton;
    this.adder = adder;
  }

  public static PayoutNode start(HikariDataSource pool, int slots) {
    JdbcTransactions transactions = JdbcTransactions.of(pool);
    Baton baton =
        Baton.builder(JdbcStore.of(pool))
            .transactions(transactions)
            .settings(s -> settings(slots))
            .define(
                limited(
                    TaskDefinition.of(PayoutAdder.EXECUTE_PAYOUT)
                        .transactionalOutcome(new PayoutHandler()),
                    slots))
            .start();
    return new PayoutNode(baton, new PayoutAdder(pool, transactions, baton.tasks()));
  }

  public static PayoutNode start(CassandraBooks books, int slots) {
    Baton baton =
        Baton.builder(CassandraStore.of(books.session(), CassandraBooks.KEYSPACE))
            // Longer than a claim takes while a busy server's conditional writes time out.
            .settings(s -> settings(slots).lease(Duration.ofSeconds(10)))
            .define(
                limited(
                    TaskDefinition.of(PayoutAdder.EXECUTE_PAYOUT)
                        .outcome(new CassandraHandler(books)),
                    slots))
            .start();
    return new PayoutNode(baton, new CassandraAdder(books, baton.tasks()));
  }

  private static TaskDefinition<?, ?> limited(TaskDefinition<?, ?> definition, int slots) {
    return definition
        .limits(Limit.node(slots), Limit.node(SLOTS_PER_PARTNER).perKey())
        // Short, so that there is something to see; more attempts than a bank can be busy.
        .retry(Retry.fixed(Duration.ofMillis(100)).maxAttempts(10 * BankWord.MOST_FAILURES))
        // The demo is there to be killed, over and over.
        .onLost(OnLost.resume(1_000))
        .deadline(Duration.ofMillis(BankWord.LONGEST_MILLIS).plusMinutes(5));
  }

  private static NodeSettings settings(int slots) {
    Duration untilCleared = Duration.ofDays(3_650);
    return NodeSettings.defaults()
        .lease(Duration.ofSeconds(3))
        .poll(Duration.ofMillis(200))
        .sweep(Duration.ofMillis(200))
        .maxRunning(slots)
        .shutdown(PATIENCE)
        // While a finished task is kept, its payout can't be added again; the next run clears it.
        .keepDone(untilCleared)
        .keepFailed(untilCleared);
  }

  public Adder adder() {
    return adder;
  }

  /** The operators' page, with what this node sees of all. */
  public JdkHttp page(@Nullable Integer port) throws IOException, CannotRun {
    return OperatorsPage.of(baton, port);
  }

  /** Whether the task may still end by itself. */
  public boolean isUnderWay(UUID taskId) {
    return baton
        .operations()
        .find(taskId)
        .filter(task -> !task.isFinished() && task.status() != Status.ERROR)
        .isPresent();
  }

  @Override
  public void close() throws InterruptedException {
    baton.stop(PATIENCE);
  }
}
