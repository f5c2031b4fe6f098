package dev.baton.zookeeper;

/** ZooKeeper can't be asked now: no connection, no session, or no answer in time. */
public final class ZooKeeperUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ZooKeeperUnavailableException(String message) {
    super(message);
  }

  ZooKeeperUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
