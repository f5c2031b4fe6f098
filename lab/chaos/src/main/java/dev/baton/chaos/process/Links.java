package dev.baton.chaos.process;

import dev.baton.Baton;
import dev.baton.kafka.KafkaTriggers;
import dev.baton.spi.TriggerChannel;
import java.util.Locale;

/**
 * The ways in which the nodes of a run exchange hints and elect a leader.
 *
 * @param kafka the broker's address; empty where none is needed
 * @param zooKeeper the server's address; empty where none is needed
 * @param pollMillis interval at which a node searches for tasks without a hint
 */
public record Links(Hints hints, Leaders leaders, String kafka, String zooKeeper, int pollMillis) {
  private static final int QUICK_POLL_MILLIS = 100;

  /** Long enough to notice lost hints, and short enough that a probe found by polling is quick. */
  private static final int POLL_MILLIS = 500;

  /** The channel of the hints. */
  public enum Hints {
    /** The database's own channel: NOTIFY on PostgreSQL. */
    NOTIFY,
    KAFKA,
    NONE
  }

  /** The source of the leader election. */
  public enum Leaders {
    DATABASE,
    /** ZooKeeper, with the database as fallback. */
    ZOOKEEPER
  }

  /** Returns links that use only the database, with frequent polls. */
  public static Links usual() {
    return of(Hints.NOTIFY, Leaders.DATABASE).poll(QUICK_POLL_MILLIS);
  }

  public static Links of(Hints hints, Leaders leaders) {
    int poll = hints == Hints.NONE ? QUICK_POLL_MILLIS : POLL_MILLIS;
    return new Links(hints, leaders, "", "", poll);
  }

  public Links poll(int millis) {
    return new Links(hints, leaders, kafka, zooKeeper, millis);
  }

  public Links at(String kafkaAddress, String zooKeeperAddress) {
    return new Links(hints, leaders, kafkaAddress, zooKeeperAddress, pollMillis);
  }

  /** Adds the channel to a node, unless it is the database's own. */
  public Baton.Builder channel(Baton.Builder node) {
    return switch (hints) {
      case NOTIFY -> node;
      case KAFKA -> node.channel(KafkaTriggers.builder(kafka).namespace("chaos").build());
      case NONE -> node.channel(TriggerChannel.none());
    };
  }

  public String words() {
    return "hints by "
        + hints.name().toLowerCase(Locale.ROOT)
        + ", leadership by "
        + leaders.name().toLowerCase(Locale.ROOT)
        + ", poll "
        + pollMillis
        + " ms";
  }
}
