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
 * Writes many rows in parts. Where a part fails for what may be one of its rows (a check or a
 * trigger that a user added, a number at its end, a damaged row) or for its size (the time that the
 * database gives a statement, the size of a packet, a lock), a part of half its size is tried, then
 * of a quarter, and so on, until what fails stands alone and all others are written.
 */
final class BisectingWrite {
  /** After so many failures, and nothing written, it is about the table, not about a row. */
  private static final int MAX_FAILURES = 32;

  private BisectingWrite() {}

  /** Answers for one that can't be written. */
  @FunctionalInterface
  interface Alone<T, A> {
    /**
     * @param others whether others could be written
     */
    A answer(T item, StoreException why, boolean others);
  }

  /** One that is refused, and why. */
  private record Refused<T>(T item, StoreException why) {}

  /**
   * The answers of the parts that were written, and of those that weren't.
   *
   * @param size of the parts; learns from this write
   * @param together writes some together, or nothing of them
   * @param canWrite asked where nothing could be written: whether a write that meets no row can
   * @throws StoreUnavailableException when it isn't about single rows
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
