package dev.baton.engine.complete;

import dev.baton.api.Transaction;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An outcome that waits to be written, with its transition. After {@link Completer#put}, only the
 * completer changes it.
 */
public final class Completion {
  private final Task task;
  private final @Nullable Transition maybeApplied;
  private @Nullable AttachedWrite together;
  private final BiConsumer<Transition, WriteResult> whenWritten;
  private Transition transition;
  private SubstituteOutcome.OutcomeForm form = SubstituteOutcome.OutcomeForm.OWN;
  private boolean sentBefore;
  private boolean patient;
  private long endedNanos;
  private int timesSetAside;

  private Completion(
      Task task,
      Transition transition,
      @Nullable Transition maybeApplied,
      @Nullable AttachedWrite together,
      BiConsumer<Transition, WriteResult> whenWritten) {
    this.task = task;
    this.transition = transition;
    this.maybeApplied = maybeApplied;
    this.together = together;
    this.whenWritten = whenWritten;
  }

  /** A write that commits together with the outcome, or not at all. */
  public interface AttachedWrite {
    /** Writes in the transaction that has already written the outcome. */
    void write(Transaction transaction);

    /**
     * Writes the outcome and this in one step, on a store without transactions.
     *
     * @throws ReplacedException if another outcome must be written instead
     */
    Verdict writeAlone(Transition transition);
  }

  /** The result of the write. */
  public enum WriteResult {
    /** The transition is durable. */
    APPLIED,
    /**
     * An earlier write of the task, whose result was unknown, had already succeeded. This write had
     * no effect.
     */
    APPLIED_BEFORE,
    /** The task no longer belongs to this claim. Nothing was written. */
    LOST
  }

  /**
   * Makes a completion that writes an outcome.
   *
   * @param whenWritten called on the completer's thread with the transition that was written; must
   *     return quickly. If the store refused the given transition, this is another one
   */
  public static Completion of(
      Task task, Transition transition, BiConsumer<Transition, WriteResult> whenWritten) {
    return new Completion(task, transition, null, null, whenWritten);
  }

  /**
   * Makes a completion that writes an outcome, unless an earlier transition was applied. It is used
   * if the result of that transition's commit is unknown.
   */
  public static Completion unless(
      Transition maybeApplied,
      Task task,
      Transition transition,
      BiConsumer<Transition, WriteResult> whenWritten) {
    return new Completion(task, transition, maybeApplied, null, whenWritten);
  }

  /** Makes a completion whose outcome commits together with another write, or not at all. */
  public static Completion together(
      Task task,
      Transition transition,
      AttachedWrite other,
      BiConsumer<Transition, WriteResult> whenWritten) {
    return new Completion(task, transition, null, other, whenWritten);
  }

  /**
   * Thrown by an {@link AttachedWrite} if another outcome must be written instead. Neither the
   * outcome nor the attached write is stored then.
   */
  public static final class ReplacedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Transition instead;

    public ReplacedException(Transition instead) {
      super("Another outcome replaces this one", null, false, false);
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

  SubstituteOutcome.OutcomeForm form() {
    return form;
  }

  /**
   * Returns how many bytes of payload, state data and result the write contains. The payload counts
   * only if the finished task is kept.
   */
  long bytes() {
    Change change = transition.change();
    boolean writesContent = !(change instanceof Change.Move move) || move.changed();
    boolean keepsPayload = change instanceof Change.Finish finish && !finish.keep().isZero();
    return (writesContent ? change.contentBytes() : 0)
        + (keepsPayload ? task.spec().kept().payloadBytes() : 0);
  }

  /** Replaces the transition, because the store refuses its content. */
  void replace(SubstituteOutcome other) {
    if (other.transition().rule() != transition.rule()) {
      together = null;
    }
    transition = other.transition();
    form = other.form();
  }

  /** Replaces the transition with the given one, which commits without the attached write. */
  void replace(ReplacedException replaced) {
    together = null;
    transition = replaced.instead;
    form = SubstituteOutcome.OutcomeForm.OWN;
  }

  /**
   * Records that the write is set aside, because another transaction has locked the row or the
   * write failed. Returns how often this happened before.
   */
  int setAside() {
    return timesSetAside++;
  }

  /** Returns whether the write may be delayed, because no caller and no task waits for it. */
  boolean isPatient() {
    return patient;
  }

  /** Marks this completion as not urgent, because no caller and no task waits for it. */
  public Completion patiently() {
    patient = true;
    return this;
  }

  /** Sets the {@code nanoTime} at which the outcome began to wait for its write. */
  void waitsSince(long nanos) {
    endedNanos = nanos;
  }

  long endedNanos() {
    return endedNanos;
  }

  void sent() {
    sentBefore = true;
  }

  /**
   * Returns the transition that an earlier write may have applied; null if there is none. If a
   * later write changes no row, the completer must check this transition.
   */
  @Nullable Transition doubted() {
    if (maybeApplied != null) {
      return maybeApplied;
    }
    return sentBefore ? transition : null;
  }

  void tell(WriteResult result) {
    whenWritten.accept(transition, result);
  }
}
