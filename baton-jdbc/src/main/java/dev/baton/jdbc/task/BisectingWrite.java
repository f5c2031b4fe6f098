package dev.baton.jdbc.task;

import dev.baton.api.error.StoreRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Writes many rows together. Where the database refuses that for what it thinks of one of them (a
 * check or a trigger that somebody added, a number at its end), half of them are written, and so
 * on, until what is refused stands alone and all others are written.
 */
final class BisectingWrite {
  private BisectingWrite() {}

  /** One that is refused, and why. */
  private record Refused<T>(T item, StoreRefusedException why) {}

  /**
   * The answers of the parts that were written, in order.
   *
   * @param together writes some together, or nothing of them
   * @param alone answers for one that is refused
   * @throws StoreRefusedException when all of several are refused: that is about none of them
   */
  static <T, A> List<A> write(
      List<T> items, Function<List<T>, A> together, BiFunction<T, StoreRefusedException, A> alone) {
    List<A> answers = new ArrayList<>();
    List<Refused<T>> refused = new ArrayList<>();
    write(items, together, answers, refused);
    if (answers.isEmpty() && refused.size() > 1) {
      throw refused.get(0).why();
    }
    refused.forEach(one -> answers.add(alone.apply(one.item(), one.why())));
    return answers;
  }

  private static <T, A> void write(
      List<T> items, Function<List<T>, A> together, List<A> answers, List<Refused<T>> refused) {
    try {
      answers.add(together.apply(items));
    } catch (StoreRefusedException why) {
      if (items.size() == 1) {
        refused.add(new Refused<>(items.get(0), why));
        return;
      }
      int half = items.size() / 2;
      write(items.subList(0, half), together, answers, refused);
      write(items.subList(half, items.size()), together, answers, refused);
    }
  }
}
