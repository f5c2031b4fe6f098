package dev.baton.operate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A key or label that most tasks with the same error have, such as the partner that is down.
 *
 * @param label the label's name; empty if the value is a key
 * @param count how many of the tasks have this value
 */
public record CommonValue(Optional<String> label, String value, int count) {
  /** With fewer tasks than this, a common value may be only chance. */
  private static final int MIN_TASKS = 3;

  private static final double MOST = 0.8;

  /**
   * Returns the value that most of the tasks have. If there are several such values, returns the
   * one that the largest number of tasks has.
   *
   * @param all these tasks and other tasks; a value that most of the other tasks also have is not
   *     returned, because it can't explain the error
   */
  static Optional<CommonValue> of(List<TaskInfo> tasks, Collection<TaskInfo> all) {
    if (tasks.size() < MIN_TASKS) {
      return Optional.empty();
    }
    Map<List<String>, Integer> counts = counts(tasks);
    Map<List<String>, Integer> everywhere = counts(all);
    int others = all.size() - tasks.size();
    return counts.entrySet().stream()
        .filter(one -> one.getValue() >= MOST * tasks.size())
        .filter(
            one ->
                others == 0
                    || everywhere.getOrDefault(one.getKey(), 0) - one.getValue() < MOST * others)
        .max(
            Map.Entry.<List<String>, Integer>comparingByValue()
                .thenComparing(one -> -one.getKey().size())
                .thenComparing(one -> one.getKey().get(0)))
        .map(one -> of(one.getKey(), one.getValue()));
  }

  private static CommonValue of(List<String> value, int count) {
    Optional<String> label = value.size() == 1 ? Optional.empty() : Optional.of(value.get(0));
    return new CommonValue(label, value.get(value.size() - 1), count);
  }

  /** Returns the number of tasks with each key, and with each label as a name and a value. */
  private static Map<List<String>, Integer> counts(Collection<TaskInfo> tasks) {
    Map<List<String>, Integer> counts = new HashMap<>();
    for (TaskInfo task : tasks) {
      List<List<String>> values = new ArrayList<>();
      if (!task.key().isEmpty()) {
        values.add(List.of(task.key()));
      }
      task.labels().forEach((name, value) -> values.add(List.of(name, value)));
      values.forEach(value -> counts.merge(value, 1, Integer::sum));
    }
    return counts;
  }
}
