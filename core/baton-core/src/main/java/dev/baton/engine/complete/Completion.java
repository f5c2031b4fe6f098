package dev.baton.engine.complete;

import dev.baton.api.Transaction;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One outcome on its way to its row. Owned by the completer once it is put there. */
public final class Completion {
  private final Task task;
  private final @Nullable Transition maybeApplied;
  private @Nullable AttachedWrite together;
  private final BiConsumer<Transition, Result> whenWritten;
  private Transition transition;
  private SubstituteOutcome.Form form = SubstituteOutcome.Form.OWN;
  private boolean sentBefore;
  private boolean patient;
  private long endedNanos;
  private int timesBusy;

  private Completion(
      Task task,
      Transition transition,
      @Nullable Transition maybeApplied,
      @Nullable AttachedWrite together,
      BiConsumer<Transition, Result> whenWritten) {
    this.task = task;
    this.transition = transition;
    this.maybeApplied = maybeApplied;
    this.together = together;
    this.whenWritten = whenWritten;
  }

  /** What commits with an outcome, or not at all. */
  public interface AttachedWrite {
    /** Writes it in the transaction that has written the outcome. */
    void write(Transaction transaction);

    /**
     * Writes the outcome with it in one step, on a store without transactions.
     *
     * @throws ReplacedException as {@link #write} does
     */
    Verdict writeAlone(Transition transition);
  }

  /** How the write ended. */
  public enum Result {
    /** The transition is durable. */
    APPLIED,
    /** What may have been applied before was: the transition itself did nothing. */
    APPLIED_BEFORE,
    /** The task is no longer this holder's: nothing was written. */
    LOST
  }

  /**
   * An outcome to be written.
   *
   * @param whenWritten told on the completer's thread what was written in the end, which is another
   *     transition when the store refused this one; must be quick
   */
  public static Completion of(
      Task task, Transition transition, BiConsumer<Transition, Result> whenWritten) {
    return new Completion(task, transition, null, null, whenWritten);
  }

  /**
   * An outcome to be written unless another was already: the answer to that one's commit was lost.
   */
  public static Completion unless(
      Transition maybeApplied,
      Task task,
      Transition transition,
      BiConsumer<Transition, Result> whenWritten) {
    return new Completion(task, transition, maybeApplied, null, whenWritten);
  }

  /** An outcome that commits together with something else, or not at all. */
  public static Completion together(
      Task task,
      Transition transition,
      AttachedWrite other,
      BiConsumer<Transition, Result> whenWritten) {
    return new Completion(task, transition, null, other, whenWritten);
  }

  /** Thrown by what commits with an outcome: nothing is written, and another outcome instead. */
  public static final class ReplacedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Transition instead;

    public ReplacedException(Transition instead) {
      super("Another outcome takes its place", null, false, false);
      this.instead = instead;
    }
  }

  @Nullable AttachedWrite together() {
    return together;
  }

  Task task() {
    return task;
  }

  Transition transition() {
    return transition;
  }

  SubstituteOutcome.Form form() {
    return form;
  }

  /** What is written besides names and numbers; a kept task's payload is, too. */
  long bytes() {
    if (transition.change() instanceof Change.Move move) {
      return move.changed() ? length(move.placement().data()) : 0;
    }
    Change.Finish finish = (Change.Finish) transition.change();
    return length(finish.result())
        + (finish.keep().isZero() ? 0 : length(task.spec().kept().payload()));
  }

  private static long length(@Nullable Bytes bytes) {
    return bytes == null ? 0 : bytes.length();
  }

  /** The store refuses the transition for what it holds; this one takes its place. */
  void replace(SubstituteOutcome other) {
    if (other.transition().rule() != transition.rule()) {
      together = null;
    }
    transition = other.transition();
    form = other.form();
  }

  /** Another takes its place, and commits alone. */
  void replace(ReplacedException replaced) {
    together = null;
    transition = replaced.instead;
    form = SubstituteOutcome.Form.OWN;
  }

  /** Another transaction had a row locked; answers how often that had been so before. */
  int foundBusy() {
    return timesBusy++;
  }

  /** Whether nobody waits for it to be written: a plain end that frees nothing but its own row. */
  boolean isPatient() {
    return patient;
  }

  /** Nobody waits for this one to be written. */
  public Completion patiently() {
    patient = true;
    return this;
  }

  /** It waits to be written from here on. */
  void waitsSince(long nanos) {
    endedNanos = nanos;
  }

  long endedNanos() {
    return endedNanos;
  }

  void sent() {
    sentBefore = true;
  }

  /** The transition whose effect must be looked for when nothing was written now; null for none. */
  @Nullable Transition doubted() {
    if (maybeApplied != null) {
      return maybeApplied;
    }
    return sentBefore ? transition : null;
  }

  void tell(Result result) {
    whenWritten.accept(transition, result);
  }
}
