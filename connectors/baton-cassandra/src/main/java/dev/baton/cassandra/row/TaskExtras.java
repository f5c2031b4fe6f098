package dev.baton.cassandra.row;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a task has besides, which most have not. Immutable.
 *
 * @param labels by which people find it
 * @param firstAttempt the number of the oldest of its attempts that is kept in a row of its own
 * @param nextAttempt the number that the next one is kept under
 * @param waits whether a row beside it says what it waits or waited for
 */
public record TaskExtras(
    Map<String, String> labels, long firstAttempt, long nextAttempt, boolean waits) {
  /** None of them. */
  public static final TaskExtras NONE = new TaskExtras(Map.of(), 0, 0, false);

  public TaskExtras {
    labels = Map.copyOf(labels);
  }

  /** Of a new task. */
  public static TaskExtras of(Map<String, String> labels, boolean waits) {
    return new TaskExtras(labels, 0, 0, waits);
  }

  /** Of the task when it has ended: what it waited for is forgotten. */
  public TaskExtras ended() {
    return new TaskExtras(labels, firstAttempt, nextAttempt, false);
  }

  /**
   * With one attempt more.
   *
   * @param most of which the latest are kept
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
