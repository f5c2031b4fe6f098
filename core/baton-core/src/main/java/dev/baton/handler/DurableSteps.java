package dev.baton.handler;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.internal.Codecs;
import dev.baton.task.Bytes;

/**
 * Runs parts of a handler's work once for all attempts of a task, even if the attempts run on
 * different nodes. Thread-safe: all threads of the handler may use it.
 *
 * <pre>{@code
 * Receipt receipt = attempt.step("charge", Receipt.class, () ->
 *     bank.charge(payout, attempt.stepKey("charge")));
 * attempt.step("tell", () -> mail.send(receipt, attempt.stepKey("tell")));
 * }</pre>
 *
 * <p>A step's value is durable before {@code step} returns. A later attempt gets the stored value
 * and doesn't run the work again. This is also true after a retry, after the loss of a node, in the
 * next state, and after the task was parked. The values are deleted when the task finishes or
 * repeats. Writing a value needs the lease: an attempt that has lost the task stores nothing and
 * gets {@link LeaseLostException}.
 *
 * <p>If the node crashes after the work but before its value is written, the work runs again. So
 * the work of a step happens <b>at least once</b>. {@link #stepKey} is the same each time: pass it
 * to partner systems that detect repeated calls.
 *
 * <p>Each step commits at once, separately from the transaction of a transactional handler: it is
 * remembered even if that transaction rolls back. Don't put work into a step that belongs to the
 * handler's transaction.
 *
 * <p>A step's name is unique within its task. If you change the meaning of a step while tasks are
 * live, change its name, too. A name has 1–120 characters, without control characters, surrogate
 * pairs or blanks at its ends. A value has at most 256 KiB, all values of a task together have at
 * most 16 MiB, and an attempt has at most 1,000 steps.
 */
public interface DurableSteps {
  /** Largest value of a step: 256 KiB. */
  int MAX_STEP_BYTES = 256 * 1024;

  /** Largest number of steps in one attempt. */
  int MAX_STEPS = 1_000;

  /** Largest total size of the values of all steps of a task: 16 MiB. */
  int MAX_ALL_STEPS_BYTES = 16 * 1024 * 1024;

  /**
   * Runs the work unless an earlier attempt has completed this step, and returns its value.
   *
   * @throws LeaseLostException if this attempt no longer owns the task
   * @throws IllegalArgumentException if the name is invalid, or if the value or all values together
   *     are too large; the work may have run, but its value isn't stored
   * @throws IllegalStateException if this attempt has used the name before
   * @throws Exception if the work throws; nothing is stored, and the name may be used again
   */
  Bytes stepBytes(String name, Work<Bytes> work) throws Exception;

  /**
   * Runs a step, like {@link #stepBytes}, whose value is an object of class {@code type}. The
   * node's standard codec writes and reads it, by default as JSON.
   */
  <T> T step(String name, Class<T> type, Work<T> work) throws Exception;

  /**
   * Runs a step, like {@link #stepBytes}, whose value is an object of class {@code type} that
   * {@code codec} writes and reads.
   */
  default <T> T step(String name, PayloadCodec codec, Class<T> type, Work<T> work)
      throws Exception {
    String what = "The value of step " + name;
    Bytes stored = stepBytes(name, () -> Codecs.encode(codec, what, work.run()));
    return Codecs.decode(codec, what, stored, type);
  }

  /** Runs a step without a value, like {@link #stepBytes}. */
  default void step(String name, Action action) throws Exception {
    stepBytes(
        name,
        () -> {
          action.run();
          return Bytes.of("");
        });
  }

  /**
   * Returns a key that is the same each time this step runs: the task's idempotency key and the
   * name.
   */
  String stepKey(String name);

  /** Work that returns a value. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws Exception;
  }

  /** Work without a value. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }
}
