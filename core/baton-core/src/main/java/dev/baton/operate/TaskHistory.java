package dev.baton.operate;

import dev.baton.handler.DurableSteps;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Everything that Baton stores about a task. A test can run the task's handler with it.
 *
 * <p>It contains the payload and the results of steps, which may be secret. {@link #shape} leaves
 * them out.
 *
 * @param context the context entries of the request
 * @param attempts the latest first
 * @param notes the steps, signals and waits, in the form in which Baton stores them
 * @param children the latest 1,000 tasks that the steps of a workflow have called, if they still
 *     exist
 */
public record TaskHistory(
    TaskInfo task,
    @Nullable Bytes payload,
    @Nullable Bytes result,
    Map<String, String> context,
    List<PastAttempt> attempts,
    List<WorkflowStep> steps,
    List<Note> notes,
    List<Child> children) {

  /**
   * After results of this size, the results of further children are left out: 16 MiB. A workflow
   * can't store more.
   */
  public static final int MAX_RESULT_BYTES = DurableSteps.MAX_ALL_STEPS_BYTES;

  /** The kinds of notes. */
  public enum Kind {
    STEP,
    SIGNAL,
    WAIT
  }

  /**
   * A stored step, signal or wait.
   *
   * @param number of a signal or wait: its number among those with its name; 0 for a step
   */
  public record Note(Kind kind, String name, int number, Bytes value) {}

  /**
   * A task that a workflow has called.
   *
   * @param result the result, if the workflow waits for the task and has not stored it yet
   */
  public record Child(
      UUID id, String type, Status status, @Nullable Bytes result, @Nullable String error) {}

  public TaskHistory {
    context = Map.copyOf(context);
    attempts = List.copyOf(attempts);
    steps = List.copyOf(steps);
    notes = List.copyOf(notes);
    children = List.copyOf(children);
  }

  /**
   * Returns the same history with only the shapes of the payload, the context and the results.
   * Objects keep their members, and texts their lengths. Letters are replaced by a, and digits by
   * 1.
   */
  public TaskHistory shape() {
    return new TaskHistory(
        task,
        ContentShape.of(payload),
        ContentShape.of(result),
        Map.of(),
        attempts,
        steps,
        notes.stream()
            .map(note -> new Note(note.kind, note.name, note.number, ContentShape.ofNote(note)))
            .toList(),
        children.stream()
            .map(
                child ->
                    new Child(
                        child.id, child.type, child.status, ContentShape.of(child.result), null))
            .toList());
  }

  /** Returns a text that doesn't show the contents, because they may be secret. */
  @Override
  public String toString() {
    return "the history of task " + task.id();
  }
}
