package dev.baton.spi;

import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.rule.SignalNote;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes to the notes of a task at the end of a run.
 *
 * @param held the task as the node that runs it knows it
 * @param forgetsSteps whether the task's steps and waits are deleted, because it finishes or
 *     repeats
 * @param result the result that replaces the result of the previous run; null to keep the previous
 *     result
 * @param history how many of its latest attempts the task keeps, including this success; 0 to leave
 *     the history unchanged. A store without {@link OperationsStore} ignores it
 * @param read signals that the run has read, to be deleted; a store with transactions deletes them
 *     with {@link TransactionalNoteStore#forgetSignals} instead
 */
public record RunNotes(
    Task held, boolean forgetsSteps, @Nullable Bytes result, int history, List<SignalNote> read) {

  /** Creates the notes of a run that has read no signals. */
  public RunNotes(Task held, boolean forgetsSteps, @Nullable Bytes result, int history) {
    this(held, forgetsSteps, result, history, List.of());
  }

  /** Returns the same notes with signals that were read. */
  public RunNotes reading(List<SignalNote> signals) {
    return new RunNotes(held, forgetsSteps, result, history, signals);
  }

  /** Returns notes that delete the steps and store no run. */
  public static RunNotes forgettingSteps(Task held) {
    return new RunNotes(held, true, null, 0);
  }

  /** Returns notes that store a run and keep the steps. */
  public static RunNotes ofRun(Task held, @Nullable Bytes result, int history) {
    return new RunNotes(held, false, result, history);
  }
}
