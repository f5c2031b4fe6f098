package dev.baton.cassandra.row;

import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.spi.AuditNote;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/**
 * An operator's change, with its audit entry.
 *
 * @param isDone whether the result says that the change was made; only then the entry is written
 */
public record AuditedChange<T>(Command<T> change, AuditNote note, Predicate<T> isDone)
    implements Command<T> {
  private static final int ENTRY = 1_000;

  @Override
  public List<RowKey> reads() {
    return change.reads();
  }

  @Override
  public boolean readsPayloads() {
    return change.readsPayloads();
  }

  @Override
  public int size() {
    return ENTRY + change.size();
  }

  @Override
  public T decide(Rows rows, Instant now) {
    T answer = change.decide(rows, now);
    if (isDone.test(answer)) {
      Audit.put(rows, note, now);
    }
    return answer;
  }
}
