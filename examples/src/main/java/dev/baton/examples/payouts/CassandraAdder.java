package dev.baton.examples.payouts;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.baton.api.AddResult;
import dev.baton.api.Tasks;
import dev.baton.examples.payouts.input.InputRow;
import dev.baton.examples.payouts.input.Payout;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;

/**
 * Adds the task under an id derived from the payout, then writes the payout's row. No transaction
 * covers both. If only the task was written, both are written again, and the id prevents a second
 * task.
 */
final class CassandraAdder implements Adder {
  private static final int LANES = 32;

  private final CassandraBooks books;
  private final Tasks tasks;

  CassandraAdder(CassandraBooks books, Tasks tasks) {
    this.books = books;
    this.tasks = tasks;
  }

  @Override
  public Added add(InputRow.Valid row, CommitTimes times) {
    Payout payout = row.payout();
    Row before =
        books.execute("SELECT input_row FROM demo.payout WHERE payout_key = ?", payout.key()).one();
    if (before != null) {
      return before.getLong(0) == row.number() ? Added.BEFORE : Added.DUPLICATE;
    }
    UUID id = UUID.nameUUIDFromBytes(payout.key().getBytes(StandardCharsets.UTF_8));
    AddResult result = tasks.add(PayoutAdder.request(payout).id(id));
    if (result.wasAdded() && payout.dueInSeconds() == 0) {
      times.committed(payout);
    }
    books.execute(
        "INSERT INTO demo.payout (payout_key, input_row, task_id) VALUES (?, ?, ?)",
        payout.key(),
        row.number(),
        id);
    return result.wasAdded() ? Added.NOW : Added.BEFORE;
  }

  @Override
  public BitSet addedBefore() {
    BitSet all = new BitSet();
    books
        .execute("SELECT input_row FROM demo.payout")
        .forEach(row -> all.set(Math.toIntExact(row.getLong(0))));
    return all;
  }

  /** Returns how many rows to add at a time. Adds of one shard share a write. */
  @Override
  public int lanes() {
    return LANES;
  }

  @Override
  public CommitTimes commitTimes() {
    return new CommitTimes(this::write);
  }

  private void write(List<CommitTimes.Committed> times) {
    times.forEach(
        one ->
            books.execute(
                "INSERT INTO demo.commit_time (payout_key, committed_micros) VALUES (?, ?)",
                one.payoutKey(),
                one.micros()));
  }
}
