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
  /** Limits a node's calls to one partner, so that a slow partner can't take all slots. */
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
            // Longer than a claim takes when a busy server's conditional writes time out.
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
        // Short delays, so that you see retries; more attempts than a bank has busy answers.
        .retry(Retry.fixed(Duration.ofMillis(100)).maxAttempts(10 * BankWord.MOST_FAILURES))
        // Users kill the demo's nodes again and again.
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
        // While a finished task is kept, its payout can't be added again; the next run deletes it.
        .keepDone(untilCleared)
        .keepFailed(untilCleared);
  }

  public Adder adder() {
    return adder;
  }

  /** Serves the operators' page, with this node's view of the cluster. */
  public JdkHttp page(@Nullable Integer port) throws IOException, CannotRun {
    return OperatorsPage.of(baton, port);
  }

  /** Returns whether the task may still end without help. */
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
