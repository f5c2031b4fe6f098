package dev.baton.handler.internal;

import dev.baton.api.TaskType;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.limit.Limit;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.task.Bytes;
import java.util.Collection;

/** Creates definitions of types whose handlers read and write the stored bytes, without a codec. */
public final class RawDefinition {
  private RawDefinition() {}

  public static TaskDefinition<Bytes, Void> of(String type, RawHandler.Sync handler) {
    return by(type, handler);
  }

  public static TaskDefinition<Bytes, Void> async(String type, RawHandler.Async handler) {
    return by(type, handler);
  }

  public static TaskDefinition<Bytes, Void> transactional(
      String type, RawHandler.Transactional handler) {
    return by(type, handler);
  }

  /** Returns the definition with limits for these states; see {@link StateMachine#limits}. */
  public static <P, R> TaskDefinition<P, R> limitsIn(
      TaskDefinition<P, R> definition, Collection<String> states, Limit first, Limit... others) {
    Definition fields = Definition.of(definition);
    return Definition.typed(
        definition.type(), fields.limitsIn(states, LimitPolicies.of(first, others)));
  }

  private static TaskDefinition<Bytes, Void> by(String type, RawHandler handler) {
    TaskType<Bytes, Void> typed = TaskType.of(type, Bytes.class);
    return Definition.typed(typed, new Definition(typed, handler));
  }
}
