package dev.baton.engine.operate;

import dev.baton.api.TaskType;
import dev.baton.api.error.UnknownHereException;
import dev.baton.api.internal.RequestFields;
import dev.baton.api.internal.StoredPayload;
import dev.baton.engine.base.Action;
import dev.baton.engine.base.NodeContext;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.Explanation;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.Related;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskControl;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskHistory;
import dev.baton.operate.TaskHistory.Kind;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.WorkflowStep;
import dev.baton.operate.internal.ChangeReport;
import dev.baton.spi.NoteStore;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.TransactionalNoteStore.StepNote;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.rule.Mailbox;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.TaskEdit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and changes one task for an operator. Immutable. */
final class SingleTask extends TaskActions<ChangeResult> implements TaskControl {
  private final NodeContext node;
  private final OperationsService operations;
  private final UUID id;
  private final @Nullable Long version;

  SingleTask(NodeContext node, OperationsService operations, UUID id, @Nullable Long version) {
    super(node);
    this.node = node;
    this.operations = operations;
    this.id = id;
    this.version = version;
  }

  @Override
  public TaskControl ifUnchangedSince(long seen) {
    return new SingleTask(node, operations, id, seen);
  }

  @Override
  ChangeResult change(TaskAction action) {
    return current(operations.changes().change(action, id, version, operations.actor()));
  }

  @Override
  public ChangeResult runAgainFrom(String step) {
    return runAgainFrom(history -> history.number(step));
  }

  @Override
  public ChangeResult runAgainFrom(int number) {
    return runAgainFrom(history -> history.number(number));
  }

  private ChangeResult runAgainFrom(ToIntFunction<WorkflowHistory> choice) {
    return current(operations.changes().runAgainFrom(choice, id, version, operations.actor()));
  }

  @Override
  public List<WorkflowStep> steps() {
    return WorkflowHistory.of(node, id)
        .steps(node.lookups().find(id).orElse(null), node.mailboxHeads(id));
  }

  @Override
  public ChangeResult prioritize(int priority) {
    return edit(Action.PRIORITIZE, task -> OperatorRules.prioritize(task, priority));
  }

  @Override
  public <P> ChangeResult edit(TaskType<P, ?> type, P payload) {
    RequestFields request = RequestFields.of(type.with(payload), node.codec());
    return edit(
        Action.EDIT,
        task -> {
          requireType(task.spec().type(), type);
          // The old payload's version and compression don't apply to the new payload.
          TaskTraits traits = task.spec().traits().withPayloadOf(request.traits());
          return OperatorRules.edit(task, request.payload(), traits);
        });
  }

  @Override
  public ChangeResult edit(Bytes payload) {
    return edit(
        Action.EDIT,
        task -> {
          TaskTraits traits = task.spec().traits();
          try {
            return OperatorRules.edit(task, StoredPayload.stored(payload, traits), traits);
          } catch (UnknownHereException newer) {
            throw new IllegalArgumentException(
                "This node can't edit it: " + newer.getMessage(), newer);
          }
        });
  }

  private ChangeResult edit(Action action, Function<Task, TaskEdit> rule) {
    return current(
        operations
            .changes()
            .edit(operations.store(), action, id, version, operations.actor(), rule));
  }

  /** If the change was refused as STALE or NOT_ALLOWED, adds the current task to the result. */
  private ChangeResult current(ChangeResult result) {
    return switch (result.kind()) {
      case STALE, NOT_ALLOWED ->
          operations.find(id).map(now -> ChangeReport.with(result, now)).orElse(result);
      case DONE, WOULD_CHANGE, NOT_FOUND -> result;
    };
  }

  @Override
  public Optional<TaskContent> content() {
    return content(node.lookups().find(id));
  }

