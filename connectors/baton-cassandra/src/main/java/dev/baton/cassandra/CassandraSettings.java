package dev.baton.cassandra;

import dev.baton.cassandra.cql.Cql;
import dev.baton.task.internal.Texts;
import java.time.Duration;

/**
 * A node's settings for Cassandra. Immutable; each method returns a changed copy.
 *
 * @param everyDatacenter true if a write needs most replicas of all data centers; false if it needs
 *     only most replicas in the session's own. All nodes must have the same setting
 * @param timeout time limit of one statement; a verb gives up after about twice as long
 * @param allowsPeriodicCommitLog whether Cassandra may acknowledge writes before they are on disk:
 *     a loss of power then loses tasks
 */
record CassandraSettings(
    boolean everyDatacenter, Duration timeout, boolean allowsPeriodicCommitLog) {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  CassandraSettings {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException(
          "A statement's timeout must be positive, not " + Texts.duration(timeout));
    }
  }

  /** Returns the defaults: one data center, 5 s, and durable writes. */
  static CassandraSettings defaults() {
    return new CassandraSettings(false, TIMEOUT, false);
  }

  /** Returns settings that need most replicas of all data centers. */
  CassandraSettings acrossDatacenters() {
    return new CassandraSettings(true, timeout, allowsPeriodicCommitLog);
  }

  /** Returns settings with another timeout. */
  CassandraSettings withTimeout(Duration value) {
    return new CassandraSettings(everyDatacenter, value, allowsPeriodicCommitLog);
  }

  /** Returns settings that accept that a loss of power loses tasks, for tests and caches. */
  CassandraSettings allowPeriodicCommitLog() {
    return new CassandraSettings(everyDatacenter, timeout, true);
  }

  Cql.Settings statements() {
    return new Cql.Settings(everyDatacenter, timeout);
  }

  Duration patience() {
    return timeout.multipliedBy(2);
  }
}
