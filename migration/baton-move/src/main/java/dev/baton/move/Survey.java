package dev.baton.move;

import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Timing;
import java.time.Instant;
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
 * @param recurring the recurring tasks that Baton can read, at most {@value #MAX_LINES}
 */
public record Survey(List<Line> lines, List<Recurring> recurring) {
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

  /**
   * A recurring task, with its next time in both engines. Compare them before the move: another
   * next tick in Baton is a sign of a wrong mapping.
   *
   * @param type the old engine's type
   * @param id the old engine's id
   * @param timing when the schedule ticks; if the task stays, when the old engine runs it
   * @param nextTick the next tick of the timing; null if Baton can't compute it
   * @param nextRun the next run in the old engine; null if its rows don't say
   */
  public record Recurring(
      String type,
      String id,
      String timing,
      @Nullable Instant nextTick,
      @Nullable Instant nextRun) {

    /** Returns the task with the next tick of this timing. */
    static Recurring of(OldTask task, Timing timing, Instant now) {
      boolean isKnown = task.standing().state() != Standing.State.RECURRING_IN_MEMORY;
      Instant nextRun = isKnown ? task.standing().time() : null;
      Instant nextTick = nextRun;
      if (timing instanceof Timing.Cron cron) {
        // A run that is overdue is itself the next tick.
        Instant after = nextRun == null || nextRun.isAfter(now) ? now : nextRun.minusNanos(1);
        nextTick = CronTimes.of(cron).next(after).orElseThrow();
      }
      return new Recurring(task.type(), task.id(), timing.toString(), nextTick, nextRun);
    }

    /** Returns whether Baton's next tick is at another time than the old engine's next run. */
    public boolean differs() {
      return nextTick != null && nextRun != null && !nextTick.equals(nextRun);
    }

    @Override
    public String toString() {
      return type
          + " "
          + id
          + ": "
          + timing
          + ", next tick "
          + nextTick
          + ", next run in the old engine "
          + nextRun
          + (differs() ? ": they differ, so check the mapping" : "");
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
    private final List<Recurring> recurring = new ArrayList<>();

    void add(OldTask task, Fate fate, @Nullable String reason) {
      Line line = new Line(task.type(), task.standing().status(), fate, reason, 0);
      if (!counts.containsKey(line) && counts.size() >= MAX_LINES) {
        line = new Line("...", task.standing().status(), fate, null, 0);
      }
      counts.merge(line, 1L, Long::sum);
    }

    void add(Recurring task) {
      if (recurring.size() < MAX_LINES) {
        recurring.add(task);
      }
    }

    Survey survey() {
      List<Line> lines = new ArrayList<>();
      counts.forEach(
          (line, count) ->
              lines.add(new Line(line.type(), line.status(), line.fate(), line.reason(), count)));
      return new Survey(List.copyOf(lines), List.copyOf(recurring));
    }
  }
}
