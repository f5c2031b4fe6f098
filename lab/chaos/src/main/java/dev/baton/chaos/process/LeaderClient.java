package dev.baton.chaos.process;

import dev.baton.jdbc.cluster.JdbcLeadership;
import dev.baton.spi.Leadership;
import dev.baton.zookeeper.ZooKeeperLeadership;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** A worker's connection to ZooKeeper. Close it after the worker's node has stopped. */
public final class LeaderClient implements AutoCloseable {
  public static final int SESSION_MILLIS = 2_000;
  private static final int CONNECTION_MILLIS = 1_000;

  private final CuratorFramework client;

  private LeaderClient(CuratorFramework client) {
    this.client = client;
  }

  static LeaderClient start(String address) {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(
            address, SESSION_MILLIS, CONNECTION_MILLIS, new ExponentialBackoffRetry(100, 3));
    client.start();
    return new LeaderClient(client);
  }

  /** Returns ZooKeeper's leadership, with the database's while ZooKeeper is unavailable. */
  Leadership orElse(DataSource database) {
    return ZooKeeperLeadership.on(client).orElse(JdbcLeadership.of(database));
  }

  @Override
  public void close() {
    client.close();
  }
}
