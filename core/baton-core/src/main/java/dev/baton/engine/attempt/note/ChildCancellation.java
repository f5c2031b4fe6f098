package dev.baton.engine.attempt.note;

import dev.baton.api.TaskRequest;
import dev.baton.api.internal.RequestFields;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.task.Bytes;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Cancels the children of a workflow that fails or is cancelled before its children have ended. An
 * internal task waits for the workflow's end and then cancels them. So it doesn't matter whether
 * the handler, an operator or a caller ends the workflow.
 */
public final class ChildCancellation {
  /** The type of the task that cancels children. */
  public static final String TYPE = "baton-cancel-children";

  private ChildCancellation() {}

  /** Returns the definition that a node needs if its workflows cancel their children. */
  public static Definition definition() {
    return Definition.of(RawDefinition.of(TYPE, ChildCancellation::cancel).keepDone(Duration.ZERO));
  }

  private static Outcome<?> cancel(Attempt attempt) {
    List<UUID> children = attempt.payloadText().lines().map(UUID::fromString).toList();
    // A task that runs again after it had finished has lost its wait.
    Prerequisite workflow =
        attempt.waitedFor().stream()
            .findFirst()
            .orElseGet(() -> new Prerequisite(Objects.requireNonNull(attempt.parentId()), null));
    if (workflow.end() == null) {
      // An operator runs this task although the workflow has not ended.
      return Outcome.next(of(workflow.id(), children));
    }
    if (workflow.end() != Status.DONE) {
      String reason = "Task " + workflow.id() + ", which called it, has ended " + workflow.end();
      // A child waits for an earlier one. From the last to the first, no cancellation releases any.
      for (int i = children.size() - 1; i >= 0; i--) {
        attempt.tasks().cancel(children.get(i), reason);
      }
    }
    return Outcome.done();
  }

  /** Returns the request for a task that cancels these children once their workflow has ended. */
  static TaskRequest<?, ?> of(UUID workflow, List<UUID> children) {
    String ids = children.stream().map(UUID::toString).collect(Collectors.joining("\n"));
    return RequestFields.request(TYPE, Bytes.of(ids)).waitForEnd(List.of(workflow));
  }
}
