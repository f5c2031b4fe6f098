package dev.baton.jdbc.node;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.internal.RequestFields;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.limit.Limit;
import dev.baton.task.Bytes;
import java.util.Locale;

/** The tasks of a backlog, and the other tasks that come after it. */
enum Backlog {
  /** At most five of a type run at a time; the others have another type and are less urgent. */
  OF_A_FULL_TYPE("", 5, "OTHER", 5),
  /** At most five of a key run at a time; the others have a hundred keys of the same type. */
  OF_A_FULL_KEY("full", 5, "FULL", 5),
  /** Like a full type, but its tasks are the most urgent ones. */
  URGENT_OF_A_FULL_TYPE("", 0, "OTHER", 5),
  /** At most five of a type run at a time, and each task has a separate key. */
  OF_MANY_KEYS("%s", 5, "OTHER", 5),
  /** At most five of a prefix run at a time, and each task has a separate type. */
  OF_MANY_TYPES("", 5, "OTHER", 5),
  /** As many types as tasks, all of which may run. */
  OF_MANY_OPEN_TYPES("", 5, "OTHER", 5),
  /** All of one key, which takes turns with the others' key of the same type. */
  OF_A_BIG_KEY_IN_TURNS("big", 5, "FULL", 5),
  /** As many keys as tasks, all of which may run. */
  OF_MANY_OPEN_KEYS("%s", 5, "OTHER", 5),
  /** As many keys as tasks, which take turns. */
  OF_MANY_KEYS_IN_TURNS("%s", 5, "OTHER", 5),
  /** As many keys as tasks, each with its own order. */
  OF_MANY_ORDERED_KEYS("%s", 5, "OTHER", 5);

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

  /**
   * Returns the key of all tasks, with a placeholder for a task's number if each has a separate
   * key.
   */
  String key() {
    return key;
  }

  /**
   * Returns the type of all tasks, with a placeholder for a task's number if each has a separate
   * type.
   */
  String type() {
    return isOfManyTypes() ? TYPE + "|%s" : TYPE;
  }

  private boolean isOfManyTypes() {
    return this == OF_MANY_TYPES || this == OF_MANY_OPEN_TYPES;
  }

  private boolean isOfOneKey() {
    return this == OF_A_FULL_KEY;
  }

  /** Returns whether all tasks may run and end at once. */
  boolean isOpen() {
    return switch (this) {
      case OF_MANY_OPEN_TYPES, OF_MANY_OPEN_KEYS, OF_MANY_KEYS_IN_TURNS, OF_MANY_ORDERED_KEYS ->
          true;
      default -> false;
    };
  }

  boolean isOrdered() {
    return this == OF_MANY_ORDERED_KEYS;
  }

  private boolean isInTurns() {
    return this == OF_A_BIG_KEY_IN_TURNS || this == OF_MANY_KEYS_IN_TURNS;
  }

  int priority() {
    return priority;
  }

  TaskRequest<?, ?> other(int number) {
    TaskRequest<?, ?> request =
        TaskType.of(otherType, Bytes.class).with(Bytes.of("other")).priority(otherPriority);
    if (this == OF_A_BIG_KEY_IN_TURNS) {
      return request.key("small");
    }
    return isOfOneKey() ? request.key("k" + number % 100) : request;
  }

  /** Returns one more task of the backlog, with a separate key. */
  TaskRequest<?, ?> more(int number) {
    TaskRequest<?, ?> request =
        TaskType.of(TYPE, Bytes.class).with(Bytes.of("x")).key("more" + number).priority(priority);
    return isOrdered() ? RequestFields.ordered(request) : request;
  }

  TaskDefinition<?, ?>[] definitions(RawHandler.Sync handler) {
    TaskDefinition<?, ?> full = RawDefinition.of(isOfManyTypes() ? TYPE + "|" : TYPE, handler);
    full = isInTurns() ? full.fair() : full;
    return new TaskDefinition<?, ?>[] {
      limited(isOfManyTypes() ? full.asPrefix() : full), RawDefinition.of("OTHER", handler)
    };
  }

  private TaskDefinition<?, ?> limited(TaskDefinition<?, ?> full) {
    return switch (this) {
      case OF_A_FULL_KEY -> full.limits(Limit.node(100), Limit.node(LIMIT).perKey());
      default -> full.limits(isOpen() ? Limit.none() : Limit.node(LIMIT));
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
