package dev.baton.engine.attempt.note;

import dev.baton.api.TaskRequest;
import dev.baton.api.internal.RequestFields;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Cancels the children of a workflow that ends before its children. An internal task waits for the
 * workflow's end and then cancels them. So it doesn't matter whether the handler, an operator or a
 * caller ends the workflow.
 */
public final class ChildCancellation {
  /** The type of the task that cancels children. */
  public static final String TYPE = "baton-cancel-children";

  private ChildCancellation() {}

  /** Returns the definition that a node needs if its workflows cancel their children. */
  public static Definition definition() {
    return Definition.of(
        RawDefinition.transactional(
                TYPE,
                (attempt, transaction) -> {
                  String reason = "Task " + attempt.parentId() + ", which called it, has ended";
                  attempt
                      .payloadText()
                      .lines()
                      .map(UUID::fromString)
                      .forEach(child -> attempt.tasks().cancel(transaction, child, reason));
                  return Outcome.done();
                })
            .keepDone(Duration.ZERO));
  }

  /** Returns the request for a task that cancels these children once their parent has ended. */
  static TaskRequest<?, ?> of(UUID parent, Collection<UUID> children) {
    String ids = children.stream().map(UUID::toString).collect(Collectors.joining("\n"));
    return RequestFields.request(TYPE, Bytes.of(ids)).waitForEnd(List.of(parent));
  }
}
