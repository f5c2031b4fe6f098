package dev.baton.zookeeper;

import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;

/**
 * The ZooKeeper session a client is in. The servers end it when they have heard nothing for its
 * timeout; what is ephemeral goes with it.
 *
 * @param id never used again for another session
 * @param timeout as the servers have granted it
 */
record Session(long id, Duration timeout) {

  /**
   * The current one.
   *
   * @throws ZooKeeperUnavailableException when there is no connection
   */
  static Session of(CuratorFramework client) {
    if (!client.getZookeeperClient().isConnected()) {
      throw new ZooKeeperUnavailableException("There is no connection to ZooKeeper");
    }
    int millis = client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
    if (millis <= 0) {
      throw new ZooKeeperUnavailableException("There is no ZooKeeper session yet");
    }
    return new Session(currentId(client), Duration.ofMillis(millis));
  }

  /**
   * How long after a question was sent in this session, and answered, the session surely lives:
   * half of its timeout. The whole would be too much: a server tells the ensemble's leader of its
   * clients only with its pings, twice a tick, and forgets them when it falls in between; a session
   * lasts at least two ticks.
   */
  Duration trusted() {
    return timeout.dividedBy(2);
  }

  /**
   * What was asked between {@link #of} and now was asked in this session.
   *
   * @throws ZooKeeperUnavailableException when another has begun
   */
  void mustStillBe(CuratorFramework client) {
    if (currentId(client) != id) {
      throw new ZooKeeperUnavailableException("The ZooKeeper session has ended meanwhile");
    }
  }

  private static long currentId(CuratorFramework client) {
    try {
      return client.getZookeeperClient().getZooKeeper().getSessionId();
    } catch (Exception broken) {
      throw new ZooKeeperUnavailableException("There is no ZooKeeper session", broken);
    }
  }
}
