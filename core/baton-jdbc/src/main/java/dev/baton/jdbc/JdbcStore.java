package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.cluster.JdbcLeadership;
import dev.baton.jdbc.cluster.JdbcScheduleStore;
import dev.baton.jdbc.notify.NotifyChannel;
import dev.baton.jdbc.operate.JdbcIncidentStore;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcOverrideStore;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.NetworkTimeout;
import dev.baton.jdbc.task.JdbcNoteStore;
import dev.baton.jdbc.task.JdbcResubmissionStore;
import dev.baton.jdbc.task.JdbcSignalStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.spi.BatonStore;
import dev.baton.spi.Stores;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Stores tasks, pauses, schedules and leadership in a relational database: {@code
 * Baton.builder(JdbcStore.of(dataSource))}. Immutable; each method returns a changed copy.
 *
 * <p>On PostgreSQL, nodes notify each other of ready tasks through a {@link NotifyChannel}. The
 * builder's {@code channel(TriggerChannel.none())} turns that off. {@code
 * channel(NotifyChannel.on(dataSource).listeningOn(direct))} bypasses a pooler through which LISTEN
 * doesn't work. A node without hints finds the tasks of other nodes by polling, by default every 75
 * ms.
 *
 * <p>The builder's {@code transactions(...)} replaces the store's {@link JdbcTransactions} with a
 * framework's transactions. Their {@code unwrap(Connection.class)} must return a connection to this
 * database.
 */
public final class JdbcStore implements BatonStore {
  private static final Duration POLL_WITHOUT_HINTS = Duration.ofMillis(75);

  private final DataSource dataSource;
  private final Duration networkTimeout;
  private final @Nullable OperatorConnections operators;

  private JdbcStore(
      DataSource dataSource, Duration networkTimeout, @Nullable OperatorConnections operators) {
    this.dataSource = dataSource;
    this.networkTimeout = networkTimeout;
    this.operators = operators;
  }

  /** Returns a store in this database. {@link BatonSchema} creates its tables. */
  public static JdbcStore of(DataSource dataSource) {
    return new JdbcStore(dataSource, NetworkTimeout.DEFAULT.length(), null);
  }

  /**
   * Sets how long each of Baton's own statements waits for the database's response; zero means no
   * limit. The default is 10 s. It doesn't apply to transactions, in which handlers may wait as
   * long as they need.
   */
  public JdbcStore networkTimeout(Duration longest) {
    return new JdbcStore(dataSource, NetworkTimeout.of(longest).length(), operators);
  }

  /**
   * Sets the connections for operators' requests from the web page, its REST interface, and {@link
   * dev.baton.Baton#forOperator}. By default, operators get three of the engine's connections.
   *
   * @param connections the connections of one node
   */
  public JdbcStore operators(OperatorConnections connections) {
    return new JdbcStore(dataSource, networkTimeout, connections);
  }

  @Override
  public Stores open() {
    OperatorConnections connections = operators == null ? OperatorConnections.usual() : operators;
    Database database =
        Database.of(dataSource, NetworkTimeout.of(networkTimeout), connections.share());
    JdbcTaskStore tasks = JdbcTaskStore.on(database);
    Stores stores =
        Stores.of(tasks)
            .cluster(new JdbcClusterStore(database))
            .schedules(new JdbcScheduleStore(database))
            .operations(new JdbcOperationsStore(database, tasks))
            .overrides(new JdbcOverrideStore(database))
            .signals(new JdbcSignalStore(database, tasks))
            .resubmissions(new JdbcResubmissionStore(database))
            .incidents(new JdbcIncidentStore(database))
            .notes(new JdbcNoteStore(database, tasks))
            .statistics(new JdbcStatisticsStore(database))
            .transactions(JdbcTransactions.of(dataSource))
            .leadership(JdbcLeadership.on(database))
            .pollWithoutHints(POLL_WITHOUT_HINTS);
    return database.dialect().canNotify() ? stores.channel(NotifyChannel.on(dataSource)) : stores;
  }
}
