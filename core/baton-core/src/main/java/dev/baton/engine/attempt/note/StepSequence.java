package dev.baton.engine.attempt.note;

import dev.baton.engine.attempt.note.StoredStep.Form;
import dev.baton.handler.DurableSteps;
import dev.baton.handler.Workflow;
import dev.baton.handler.WorkflowChangedException;
import dev.baton.task.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a workflow in their order, as earlier runs have stored them, and the step that this
 * run has reached. Use it on one thread at a time.
 */
final class StepSequence {
  private final StepRecorder steps;
  private final UUID task;
  private final TreeMap<Integer, StoredStep> stored = new TreeMap<>();
  private final Map<String, Bytes> parts = new HashMap<>();
  private int reached;

  /** A step that this run has reached. */
  record Place(int number, String name, @Nullable StoredStep note) {
    boolean is(Form form) {
      return note != null && note.form() == form;
    }

    Bytes content() {
      return note == null ? Bytes.of("") : note.content();
    }

    List<UUID> children() {
      return note == null ? List.of() : note.children();
    }
  }

  StepSequence(StepRecorder steps, UUID task) {
    this.steps = steps;
    this.task = task;
    steps
        .remembered()
        .forEach(
            (key, value) -> {
              if (!StoredStep.isKey(key)) {
                throw new WorkflowChangedException(
                    ("Task %s has stored the step '%s' with a handler that was not a workflow. Give"
                            + " the workflow another type")
                        .formatted(task, key));
              }
              if (StoredStep.isPart(key)) {
                parts.put(key, value);
              } else {
                StoredStep step = StoredStep.of(key, value);
                stored.put(step.number(), step);
              }
            });
  }

  /**
   * Moves to the next step and returns it.
   *
   * @throws WorkflowChangedException if an earlier run has stored a step with another name here
   */
  Place next(String name) {
    if (reached == Workflow.MAX_STEPS) {
      throw new IllegalStateException(
          "A workflow has at most "
              + Workflow.MAX_STEPS
              + " steps. Step "
              + name
              + " exceeds this: let a child task do a part of the work");
    }
    StoredStep note = stored.get(reached);
    if (note != null && !note.name().equals(name)) {
      throw new WorkflowChangedException(
          "%s: step %d was '%s' in an earlier run, and is '%s' now. %s"
              .formatted(start(), reached + 1, note.name(), name, advice()));
    }
    return new Place(reached++, name, note);
  }

  /** Throws if the step calls another number of children than in an earlier run. */
  void requireSame(Place place, int before, int now) {
    if (before != now) {
      throw new WorkflowChangedException(
          "%s: step %d, '%s', called %d children in an earlier run, and calls %d now. %s"
              .formatted(start(), place.number() + 1, place.name(), before, now, advice()));
    }
  }

  /** Returns the name of the stored step that comes next; null if no stored step is left. */
  @Nullable String expected() {
    StoredStep note = stored.get(reached);
    return note == null ? null : note.name();
  }

  /** Returns whether an earlier run has stored a step that this run has not reached. */
  boolean hasMore() {
    return !stored.tailMap(reached).isEmpty();
  }

  /** Throws if this run ends before it has reached all stored steps. */
  void requireAllReached() {
    Map.Entry<Integer, StoredStep> missed = stored.ceilingEntry(reached);
    if (missed != null) {
      throw new WorkflowChangedException(
          "%s: the handler has ended without step %d, which was '%s' in an earlier run. %s"
              .formatted(start(), missed.getKey() + 1, missed.getValue().name(), advice()));
    }
  }

  private String start() {
    return "The code of the workflow of task " + task + " doesn't fit its stored steps";
  }

  private static String advice() {
    return "Let the handler call the same steps in the same order, and put new code behind"
        + " version(...). Then retry the task";
  }

  /** Stores the progress of a step. */
  void keep(Place place, Form form, Bytes content) {
    StoredStep step = new StoredStep(place.number(), place.name(), form, content);
    steps.keep(step.key(), place.name(), step.value());
  }

  /** Stores a result in parts and returns the number of parts. */
  int keepParts(Place place, List<@Nullable Bytes> values) {
    int number = 0;
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    for (Bytes value : values) {
      byte[] bytes = value == null ? new byte[0] : value.toArray();
      if (part.size() > 0 && part.size() + bytes.length + 4 > DurableSteps.MAX_STEP_BYTES) {
        steps.keep(
            StoredStep.part(place.number(), number++), place.name(), Bytes.of(part.toByteArray()));
        part.reset();
      }
      part.writeBytes(ByteBuffer.allocate(4).putInt(value == null ? -1 : bytes.length).array());
      part.writeBytes(bytes);
    }
    steps.keep(
        StoredStep.part(place.number(), number++), place.name(), Bytes.of(part.toByteArray()));
    return number;
  }

  /** Returns the values that were stored in parts. */
  List<@Nullable Bytes> parts(Place place, int count) {
    List<@Nullable Bytes> values = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      Bytes part = parts.get(StoredStep.part(place.number(), number));
      if (part == null) {
        throw new IllegalStateException("A part of step " + place.name() + " is missing");
      }
      ByteBuffer left = ByteBuffer.wrap(part.toArray());
      while (left.hasRemaining()) {
        int length = left.getInt();
        byte[] value = new byte[Math.max(0, length)];
        left.get(value);
        values.add(length < 0 ? null : Bytes.of(value));
      }
    }
    return values;
  }
}
