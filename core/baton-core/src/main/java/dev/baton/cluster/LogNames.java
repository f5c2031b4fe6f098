package dev.baton.cluster;

import java.util.List;
import java.util.Set;

/**
 * Names of the entries of the log context (SLF4J's MDC) that describe the running task. With them,
 * each log line of a handler can show the task that it belongs to.
 *
 * @param taskId name of the entry with the task's id
 * @param taskType name of the entry with the task's type
 * @param taskSubType name of the entry with the task's sub-type, if it has one
 * @param taskVersion name of the entry with the version under which this attempt owns the task,
 *     which is its fencing token
 */
public record LogNames(String taskId, String taskType, String taskSubType, String taskVersion) {

  /**
   * Creates the names.
   *
   * @throws IllegalArgumentException if a name is blank or two names are equal
   */
  public LogNames {
    List<String> all = List.of(taskId, taskType, taskSubType, taskVersion);
    if (all.stream().anyMatch(String::isBlank) || Set.copyOf(all).size() < all.size()) {
      throw new IllegalArgumentException(
          "The names in the log context must be four different names, not " + all);
    }
  }

  /**
   * Returns the default names: {@code batonTaskId}, {@code batonTaskType}, {@code batonTaskSubType}
   * and {@code batonTaskVersion}.
   */
  public static LogNames standard() {
    return new LogNames("batonTaskId", "batonTaskType", "batonTaskSubType", "batonTaskVersion");
  }
}
