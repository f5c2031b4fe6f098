package dev.baton.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.baton.cassandra.cluster.CassandraClusterStore;
import dev.baton.cassandra.cluster.CassandraScheduleStore;
import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.operate.CassandraIncidentStore;
import dev.baton.cassandra.operate.CassandraOperationsStore;
import dev.baton.cassandra.operate.CassandraOverrideStore;
import dev.baton.cassandra.operate.CassandraStatisticsStore;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.cassandra.task.CassandraNoteStore;
import dev.baton.cassandra.task.CassandraSignalStore;
import dev.baton.cassandra.task.CassandraTaskStore;
import dev.baton.spi.BatonStore;
import dev.baton.spi.OperatorRequest;
import dev.baton.spi.Stores;
import java.time.Duration;

/**
 * Stores tasks and leadership in one keyspace of an Apache Cassandra cluster: {@code
 * Baton.builder(CassandraStore.of(session, "payouts"))}. Immutable; each method returns a changed
 * copy. A node finds other nodes' tasks by polling, by default every 200 ms.
 */
public final class CassandraStore implements BatonStore {
  /** Interval of polls: longer than on other databases, because each poll reads all shards. */
  private static final Duration POLL_WITHOUT_HINTS = Duration.ofMillis(200);

  private static final Duration TERM = Duration.ofSeconds(10);

  private final CqlSession session;
  private final String keyspace;
  private final CassandraSettings settings;
  private final Cql.Sender sender;

  private CassandraStore(
      CqlSession session, String keyspace, CassandraSettings settings, Cql.Sender sender) {
    this.session = session;
    this.keyspace = keyspace;
    this.settings = settings;
    this.sender = sender;
  }

  /**
   * Returns a store in a keyspace with the tables of {@link CassandraSchema#create(CqlSession,
   * String)}, in one data center with durable writes.
   *
   * @param session belongs to the caller, who closes it after the node
   */
  public static CassandraStore of(CqlSession session, String keyspace) {
    return new CassandraStore(
        session, keyspace, CassandraSettings.defaults(), session::executeAsync);
  }

  /**
   * Makes a write count only after most replicas of all data centers have it. All nodes must have
   * the same setting.
   */
  public CassandraStore acrossDatacenters() {
    return with(settings.acrossDatacenters());
  }

  /**
   * Sets the time limit of one statement, by default 5 s. A verb gives up after about twice as
   * long.
   */
  public CassandraStore timeout(Duration longest) {
    return with(settings.withTimeout(longest));
  }

  /**
   * Lets Cassandra acknowledge writes before they are on disk, so a loss of power loses tasks; for
   * tests and caches.
   */
  public CassandraStore allowPeriodicCommitLog() {
    return with(settings.allowPeriodicCommitLog());
  }

  private CassandraStore with(CassandraSettings changed) {
    return new CassandraStore(session, keyspace, changed, sender);
  }

  /** Replaces how statements are sent, for tests. */
  CassandraStore sentBy(Cql.Sender other) {
    return new CassandraStore(session, keyspace, settings, other);
  }

  /**
   * @throws dev.baton.api.error.ConfigurationException if Baton's tables are missing from the
   *     keyspace: see {@link CassandraSchema#create(CqlSession, String)}
   * @throws dev.baton.api.error.StoreUnavailableException if too few servers respond
   */
  @Override
  public Stores open() {
    int count = CassandraSchema.shards(session, keyspace);
    Cql cql = new Cql(session, sender, keyspace, settings.statements());
    ServerClock clock = new ServerClock(session);
    CassandraCheck check = new CassandraCheck(session, keyspace, settings, count);
    return stores(cql, count, clock, settings.patience(), check)
        .leadership(new CassandraLeadership(cql, TERM))
        .pollWithoutHints(POLL_WITHOUT_HINTS);
  }

  /** Returns the stores that one node uses, over the given number of shards. */
  static Stores stores(Cql cql, int count, ShardClock clock, Duration patience, Runnable check) {
    Shards shards = new Shards(cql, count, clock, patience, Keys.areas());
    CassandraTaskStore tasks = new CassandraTaskStore(cql, shards, clock, patience, check);
    CassandraNoteStore notes = new CassandraNoteStore(cql, shards, clock);
    CassandraClusterStore cluster = new CassandraClusterStore(cql, shards, clock);
    return Stores.ofCore(tasks)
        .limits(tasks.limits())
        .runAgain(tasks.runAgain())
        .waits(tasks.waits())
        .operations(
            new CassandraOperationsStore(cql, shards, clock, tasks, OperatorRequest.PAGE_TIME))
        .statistics(new CassandraStatisticsStore(cql, shards, clock, tasks))
        .cluster(cluster)
        .overrides(new CassandraOverrideStore(cql, shards, cluster))
        .incidents(new CassandraIncidentStore(cql, shards, clock))
        .schedules(new CassandraScheduleStore(cql, shards, clock))
        .signals(new CassandraSignalStore(tasks))
        .notes(notes)
        .mailboxes(notes);
  }
}
