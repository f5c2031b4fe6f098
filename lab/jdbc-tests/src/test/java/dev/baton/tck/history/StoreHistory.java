package dev.baton.tck.history;

import dev.baton.tck.contract.StoreFixture;
import java.util.List;

/**
 * A random sequence of operations on a task store, the same for the same seed. It runs against two
 * stores and compares every result: ids exactly, times by their meaning.
 */
public final class StoreHistory {
  private static final int LOOK_AT_ALL_EVERY = 25;

  private final long seed;
  private final int steps;

  private StoreHistory(long seed, int steps) {
    this.seed = seed;
    this.steps = steps;
  }

  /** Creates the history of this seed, with this number of operations. */
  public static StoreHistory of(long seed, int steps) {
    return new StoreHistory(seed, steps);
  }

  /**
   * Runs the history against both stores, which must be empty.
   *
   * @throws AssertionError at the first result that differs, with seed and step
   */
  public void compare(StoreFixture expected, StoreFixture actual) throws Exception {
    Side one = new Side(expected);
    Side other = new Side(actual);
    Steps next = new Steps(seed, one);
    for (int i = 0; i < steps; i++) {
      run(i, next.any(), one, other);
      if (i % LOOK_AT_ALL_EVERY == LOOK_AT_ALL_EVERY - 1 || i == steps - 1) {
        run(i, next.lookAtAll(), one, other);
      }
    }
  }

  private void run(int index, Step step, Side one, Side other) throws Exception {
    String expected = one.answer(step);
    String actual = other.answer(step);
    if (!expected.equals(actual)) {
      String[] wanted = expected.split("\n");
      String[] was = actual.split("\n");
      int line = 0;
      while (line < wanted.length && line < was.length && wanted[line].equals(was[line])) {
        line++;
      }
      throw new AssertionError(
          "The stores differ at step %d of StoreHistory.of(%dL, %d): %s%n  expected %s%n  but was  %s"
              .formatted(index, seed, steps, step.name(), from(wanted, line), from(was, line)));
    }
  }

  /** Returns the first lines that differ. */
  private static String from(String[] lines, int first) {
    int end = Math.min(lines.length, first + 3);
    return first >= end ? "nothing more" : String.join("\n", List.of(lines).subList(first, end));
  }
}
