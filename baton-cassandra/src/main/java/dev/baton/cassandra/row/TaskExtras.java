package dev.baton.cassandra.row;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a task has besides, which most have not. Immutable.
 *
 * @param labels by which people find it
 * @param firstAttempt the number of the oldest of its attempts that is kept in a row of its own
 * @param nextAttempt the number that the next one is kept under
 */
public record TaskExtras(Map<String, String> labels, long firstAttempt, long nextAttempt) {
  /** Neither labels nor attempts. */
  public static final TaskExtras NONE = new TaskExtras(Map.of(), 0, 0);

  public TaskExtras {
    labels = Map.copyOf(labels);
  }

  /** These labels, and no attempts. */
  public static TaskExtras of(Map<String, String> labels) {
    return labels.isEmpty() ? NONE : new TaskExtras(labels, 0, 0);
  }

  /**
   * With one attempt more.
   *
   * @param most of which the latest are kept
   */
  TaskExtras withAttempt(int most) {
    long next = nextAttempt + 1;
    return new TaskExtras(labels, Math.max(firstAttempt, next - most), next);
  }

  boolean isNone() {
    return labels.isEmpty() && nextAttempt == 0;
  }

  void write(Encoder out) {
    out.all(new TreeMap<>(labels).entrySet(), one -> out.text(one.getKey()).text(one.getValue()));
    out.number(firstAttempt).number(nextAttempt);
  }

  static TaskExtras read(Decoder in) {
    Map<String, String> labels = new TreeMap<>();
    in.all(() -> Map.entry(in.text(), in.text()))
        .forEach(one -> labels.put(one.getKey(), one.getValue()));
    return new TaskExtras(labels, in.number(), in.number());
  }
}
