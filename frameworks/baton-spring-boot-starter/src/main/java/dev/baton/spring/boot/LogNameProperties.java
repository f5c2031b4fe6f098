package dev.baton.spring.boot;

import dev.baton.cluster.LogNames;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What handlers' log lines say of their tasks.
 *
 * @param taskId the name of the task's id in the log context (MDC) of its handler
 * @param taskType the name of its type there
 * @param taskSubType the name of its sub-type there
 * @param taskVersion the name of the version there under which the attempt holds it
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
