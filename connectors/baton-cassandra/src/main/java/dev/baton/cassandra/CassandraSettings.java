package dev.baton.cassandra;

import dev.baton.cassandra.cql.Cql;
import java.time.Duration;

/**
 * How a node uses Cassandra. Immutable; each method returns a changed copy.
 *
 * @param everyDatacenter whether most replicas of all data centers must have a write before it
 *     counts, and not those of the session's own alone. All nodes must have the same setting
 * @param timeout how long one statement may take; a verb gives up after about twice as long
 * @param allowsPeriodicCommitLog whether Cassandra may acknowledge what it hasn't written to disk:
 *     a loss of power then loses tasks
 */
record CassandraSettings(
    boolean everyDatacenter, Duration timeout, boolean allowsPeriodicCommitLog) {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  CassandraSettings {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("A statement needs some time; the timeout is " + timeout);
    }
  }

  /** One data center, 5 s, and durable writes. */
  static CassandraSettings defaults() {
    return new CassandraSettings(false, TIMEOUT, false);
  }

  /** With most replicas of all data centers. */
  CassandraSettings acrossDatacenters() {
    return new CassandraSettings(true, timeout, allowsPeriodicCommitLog);
  }

  /** With another time for a statement. */
  CassandraSettings withTimeout(Duration value) {
    return new CassandraSettings(everyDatacenter, value, allowsPeriodicCommitLog);
  }

  /** Where a loss of power may lose tasks, for tests and caches. */
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
