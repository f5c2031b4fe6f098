package dev.baton.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.baton.Baton;
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
import dev.baton.cluster.NodeSettings;
import dev.baton.spi.OperatorRequest;
import dev.baton.spi.Stores;
import java.time.Duration;

/** A node whose tasks and leadership are in one keyspace of an Apache Cassandra cluster. */
public final class CassandraBaton {
  /** Nothing tells a node of another's tasks, and each look reads all shards. */
  private static final Duration POLL = Duration.ofMillis(200);

  private static final Duration TERM = Duration.ofSeconds(10);

  private CassandraBaton() {}

  /**
   * A node on this keyspace, with {@link CassandraSettings#defaults()}.
   *
   * @param session stays the caller's, who closes it after the node
   * @throws dev.baton.api.error.ConfigurationException when the keyspace lacks Baton's tables: see
   *     {@link CassandraSchema#create(CqlSession, String)}
   * @throws dev.baton.api.error.StoreUnavailableException when too few servers answer
   */
  public static Baton.Builder on(CqlSession session, String keyspace) {
    return on(session, keyspace, CassandraSettings.defaults());
  }

  /** As {@link #on(CqlSession, String)}, with settings of one's own. */
  public static Baton.Builder on(CqlSession session, String keyspace, CassandraSettings settings) {
    return on(session, keyspace, settings, session::executeAsync);
  }

  static Baton.Builder on(
      CqlSession session, String keyspace, CassandraSettings settings, Cql.Sender sender) {
    int count = CassandraSchema.shards(session, keyspace);
    Cql cql = new Cql(session, sender, keyspace, settings.statements());
    ServerClock clock = new ServerClock(session);
    CassandraCheck check = new CassandraCheck(session, keyspace, settings, count);
    return Baton.builder()
        .stores(stores(cql, count, clock, settings.patience(), check))
        .leadership(new CassandraLeadership(cql, TERM))
        .settings(NodeSettings.defaults().poll(POLL));
  }

  /** All that one node keeps in so many shards. */
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
