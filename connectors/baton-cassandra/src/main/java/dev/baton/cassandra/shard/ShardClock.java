package dev.baton.cassandra.shard;

import dev.baton.cassandra.cql.Time;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Time and randomness for the shards. Thread-safe. */
public interface ShardClock extends Time {

  /** Returns the store's time, to the microsecond. */
  Instant now();

  /** Returns a uniformly random number. */
  default long random() {
    return ThreadLocalRandom.current().nextLong();
  }

  /** Returns a new random id. */
  default UUID newId() {
    return UUID.randomUUID();
  }
}
