package dev.baton.spring.boot;

import dev.baton.cluster.LogNames;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The names of a task's data in the log context (MDC) of its handler.
 *
 * @param taskId name of the task's id in the log context (MDC) of its handler
 * @param taskType name of the task's type in the log context
 * @param taskSubType name of the task's sub-type in the log context
 * @param taskVersion name of the task's version during this attempt, in the log context
 */
@ConfigurationProperties("baton.log-names")
public record LogNameProperties(
    @DefaultValue("batonTaskId") String taskId,
    @DefaultValue("batonTaskType") String taskType,
    @DefaultValue("batonTaskSubType") String taskSubType,
    @DefaultValue("batonTaskVersion") String taskVersion) {

  public LogNameProperties {
    named(taskId, taskType, taskSubType, taskVersion);
  }

  LogNames named() {
    return named(taskId, taskType, taskSubType, taskVersion);
  }

  private static LogNames named(String id, String type, String subType, String version) {
    try {
      return new LogNames(id, type, subType, version);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException("baton.log-names: " + refused.getMessage(), refused);
    }
  }
}
