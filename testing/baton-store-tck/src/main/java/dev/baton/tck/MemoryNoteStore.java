package dev.baton.tck;

import dev.baton.api.Progress;
import dev.baton.api.Transaction;
import dev.baton.operate.PastAttempt;
import dev.baton.spi.RunNotes;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import dev.baton.tck.table.FinishedRow;
import dev.baton.tck.table.LiveRow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A note store in memory, next to the rows of a {@link MemoryTaskStore}. Thread-safe. */
public final class MemoryNoteStore implements TransactionalNoteStore {
  private final MemoryTaskStore store;
  private final MemoryDatabase database;

  /** Creates a note store in the same memory database as this task store. */
  public MemoryNoteStore(MemoryTaskStore store) {
    this.store = store;
    this.database = store.database();
  }

  @Override
  public Map<String, Bytes> steps(UUID task) {
    return database.locked(() -> database.tables().notes().steps(task));
  }

  @Override
  public List<StepNote> stepNotes(UUID task) {
    return database.locked(() -> database.tables().notes().stepNotes(task));
  }

  @Override
  public boolean keepStep(ClaimFence fence, String name, Bytes value) {
    return database.whenUnlocked(
        null,
        () -> database.othersTouchTasks(null, List.of(fence.id())),
        now -> {
          LiveRow row = database.tables().live(fence.id());
          if (row == null || !Queries.isHeld(row.task().position(), fence)) {
            return false;
          }
          database.tables().notes().keep(fence.id(), name, value, now);
          RowWrites.place(database.tables(), row, row.task().position(), false, now);
          return true;
        });
  }

  @Override
  public Verdict tryApply(Transition transition, RunNotes notes) {
    return database.alone(
        own -> {
          Verdict verdict = store.tryApply(own, transition);
          if (verdict == Verdict.APPLIED) {
            settle(own, notes);
          }
          return verdict;
        });
  }

  @Override
  public void settle(Transaction transaction, RunNotes notes) {
    MemoryTransaction own = store.database().own(transaction);
    Task held = notes.held();
    database.atOnce(
        now -> {
          if (notes.forgetsSteps()) {
            own.overlay().changeNotes(kept -> kept.forgetSteps(held.id()));
          }
          if (notes.result() != null || notes.history() > 0) {
            PastAttempt run =
                new PastAttempt(
                    held.position().attempts(),
                    held.position().owner(),
                    held.claimedAt(),
                    now,
                    LastOutcome.SUCCESS,
                    "");
            own.overlay().keepRun(held.id(), notes.result(), run, notes.history());
          }
          return held;
        });
  }

  @Override
  public List<SignalNote> signalNotes(@Nullable Transaction transaction, UUID task) {
    return database.locked(
        () ->
            (transaction == null
                    ? database.tables().notes()
                    : store.database().own(transaction).overlay().notes())
                .signals(task));
  }

  @Override
  public void keepSignalNote(Transaction transaction, UUID task, SignalNote note) {
    MemoryTransaction own = store.database().own(transaction);
    database.atOnce(
        now -> {
          own.overlay().changeNotes(notes -> notes.signal(task, note, now));
          return now;
        });
  }

  @Override
  public void forgetSignals(Transaction transaction, UUID task, List<SignalNote> read) {
    MemoryTransaction own = store.database().own(transaction);
    database.locked(
        () -> {
          own.overlay().changeNotes(notes -> notes.forgetSignals(task, read));
          return task;
        });
  }

  @Override
  public Optional<Bytes> lastResult(UUID task) {
    return database.locked(() -> Optional.ofNullable(database.tables().notes().result(task)));
  }

  @Override
  public void noteProgress(Map<UUID, Progress> progress) {
    database.atOnce(
        now -> {
          progress.forEach(
              (task, how) ->
                  database
                      .tables()
                      .notes()
                      .note(task, new Progress(how.fraction(), how.text(), now)));
          return now;
        });
  }

  @Override
  public Optional<Progress> progress(UUID task) {
    return database.locked(() -> Optional.ofNullable(database.tables().notes().progress(task)));
  }

  @Override
  public int pruneNotes(Duration age, int limit) {
    return database.atOnce(
        now ->
            database
                .tables()
                .notes()
                .prune(
                    now.minus(age),
                    id ->
                        database.tables().live(id) != null
                            || keepsNotes(database.tables().finished(id)),
                    limit));
  }

  private static boolean keepsNotes(@Nullable FinishedRow row) {
    return row != null && !row.task().spec().isPayloadCleared();
  }
}
