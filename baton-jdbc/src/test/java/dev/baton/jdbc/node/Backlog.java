package dev.baton.jdbc.node;

import dev.baton.api.Limit;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskHandler;
import dev.baton.api.TaskRequest;
import java.util.Locale;

/** What a backlog is of, and who comes behind it. */
enum Backlog {
  /** Five of a type at a time; others of another type, less urgent. */
  OF_A_FULL_TYPE("", 5, "OTHER", 5),
  /** Five of a key at a time; others of a hundred keys of the same type. */
  OF_A_FULL_KEY("full", 5, "FULL", 5),
  /** As a full type, whose tasks are the most urgent ones. */
  URGENT_OF_A_FULL_TYPE("", 0, "OTHER", 5);

  static final String TYPE = "FULL";
  static final int LIMIT = 5;

  private final String key;
  private final int priority;
  private final String otherType;
  private final int otherPriority;

  Backlog(String key, int priority, String otherType, int otherPriority) {
    this.key = key;
    this.priority = priority;
    this.otherType = otherType;
    this.otherPriority = otherPriority;
  }

  String key() {
    return key;
  }

  int priority() {
    return priority;
  }

  TaskRequest other(int number) {
    TaskRequest request = TaskRequest.of(otherType).payload("other").priority(otherPriority);
    return key.isEmpty() ? request : request.key("k" + number % 100);
  }

  TaskDefinition[] definitions(TaskHandler.Sync handler) {
    TaskDefinition full = TaskDefinition.of(TYPE, handler);
    return new TaskDefinition[] {
      key.isEmpty()
          ? full.concurrency(Limit.perNode(LIMIT))
          : full.concurrency(Limit.perNode(100).and(Limit.perKey(LIMIT))),
      TaskDefinition.of("OTHER", handler)
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
