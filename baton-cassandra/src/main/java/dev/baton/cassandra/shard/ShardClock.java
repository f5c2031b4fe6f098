package dev.baton.cassandra.shard;

import dev.baton.cassandra.cql.Time;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Time and chance, as the shards use them. Thread-safe. */
public interface ShardClock extends Time {

  /** The store's time, to the microsecond. */
  Instant now();

  /** A number that nobody can foretell. */
  default long random() {
    return ThreadLocalRandom.current().nextLong();
  }

  /** An id that nobody else has. */
  default UUID newId() {
    return UUID.randomUUID();
  }
}
