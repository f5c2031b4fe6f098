package dev.baton.cluster;

import java.util.List;
import java.util.Set;

/**
 * The names under which the log context (SLF4J's MDC) holds the task whose handler runs, so that
 * each line that the handler logs can say which task it belongs to.
 *
 * @param taskId the task's id
 * @param taskType its type
 * @param taskSubType its sub-type, where it has one
 * @param taskVersion the version under which this attempt holds it, its fencing token
 */
public record LogNames(String taskId, String taskType, String taskSubType, String taskVersion) {

  /**
   * @throws IllegalArgumentException if one is blank, or two are equal
   */
  public LogNames {
    List<String> all = List.of(taskId, taskType, taskSubType, taskVersion);
    if (all.stream().anyMatch(String::isBlank) || Set.copyOf(all).size() < all.size()) {
      throw new IllegalArgumentException(
          "The names in the log context must be four different ones, not " + all);
    }
  }

  /**
   * {@code batonTaskId}, {@code batonTaskType}, {@code batonTaskSubType}, {@code batonTaskVersion}.
   */
  public static LogNames standard() {
    return new LogNames("batonTaskId", "batonTaskType", "batonTaskSubType", "batonTaskVersion");
  }
}
