package dev.baton.cassandra.shard;

import java.time.Instant;
import java.util.List;

/**
 * A change of one shard: what it reads, and what it decides. It may be asked to decide several
 * times, of which one counts, so it does nothing but change the rows it is given.
 *
 * @param <T> its answer
 */
public interface Command<T> {

  /** The rows it must see. */
  List<RowKey> reads();

  /** Whether it must see their payloads. */
  default boolean readsPayloads() {
    return false;
  }

  /** About how many bytes it writes. */
  default int size() {
    return 500;
  }

  /** Changes rows, or leaves them. */
  T decide(Rows rows, Instant now);
}
