package dev.baton.jdbc.task;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.StoreErrors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Writes many rows together. Where that fails for what may be one of them (a check or a trigger
 * that somebody added, a number at its end, a damaged row), each half is written, then each
 * quarter, and so on, until what fails stands alone and all others are written.
 */
final class BisectingWrite {
  /** After so many failures in vain it is about the table, not about a row. */
  private static final int MAX_IN_VAIN = 32;

  private BisectingWrite() {}

  /** Answers for one that can't be written. */
  @FunctionalInterface
  interface Alone<T, A> {
    /**
     * @param others whether others could be written
     */
    A answer(T item, StoreUnavailableException why, boolean others);
  }

  /** One that is refused, and why. */
  private record Refused<T>(T item, StoreUnavailableException why) {}

  /**
   * The answers of the parts that were written, and of those that weren't.
   *
   * @param together writes some together, or nothing of them
   * @param canWrite asked where nothing could be written: whether a write that meets no row can
   * @throws StoreUnavailableException when it isn't about single rows
   */
  static <T, A> List<A> write(
      List<T> items, Function<List<T>, A> together, Alone<T, A> alone, BooleanSupplier canWrite) {
    List<A> answers = new ArrayList<>();
    List<Refused<T>> refused = new ArrayList<>();
    Queue<List<T>> parts = new ArrayDeque<>(List.of(items));
    int inVain = 0;
    while (!parts.isEmpty()) {
      List<T> part = parts.remove();
      try {
        answers.add(together.apply(part));
      } catch (StoreUnavailableException why) {
        boolean isOfAll = answers.isEmpty() && ++inVain > MAX_IN_VAIN;
        if (isOfAll || !StoreErrors.mayBeForOneRow(why)) {
          throw why;
        }
        if (part.size() == 1) {
          refused.add(new Refused<>(part.get(0), why));
        } else {
          parts.add(part.subList(0, part.size() / 2));
          parts.add(part.subList(part.size() / 2, part.size()));
        }
      }
    }
    boolean others = !answers.isEmpty();
    if (!others && !refused.isEmpty() && !canWrite.getAsBoolean()) {
      throw refused.get(0).why();
    }
    refused.forEach(one -> answers.add(alone.answer(one.item(), one.why(), others)));
    return answers;
  }
}
