package dev.baton.tck.history;

import dev.baton.tck.contract.StoreFixture;
import java.util.List;

/**
 * A random sequence of operations on a task store, the same for the same seed. Run against two
 * stores it compares every answer, ids as they are and times by what they mean.
 */
public final class StoreHistory {
  private static final int LOOK_AT_ALL_EVERY = 25;

  private final long seed;
  private final int steps;

  private StoreHistory(long seed, int steps) {
    this.seed = seed;
    this.steps = steps;
  }

  /** The history of this seed, so many operations long. */
  public static StoreHistory of(long seed, int steps) {
    return new StoreHistory(seed, steps);
  }

  /**
   * Runs it against both, which must be empty.
   *
   * @throws AssertionError at the first answer that differs, naming seed and step
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

  /** The first lines that differ. */
  private static String from(String[] lines, int first) {
    int end = Math.min(lines.length, first + 3);
    return first >= end ? "nothing more" : String.join("\n", List.of(lines).subList(first, end));
  }
}
