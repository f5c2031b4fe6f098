package dev.baton.cassandra.shard;

import java.time.Instant;
import java.util.List;

/**
 * A change of one shard: the rows that it needs, and the decision from their values. A command may
 * decide several times, and only one decision counts. So a decision must change nothing except the
 * given rows.
 *
 * @param <T> its result
 */
public interface Command<T> {

  /** Returns the rows it must read. */
  List<RowKey> reads();

  /** Returns whether it must read their payloads. */
  default boolean readsPayloads() {
    return false;
  }

  /** Returns the approximate number of bytes it writes. */
  default int size() {
    return 500;
  }

  /** Changes rows, or leaves them unchanged. */
  T decide(Rows rows, Instant now);
}
