package dev.baton.jdbc.task;

import dev.baton.api.error.StoreBusyException;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.StoreErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Writes many rows in parts. A part may fail because of one of its rows: a check or a trigger that
 * a user added, a number at its limit, or a damaged row. It may also fail because of its size: the
 * statement's time limit, the size of a packet, or a lock. Then it tries a part of half the size, a
 * quarter, and so on, until the failing row is alone and all others are written.
 */
final class BisectingWrite {
  /** After this many failures without a success, the cause is the table, not a row. */
  private static final int MAX_FAILURES = 32;

  private BisectingWrite() {}

  /** Returns the result for a row that can't be written. */
  @FunctionalInterface
  interface Alone<T, A> {
    /**
     * @param others whether other rows could be written
     */
    A answer(T item, StoreException why, boolean others);
  }

  /** A refused row, and why. */
  private record Refused<T>(T item, StoreException why) {}

  /**
   * Returns the results of the parts that were written and of the rows that weren't.
   *
   * @param size the size of the parts; adapts to this write
   * @param together writes several rows, or none of them
   * @param canWrite called if nothing could be written: whether a write that affects no row
   *     succeeds
   * @throws StoreUnavailableException if the failure doesn't concern single rows
   */
  static <T, A> List<A> write(
      List<T> items,
      PartSize size,
      Function<List<T>, A> together,
      Alone<T, A> alone,
      BooleanSupplier canWrite) {
    List<A> answers = new ArrayList<>();
    List<Refused<T>> refused = new ArrayList<>();
    int failures = 0;
    int from = 0;
    while (from < items.size()) {
      int count = Math.min(size.get(), items.size() - from);
      List<T> part = items.subList(from, from + count);
      try {
        answers.add(together.apply(part));
        size.succeeded(count);
        from += count;
      } catch (StoreException why) {
        boolean isOfAll = answers.isEmpty() && ++failures > MAX_FAILURES;
        if (isOfAll || !StoreErrors.mayBeForItsRows(why)) {
          throw why;
        }
        size.failed(count);
        if (count == 1) {
          refused.add(new Refused<>(part.get(0), why));
          from++;
        }
      }
    }
    boolean others = !answers.isEmpty();
    boolean busy = refused.stream().allMatch(one -> one.why() instanceof StoreBusyException);
    if (!others && !busy && !canWrite.getAsBoolean()) {
      throw refused.get(0).why();
    }
    refused.forEach(one -> answers.add(alone.answer(one.item(), one.why(), others)));
    return answers;
  }
}