  private Optional<TaskContent> content(Optional<Task> live) {
    return live.<TaskContent>map(
            task -> new RowContent(task.spec(), task.position().data(), lastResult(), node.codec()))
        .or(
            () ->
                node.lookups()
                    .findFinished(id)
                    .map(task -> new RowContent(task.spec(), null, task.result(), node.codec())));
  }

  /** Returns the last stored result of a repeating task. */
  private @Nullable Bytes lastResult() {
    NoteStore kept = node.stores().notes();
    return kept == null ? null : kept.lastResult(id).orElse(null);
  }

  @Override
  public Explanation explain() {
    return operations.explain(id);
  }

  @Override
  public List<PastAttempt> attempts() {
    return operations.attempts(id);
  }

  @Override
  public Optional<TaskHistory> history() {
    Optional<Task> live = node.lookups().find(id);
    Optional<TaskContent> content = content(live);
    Optional<TaskInfo> task = operations.find(id);
    if (content.isEmpty() || task.isEmpty()) {
      return Optional.empty();
    }
    TransactionalNoteStore stored = node.stores().transactionalNotes();
    List<StepNote> stepNotes = stored == null ? List.of() : stored.stepNotes(id);
    List<SignalNote> signals = stored == null ? List.of() : stored.signalNotes(null, id);
    List<TaskHistory.Note> notes = new ArrayList<>();
    stepNotes.forEach(
        step -> notes.add(new TaskHistory.Note(Kind.STEP, step.name(), 0, step.value())));
    signals.forEach(
        note ->
            notes.add(
                new TaskHistory.Note(
                    note.isWait() ? Kind.WAIT : Kind.SIGNAL,
                    note.name(),
                    note.number(),
                    note.content())));
    List<WorkflowStep> steps =
        new WorkflowHistory(node, stepNotes).steps(live.orElse(null), Mailbox.of(signals));
    return Optional.of(
        new TaskHistory(
            task.get(),
            content.get().payload().orElse(null),
            content.get().result().orElse(null),
            content.get().context(),
            attempts(),
            steps,
            notes,
            children(steps)));
  }

  private List<TaskHistory.Child> children(List<WorkflowStep> steps) {
    List<UUID> all = steps.stream().flatMap(step -> step.children().stream()).distinct().toList();
    List<UUID> latest = all.subList(Math.max(0, all.size() - TaskFilter.MAX_IDS), all.size());
    if (latest.isEmpty()) {
      return List.of();
    }
    Map<UUID, TaskInfo> found = new HashMap<>();
    operations
        .search(TaskFilter.all().ids(Set.copyOf(latest)))
        .forEach(info -> found.put(info.id(), info));
    Set<UUID> waitedFor =
        steps.stream()
            .filter(step -> step.progress() == WorkflowStep.StepProgress.WAITS)
            .flatMap(step -> step.children().stream())
            .collect(Collectors.toSet());
    List<TaskHistory.Child> children = new ArrayList<>();
    long bytes = 0;
    for (UUID child : latest) {
      TaskInfo info = found.get(child);
      if (info != null) {
        // Read one after the other, because a finished row can have 32 MiB.
        boolean isUnstored = waitedFor.contains(child) && info.status() == Status.DONE;
        Bytes result = isUnstored && bytes < TaskHistory.MAX_RESULT_BYTES ? result(child) : null;
        bytes += result == null ? 0 : result.length();
        children.add(
            new TaskHistory.Child(
                child, info.type(), info.status(), result, info.error().orElse(null)));
      }
    }
    return children;
  }

  private @Nullable Bytes result(UUID child) {
    return node.lookups().findFinished(child).map(FinishedTask::result).orElse(null);
  }

  @Override
  public Related related() {
    return new Related(
        node.waits().waitedFor(id), operations.store().waiters(id, Related.MAX_WAITERS));
  }

  static void requireType(String actual, TaskType<?, ?> given) {
    if (!actual.equals(given.name())) {
      throw new IllegalArgumentException("It is of type " + actual + ", not " + given.name());
    }
  }
}
