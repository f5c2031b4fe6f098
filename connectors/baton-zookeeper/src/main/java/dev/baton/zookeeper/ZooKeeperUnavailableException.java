package dev.baton.zookeeper;

import dev.baton.api.error.BatonException;

/** Thrown if ZooKeeper can't be used now: no connection, no session, or no response in time. */
public final class ZooKeeperUnavailableException extends BatonException {
  private static final long serialVersionUID = 1L;

  ZooKeeperUnavailableException(String message) {
    super(message);
  }

  ZooKeeperUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
