package dev.baton.cassandra.shard;

import dev.baton.cassandra.cql.Time;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Time and chance, as the shards use them. Thread-safe. */
public interface ShardClock extends Time {

  /** The store's time, to the microsecond. */
  Instant now();

  /** Any number, each as likely as the others. */
  default long random() {
    return ThreadLocalRandom.current().nextLong();
  }

  /** A new random id. */
  default UUID newId() {
    return UUID.randomUUID();
  }
}
