package dev.baton.tck.simulation;

import dev.baton.api.Progress;
import dev.baton.api.Transaction;
import dev.baton.spi.RunNotes;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import dev.baton.tck.MemoryNoteStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The access of one node to the notes of attempts and the signals that they await. */
final class SimulatedNoteStore implements TransactionalNoteStore {
  private final SimulatedTaskStore way;
  private final SimulatedMemory database;
  private final MemoryNoteStore rows;

  SimulatedNoteStore(SimulatedNode node, SimulatedMemory database) {
    this.way = new SimulatedTaskStore(node, database);
    this.database = database;
    this.rows = new MemoryNoteStore(database.rows());
  }

  @Override
  public Map<String, Bytes> steps(UUID task) {
    return way.read(Verb.FIND, task, () -> rows.steps(task));
  }

  @Override
  public List<StepNote> stepNotes(UUID task) {
    return way.read(Verb.FIND, task, () -> rows.stepNotes(task));
  }

  @Override
  public boolean keepStep(ClaimFence fence, String name, Bytes value) {
    List<UUID> touched = List.of(fence.id());
    return way.write(Verb.APPLY, name, () -> rows.keepStep(fence, name, value), done -> touched);
  }

  @Override
  public Verdict tryApply(Transition transition, RunNotes notes) {
    return way.write(
        Verb.APPLY,
        transition,
        () -> {
          database.requireStorable(List.of(transition));
          return rows.tryApply(transition, notes);
        },
        done -> List.of(transition.id()));
  }

  @Override
  public Optional<Bytes> lastResult(UUID task) {
    return way.read(Verb.FIND, task, () -> rows.lastResult(task));
  }

  @Override
  public void noteProgress(Map<UUID, Progress> progress) {
    way.read(Verb.EDIT, progress.keySet(), () -> note(progress));
  }

  private boolean note(Map<UUID, Progress> progress) {
    rows.noteProgress(progress);
    return true;
  }

  @Override
  public Optional<Progress> progress(UUID task) {
    return way.read(Verb.FIND, task, () -> rows.progress(task));
  }

  @Override
  public int pruneNotes(Duration age, int limit) {
    return way.read(Verb.PRUNE, age, () -> rows.pruneNotes(age, limit));
  }

  @Override
  public void settle(Transaction transaction, RunNotes notes) {
    inside(transaction, () -> rows.settle(transaction, notes));
  }

  @Override
  public List<SignalNote> signalNotes(@Nullable Transaction transaction, UUID task) {
    Supplier<List<SignalNote>> read = () -> rows.signalNotes(transaction, task);
    return transaction == null
        ? way.read(Verb.FIND, task, read)
        : way.inside(transaction, Verb.FIND, List.of(), read);
  }

  @Override
  public void keepSignalNote(Transaction transaction, UUID task, SignalNote note) {
    inside(transaction, () -> rows.keepSignalNote(transaction, task, note));
  }

  @Override
  public void forgetSignals(Transaction transaction, UUID task, List<SignalNote> read) {
    inside(transaction, () -> rows.forgetSignals(transaction, task, read));
  }

  private void inside(Transaction transaction, Runnable write) {
    way.inside(
        transaction,
        Verb.EDIT,
        List.of(),
        () -> {
          write.run();
          return true;
        });
  }
}
