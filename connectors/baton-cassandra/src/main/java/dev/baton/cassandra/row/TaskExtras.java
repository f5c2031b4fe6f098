package dev.baton.cassandra.row;

import java.util.Map;
import java.util.TreeMap;

/**
 * Additional data of a task, which most tasks don't have. Immutable.
 *
 * @param labels labels for searches
 * @param firstAttempt the number of the oldest attempt that is kept in a row
 * @param nextAttempt the number of the next attempt's row
 * @param waits whether another row has what the task waits or waited for
 */
public record TaskExtras(
    Map<String, String> labels, long firstAttempt, long nextAttempt, boolean waits) {
  /** The extras of a task that has none. */
  public static final TaskExtras NONE = new TaskExtras(Map.of(), 0, 0, false);

  public TaskExtras {
    labels = Map.copyOf(labels);
  }

  /** Returns the extras of a new task. */
  public static TaskExtras of(Map<String, String> labels, boolean waits) {
    return new TaskExtras(labels, 0, 0, waits);
  }

  /** Returns the extras of the task after its end, without its waits. */
  public TaskExtras ended() {
    return new TaskExtras(labels, firstAttempt, nextAttempt, false);
  }

  /**
   * Returns the extras with another attempt.
   *
   * @param most number of latest attempts to keep
   */
  TaskExtras withAttempt(int most) {
    long next = nextAttempt + 1;
    return new TaskExtras(labels, Math.max(firstAttempt, next - most), next, waits);
  }

  boolean isNone() {
    return equals(NONE);
  }

  void write(Encoder out) {
    out.all(new TreeMap<>(labels).entrySet(), one -> out.text(one.getKey()).text(one.getValue()));
    out.number(firstAttempt).number(nextAttempt).flag(waits);
  }

  static TaskExtras read(Decoder in) {
    Map<String, String> labels = new TreeMap<>();
    in.all(() -> Map.entry(in.text(), in.text()))
        .forEach(one -> labels.put(one.getKey(), one.getValue()));
    return new TaskExtras(labels, in.number(), in.number(), in.flag());
  }
}
