package dev.baton.examples.store;

import dev.baton.api.Progress;
import dev.baton.spi.NoteStore;
import dev.baton.spi.RunNotes;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Steps, progress and results of a small store's tasks. Uses the store's lock. Thread-safe. */
public final class SmallNotes implements NoteStore {
  private final SmallStore store;
  private final Map<UUID, Notes> notes = new HashMap<>();

  public SmallNotes(SmallStore store) {
    this.store = store;
  }

  /** The notes of one task. */
  private static final class Notes {
    private final Map<String, Bytes> steps = new HashMap<>();
    private @Nullable Bytes result;
    private @Nullable Progress progress;
    private final @Nullable Instant taskCreatedAt;
    private Instant changedAt = Instant.EPOCH;

    Notes(@Nullable Instant taskCreatedAt) {
      this.taskCreatedAt = taskCreatedAt;
    }
  }

  private Notes change(UUID task) {
    Notes changed = of(task).orElseGet(() -> new Notes(createdAt(task)));
    notes.put(task, changed);
    changed.changedAt = store.now();
    return changed;
  }

  /** Returns the task's notes. Notes of an earlier task with the same id don't count. */
  private Optional<Notes> of(UUID task) {
    Instant created = createdAt(task);
    return Optional.ofNullable(notes.get(task))
        .filter(found -> created == null || created.equals(found.taskCreatedAt));
  }

  private @Nullable Instant createdAt(UUID task) {
    return store
        .find(task)
        .map(Task::createdAt)
        .or(() -> store.findFinished(task).map(FinishedTask::createdAt))
        .orElse(null);
  }

  @Override
  public Map<String, Bytes> steps(UUID task) {
    synchronized (store) {
      return of(task).map(found -> Map.copyOf(found.steps)).orElse(Map.of());
    }
  }

  @Override
  public boolean keepStep(ClaimFence fence, String name, Bytes value) {
    synchronized (store) {
      boolean held = !store.confirm(List.of(fence)).isEmpty();
      if (held) {
        change(fence.id()).steps.put(name, value);
      }
      return held;
    }
  }

  @Override
  public Verdict tryApply(Transition transition, RunNotes run) {
    synchronized (store) {
      Verdict verdict = store.tryApply(List.of(transition)).get(0);
      if (verdict == Verdict.APPLIED) {
        Notes changed = change(run.held().id());
        if (run.forgetsSteps()) {
          changed.steps.clear();
        }
        changed.result = run.result() == null ? changed.result : run.result();
      }
      return verdict;
    }
  }

  @Override
  public Optional<Bytes> lastResult(UUID task) {
    synchronized (store) {
      return of(task).map(found -> found.result);
    }
  }

  @Override
  public void noteProgress(Map<UUID, Progress> progress) {
    synchronized (store) {
      progress.forEach(
          (task, how) ->
              change(task).progress = new Progress(how.fraction(), how.text(), store.now()));
    }
  }

  @Override
  public Optional<Progress> progress(UUID task) {
    synchronized (store) {
      return of(task).map(found -> found.progress);
    }
  }

  @Override
  public int pruneNotes(Duration age, int limit) {
    synchronized (store) {
      Instant since = store.now().minus(age);
      List<UUID> stale =
          notes.entrySet().stream()
              .filter(each -> !each.getValue().changedAt.isAfter(since))
              .map(Map.Entry::getKey)
              .filter(task -> store.find(task).isEmpty())
              .limit(limit)
              .toList();
      stale.forEach(notes::remove);
      return stale.size();
    }
  }
}
