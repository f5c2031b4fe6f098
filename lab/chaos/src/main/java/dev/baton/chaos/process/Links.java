package dev.baton.chaos.process;

import dev.baton.Baton;
import dev.baton.kafka.KafkaTriggers;
import dev.baton.spi.TriggerChannel;
import java.util.Locale;

/**
 * How the nodes of a run hear of each other's tasks and agree on who leads.
 *
 * @param kafka the broker's address; empty where none is needed
 * @param zooKeeper the server's address; empty where none is needed
 * @param pollMillis how often a node looks for tasks that it wasn't told of
 */
public record Links(Hints hints, Leaders leaders, String kafka, String zooKeeper, int pollMillis) {
  private static final int QUICK_POLL_MILLIS = 100;

  /** Long enough that lost hints are felt, and short enough that a probe found by it is quick. */
  private static final int POLL_MILLIS = 500;

  /** What carries the hints. */
  public enum Hints {
    /** What the database can do by itself: NOTIFY on PostgreSQL. */
    NOTIFY,
    KAFKA,
    NONE
  }

  /** Who says who leads. */
  public enum Leaders {
    DATABASE,
    /** With the database to fall back on. */
    ZOOKEEPER
  }

  /** By the database alone, with quick polls. */
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

  /** Gives a node its channel; the database's own is there already. */
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
