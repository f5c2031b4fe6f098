package dev.baton.move;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The expected results of a move, by type and status. Rows beyond {@value #MAX_LINES} lines are
 * counted under {@code ...}.
 *
 * @param lines in the order of type, status and result
 */
public record Survey(List<Line> lines) {
  static final int MAX_LINES = 1_000;

  /** The result of a move for some rows. */
  public enum Fate {
    /** Become tasks. */
    TASK,
    /** Become schedules. */
    SCHEDULE,
    /** Have ended; their ids and keys stay taken. */
    KEY,
    /** Stay in the old engine. */
    STAYS
  }

  /**
   * Rows of one type with the same status and the same result.
   *
   * @param status the old engine's word
   * @param reason why they stay; null if they don't
   */
  public record Line(String type, String status, Fate fate, @Nullable String reason, long count) {
    @Override
    public String toString() {
      String why = reason == null ? "" : ": " + reason;
      return count + " " + type + " " + status + " -> " + fate + why;
    }
  }

  /** Returns the number of rows with this result. */
  public long count(Fate fate) {
    return lines.stream().filter(line -> line.fate() == fate).mapToLong(Line::count).sum();
  }

  /** Counts rows. Used by one thread. */
  static final class Counter {
    private static final Comparator<Line> ORDER =
        Comparator.comparing(Line::type)
            .thenComparing(Line::status)
            .thenComparing(Line::fate)
            .thenComparing(line -> String.valueOf(line.reason()));

    private final Map<Line, Long> counts = new TreeMap<>(ORDER);

    void add(OldTask task, Fate fate, @Nullable String reason) {
      Line line = new Line(task.type(), task.standing().status(), fate, reason, 0);
      if (!counts.containsKey(line) && counts.size() >= MAX_LINES) {
        line = new Line("...", task.standing().status(), fate, null, 0);
      }
      counts.merge(line, 1L, Long::sum);
    }

    Survey survey() {
      List<Line> lines = new ArrayList<>();
      counts.forEach(
          (line, count) ->
              lines.add(new Line(line.type(), line.status(), line.fate(), line.reason(), count)));
      return new Survey(List.copyOf(lines));
    }
  }
}
