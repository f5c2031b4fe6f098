package dev.baton.engine.operate;

import dev.baton.engine.attempt.note.StoredStep;
import dev.baton.engine.attempt.note.StoredStep.Form;
import dev.baton.engine.base.NodeContext;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.operate.WorkflowStep;
import dev.baton.operate.WorkflowStep.StepProgress;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.TransactionalNoteStore.StepNote;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Mailbox;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.SignalRules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The stored steps of a workflow, as they were read at one time. Immutable. */
final class WorkflowHistory {
  private static final int MAX_LISTED = 50;

  /** The beginning of the key of each workflow's first step. */
  private static final String FIRST = StoredStep.number(0) + " ";

  /**
   * A text that sorts after the keys of all steps. These begin with three digits and " " or "/".
   */
  private static final String AFTER_ALL = "9999";

  private final NodeContext node;
  private final List<StoredStep> steps = new ArrayList<>();
  private final List<Instant> times = new ArrayList<>();
  private final boolean isWorkflow;

  /**
   * @param notes the notes of all steps, or their heads
   */
  WorkflowHistory(NodeContext node, List<StepNote> notes) {
    this.node = node;
    isWorkflow =
        notes.stream().allMatch(note -> StoredStep.isKey(note.name()))
            && notes.stream().limit(1).allMatch(note -> note.name().startsWith(FIRST));
    if (isWorkflow) {
      for (StepNote note : notes) {
        if (!StoredStep.isPart(note.name())) {
          steps.add(StoredStep.orUnknown(note.name(), note.value()));
          times.add(note.at());
        }
      }
    }
  }

  /** Reads the steps; none if the store keeps no steps of workflows. */
  static WorkflowHistory of(NodeContext node, UUID task) {
    TransactionalNoteStore notes = node.stores().transactionalNotes();
    return new WorkflowHistory(node, notes == null ? List.of() : notes.stepHeads(task));
  }

  /** Returns whether all stored steps can be steps of a workflow; true if there are none. */
  boolean isWorkflow() {
    return isWorkflow;
  }

  /** Returns the number of stored steps. */
  int size() {
    return steps.size();
  }

  /**
   * Returns the steps.
   *
   * @param live the task; null if it has finished
   */
  List<WorkflowStep> steps(@Nullable Task live, Mailbox box) {
    Definition definition = live == null ? null : node.definitions().find(live.spec().type());
    if (definition != null && !(definition.handler() instanceof RawHandler.OfWorkflow)) {
      return List.of();
    }
    List<String> names = names();
    List<WorkflowStep> list = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      StoredStep step = steps.get(i);
      list.add(
          new WorkflowStep(
              i + 1,
              names.get(i),
              progress(step.form()),
              times.get(i),
              step.until(),
              step.children()));
    }
    // Before the first stored step, only the definition shows whether a task is a workflow.
    boolean isKnown = definition != null || !steps.isEmpty();
    if (live != null && isKnown && !waits(list)) {
      SignalNote wait = awaited(live, box);
      if (wait != null) {
        String name = StoredStep.signalStep(wait.name());
        list.add(
            new WorkflowStep(
                steps.size() + 1,
                name,
                StepProgress.WAITS,
                live.lastAction(),
                wait.until(),
                List.of()));
      }
    }
    return list;
  }

  private static boolean waits(List<WorkflowStep> list) {
    return !list.isEmpty() && list.get(list.size() - 1).progress() == StepProgress.WAITS;
  }

  private static @Nullable SignalNote awaited(Task live, Mailbox box) {
    Instant due = live.position().runAt();
    return due != null && SignalRules.mayAwait(live) ? box.open(due) : null;
  }

  private static StepProgress progress(Form form) {
    return switch (form) {
      case DONE, SIGNALLED, CALLED -> StepProgress.DONE;
      case FAILED, NOT_DONE -> StepProgress.FAILED;
      case RETRIES, SLEEPS, CALLS -> StepProgress.WAITS;
      case UNKNOWN -> StepProgress.UNKNOWN;
    };
  }

  /** Returns the names of the steps. The second step with the same name ends with "#2". */
  List<String> names() {
    Map<String, Integer> uses = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (StoredStep step : steps) {
      int use = uses.merge(step.name(), 1, Integer::sum);
      names.add(use == 1 ? step.name() : step.name() + "#" + use);
    }
    return names;
  }

  /**
   * Returns the number of the step with this name.
   *
   * @throws IllegalArgumentException if there is no such step; the message names the others
   */
  int number(String name) {
    int place = names().indexOf(name);
    if (place < 0) {
      throw new IllegalArgumentException("It has no step '" + Texts.line(name) + "'. " + listed());
    }
    return place + 1;
  }

  /**
   * Returns the number if it belongs to a step, or to the place after the last step.
   *
   * @throws IllegalArgumentException if it doesn't; the message names the steps
   */
  int number(int number) {
    if (number < 1 || number > steps.size() + 1) {
      throw new IllegalArgumentException("It has no step " + number + ". " + listed());
    }
    return number;
  }

  private String listed() {
    List<String> names = names();
    String text =
        IntStream.range(0, Math.min(MAX_LISTED, names.size()))
            .mapToObj(i -> i + 1 + " " + names.get(i))
            .collect(Collectors.joining(", "));
    int more = names.size() - MAX_LISTED;
    return "Its steps are "
        + text
        + (more > 0 ? " and " + more + " more" : "")
        + ". To keep all of them, name step "
        + (names.size() + 1);
  }

  /**
   * Requires that this node can read all steps. Otherwise it doesn't know their children and
   * signals.
   *
   * @throws IllegalArgumentException if it can't; the message names the step
   */
  void requireReadable() {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).isUnknown()) {
        throw new IllegalArgumentException(
            "This node can't read its step "
                + (i + 1)
                + ". Use a node with a newer version of Baton");
      }
    }
  }

  /** Returns the children of the steps from this number on. */
  List<UUID> childrenFrom(int number) {
    return steps.stream().skip(number - 1).flatMap(step -> step.children().stream()).toList();
  }

  /** Returns the number of the last step that has called this child. */
  int caller(UUID child) {
    int number = steps.size();
    while (!steps.get(number - 1).children().contains(child)) {
      number--;
    }
    return number;
  }

  /** Returns the notes of the steps from this number on. */
  NoteCut from(int number, Mailbox box) {
    Map<String, Integer> kept = new TreeMap<>();
    Map<String, Integer> all = new TreeMap<>();
    for (StoredStep step : steps) {
      String signal = step.signal();
      if (signal != null) {
        all.merge(signal, 1, Integer::sum);
        if (step.number() < number - 1) {
          kept.merge(signal, 1, Integer::sum);
        }
      }
    }
    String begin = number > steps.size() ? AFTER_ALL : StoredStep.number(number - 1);
    return new NoteCut.FromStep(begin, box.later(kept, all));
  }
}
