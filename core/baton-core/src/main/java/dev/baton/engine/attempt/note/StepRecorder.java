package dev.baton.engine.attempt.note;

import dev.baton.api.error.LeaseLostException;
import dev.baton.handler.DurableSteps;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.spi.Capability;
import dev.baton.spi.NoteStore;
import dev.baton.task.Bytes;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs the durable steps of one attempt. It stores the value of each step, and returns the stored
 * value if an earlier attempt has done the step. Thread-safe.
 */
final class StepRecorder {
  private final NoteStore notes;
  private final NotedAttempt attempt;
  private final Set<String> used = new HashSet<>();
  private final AtomicInteger running = new AtomicInteger();

  /** Bytes of the values that this attempt has stored. */
  private final AtomicLong addedBytes = new AtomicLong();

  private volatile @Nullable Map<String, Bytes> remembered;

  StepRecorder(@Nullable NoteStore notes, NotedAttempt attempt) {
    if (notes == null) {
      throw Capability.NOTES.missing(
          "A step of task " + attempt.taskId(), "Do the work without steps");
    }
    this.notes = notes;
    this.attempt = attempt;
  }

  /** Returns whether an attempt with this end deletes its stored steps. */
  static boolean endWith(Transition transition, Outcome<?> outcome) {
    boolean repeats =
        outcome instanceof HandlerOutcome.Repeat || outcome instanceof HandlerOutcome.Done<?>;
    // An outcome that can't be stored becomes a failure with an error, and the task runs again.
    return transition.change() instanceof Change.Finish || (repeats && transition.error() == null);
  }

  Bytes take(String name, DurableSteps.Work<Bytes> work) throws Exception {
    use(name);
    attempt.requireHeld();
    Bytes known = remembered().get(name);
    if (known != null) {
      return known;
    }
    Bytes value = worked(name, work);
    keep(name, name, value);
    return value;
  }

  /**
   * Stores a value.
   *
   * @param key the key under which the value is stored
   * @param name the name of the step, for error messages
   */
  void keep(String key, String name, Bytes value) {
    requireSmall(
        "The value of step " + name + " has ", value.length(), DurableSteps.MAX_STEP_BYTES);
    long before = remembered().values().stream().mapToLong(Bytes::length).sum();
    requireSmall(
        "With step " + name + ", the values of the task's steps have ",
        before + addedBytes.addAndGet(value.length()),
        DurableSteps.MAX_ALL_STEPS_BYTES);
    // After an error from here on, the name stays in use, because the store may have stored the
    // value.
    if (!notes.keepStep(attempt.fence(), key, value)) {
      throw new LeaseLostException(attempt.taskId());
    }
  }

  private static void requireSmall(String whatHas, long bytes, long most) {
    if (bytes > most) {
      throw new IllegalArgumentException(
          whatHas
              + bytes
              + " bytes; at most "
              + most
              + " are kept. Keep them elsewhere and return a reference");
    }
  }

  private Bytes worked(String name, DurableSteps.Work<Bytes> work) throws Exception {
    boolean done = false;
    running.incrementAndGet();
    try {
      Bytes value = work.run();
      done = true;
      return value;
    } finally {
      running.decrementAndGet();
      if (!done) {
        free(name);
      }
    }
  }

  /** Returns whether the work of a step is running. */
  boolean isWorking() {
    return running.get() > 0;
  }

  private void use(String name) {
    NoteName.requireStep(name);
    synchronized (used) {
      if (used.size() == DurableSteps.MAX_STEPS) {
        throw new IllegalStateException(
            "An attempt has at most "
                + DurableSteps.MAX_STEPS
                + " steps. Step "
                + name
                + " exceeds this");
      }
      if (!used.add(name)) {
        throw new IllegalStateException(
            "This attempt already has a step "
                + name
                + ". The second step would get the value of the first. Give it another"
                + " name");
      }
    }
  }

  private void free(String name) {
    synchronized (used) {
      used.remove(name);
    }
  }

  /** Returns the values that earlier attempts have stored. */
  Map<String, Bytes> remembered() {
    Map<String, Bytes> known = remembered;
    if (known == null) {
      known = notes.steps(attempt.taskId());
      remembered = known;
    }
    return known;
  }
}
