package dev.baton.spi;

import dev.baton.task.Bytes;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.SignalNote;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the end of a run changes in the notes of its task.
 *
 * @param held the task as its holder has it
 * @param forgetsSteps whether its steps and waits are forgotten: it finishes, or repeats
 * @param result kept in place of the last run's; null to leave that
 * @param history how many of its latest attempts the task keeps, this success the first of them; 0
 *     to note nothing there and leave what is. A store without {@link OperationsStore} has no use
 *     for it
 * @param read signals that are forgotten, too; where there are transactions, {@link
 *     TransactionalNoteStore#forgetSignals} does that
 */
public record RunNotes(
    Task held, boolean forgetsSteps, @Nullable Bytes result, int history, List<SignalNote> read) {

  /** No signals were read. */
  public RunNotes(Task held, boolean forgetsSteps, @Nullable Bytes result, int history) {
    this(held, forgetsSteps, result, history, List.of());
  }

  /** The same, with signals that were read. */
  public RunNotes reading(List<SignalNote> signals) {
    return new RunNotes(held, forgetsSteps, result, history, signals);
  }

  /** The steps are forgotten, and no run is kept. */
  public static RunNotes forgettingSteps(Task held) {
    return new RunNotes(held, true, null, 0);
  }

  /** A run is kept, and the steps stay. */
  public static RunNotes ofRun(Task held, @Nullable Bytes result, int history) {
    return new RunNotes(held, false, result, history);
  }
}
