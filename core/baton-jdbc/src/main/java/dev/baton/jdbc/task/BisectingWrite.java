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
 * Writes many rows in parts, so that a row that can't be written doesn't prevent the others from
 * being written. A part may fail because of one row: a check or trigger of the user refuses it, a
 * number is at its limit, or the row is damaged. A part may also fail because of its size: it
 * exceeds the statement's time limit or the packet size, or it contains a locked row. Then smaller
 * parts are tried, each of half the size, until the failing row is alone and all others are
 * written.
 */
final class BisectingWrite {
  /**
   * Maximum number of failures without a success. After these, the cause is the whole table, and
   * not a row.
   */
  private static final int MAX_FAILURES = 32;

  private BisectingWrite() {}

  /** Decides the result for a row that can't be written. */
  @FunctionalInterface
  interface Alone<T, A> {
    /**
     * @param others true if other rows could be written
     */
    A answer(T item, StoreException why, boolean others);
  }

  /** A refused row, and the reason. */
  private record RefusedItem<T>(T item, StoreException why) {}

  /**
   * Writes the items. Returns the results of the written parts, and of the rows that can't be
   * written.
   *
   * @param size the size of the parts; this write adapts it
   * @param together writes several rows, or none of them if it throws
   * @param canWrite called if no row could be written; returns whether the database accepts a write
   *     that affects no row
   * @throws StoreUnavailableException if the failure doesn't concern individual rows
   */
  static <T, A> List<A> write(
      List<T> items,
      PartSize size,
      Function<List<T>, A> together,
      Alone<T, A> alone,
      BooleanSupplier canWrite) {
    List<A> answers = new ArrayList<>();
    List<RefusedItem<T>> refused = new ArrayList<>();
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
          refused.add(new RefusedItem<>(part.get(0), why));
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
