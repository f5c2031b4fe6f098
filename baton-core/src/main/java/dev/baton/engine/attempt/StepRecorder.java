package dev.baton.engine.attempt;

import dev.baton.api.DurableSteps;
import dev.baton.api.Outcome;
import dev.baton.api.error.LeaseLostException;
import dev.baton.spi.Capability;
import dev.baton.spi.NoteStore;
import dev.baton.task.Bytes;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps of one attempt: what earlier attempts did is remembered. Thread-safe. */
final class StepRecorder {
  private static final int LONGEST_NAME = 120;

  private final NoteStore notes;
  private final RunningAttempt attempt;
  private final Set<String> used = new HashSet<>();
  private volatile @Nullable Map<String, Bytes> remembered;

  StepRecorder(@Nullable NoteStore notes, RunningAttempt attempt) {
    if (notes == null) {
      throw Capability.NOTES.missing(
          "A step of task " + attempt.taskId(), "Do the work without steps");
    }
    this.notes = notes;
    this.attempt = attempt;
  }

  /** Whether such an end of an attempt ends what its steps are remembered for. */
  static boolean endWith(Transition transition, Outcome outcome) {
    boolean repeats = outcome instanceof Outcome.Repeat || outcome instanceof Outcome.Done;
    // An outcome that couldn't be written is a failure with an error, and will be tried again.
    return transition.change() instanceof Change.Finish || (repeats && transition.error() == null);
  }

  Bytes take(String name, DurableSteps.Work<Bytes> work) throws Exception {
    use(name);
    requireHeld();
    Bytes known = remembered().get(name);
    if (known != null) {
      return known;
    }
    Bytes value = worked(name, work);
    if (value.length() > DurableSteps.MAX_STEP_BYTES) {
      throw new IllegalArgumentException(
          "The value of step "
              + name
              + " has "
              + value.length()
              + " bytes; at most "
              + DurableSteps.MAX_STEP_BYTES
              + " are kept. Keep it elsewhere and answer a reference");
    }
    // An error from here on leaves the name used: the value may have been written.
    if (!notes.keepStep(attempt.holding().hold(), name, value)) {
      throw new LeaseLostException(attempt.taskId());
    }
    return value;
  }

  private Bytes worked(String name, DurableSteps.Work<Bytes> work) throws Exception {
    boolean done = false;
    try {
      Bytes value = work.run();
      done = true;
      return value;
    } finally {
      if (!done) {
        free(name);
      }
    }
  }

  private void use(String name) {
    // What a database would store otherwise wouldn't be found again.
    boolean plain = name.chars().noneMatch(c -> Character.isISOControl(c) || isSurrogate(c));
    if (name.isEmpty() || name.length() > LONGEST_NAME || !name.equals(name.strip()) || !plain) {
      throw new IllegalArgumentException(
          "The name of a step has 1-"
              + LONGEST_NAME
              + " plain characters and no blanks at its ends; '"
              + name
              + "' doesn't");
    }
    synchronized (used) {
      if (used.size() == DurableSteps.MAX_STEPS) {
        throw new IllegalStateException(
            "An attempt has at most "
                + DurableSteps.MAX_STEPS
                + " steps; "
                + name
                + " is one more");
      }
      if (!used.add(name)) {
        throw new IllegalStateException(
            "This attempt has a step "
                + name
                + " already: the second would be given the first one's value. Name it otherwise");
      }
    }
  }

  private static boolean isSurrogate(int c) {
    return Character.isSurrogate((char) c);
  }

  private void free(String name) {
    synchronized (used) {
      used.remove(name);
    }
  }

  /** Work that can't be remembered had better not be begun. */
  private void requireHeld() {
    if (attempt.hasEnded() || attempt.cancelled() == RunningAttempt.Cancelled.LEASE_LOST) {
      throw new LeaseLostException(attempt.taskId());
    }
  }

  private Map<String, Bytes> remembered() {
    Map<String, Bytes> known = remembered;
    if (known == null) {
      known = notes.steps(attempt.taskId());
      remembered = known;
    }
    return known;
  }
}
