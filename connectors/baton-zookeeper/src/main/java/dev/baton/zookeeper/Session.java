package dev.baton.zookeeper;

import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;

/**
 * A client's ZooKeeper session. The servers end it if they have received nothing for its timeout,
 * and ephemeral nodes end with it.
 *
 * @param id never used again for another session
 * @param timeout as granted by the servers
 */
record Session(long id, Duration timeout) {

  /**
   * Returns the current session.
   *
   * @throws ZooKeeperUnavailableException if there is no connection
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
   * Returns how long the session certainly lives after a successful request was sent in it: half of
   * its timeout. The whole timeout would be too long. A server reports its clients to the
   * ensemble's leader only with its pings, twice a tick, and these reports are lost if it crashes
   * in between. A session lasts at least two ticks.
   */
  Duration trusted() {
    return timeout.dividedBy(2);
  }

  /**
   * Checks that the client still has the session that {@link #of} returned. All requests since that
   * call were then sent in this session.
   *
   * @throws ZooKeeperUnavailableException if another session has begun
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
