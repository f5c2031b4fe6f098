package dev.baton.handler;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.internal.Codecs;
import dev.baton.task.Bytes;

/**
 * Parts of a handler's work that are done once for all attempts of a task, whichever nodes run
 * them. Safe for use by the threads of the handler.
 *
 * <pre>{@code
 * Receipt receipt = attempt.step("charge", Receipt.class, () ->
 *     bank.charge(payout, attempt.stepKey("charge")));
 * attempt.step("tell", () -> mail.send(receipt, attempt.stepKey("tell")));
 * }</pre>
 *
 * <p>A step's value is durable before {@code step} returns; a later attempt is given the value and
 * doesn't run the work, also after a retry, after the loss of a node, in the next state, and when
 * the task was parked. It is forgotten when the task finishes or repeats. It is written under the
 * lease: a holder who has lost the task remembers nothing, and gets {@link LeaseLostException}.
 *
 * <p>A crash between the work and the writing of its value leaves no trace of it, so the work of a
 * step by itself happens <b>at least once</b>. {@link #stepKey} is the same each time: give it to
 * partners that can tell a repeat.
 *
 * <p>Steps commit by themselves and at once, also in a transactional handler: a step is remembered
 * though the handler's transaction rolls back. What belongs into that transaction is no step.
 *
 * <p>Names are of one task; code that changes what a name means while tasks are under way must
 * change the name. A name has 1–120 plain characters, a value at most {@link #MAX_STEP_BYTES}, all
 * values of a task {@link #MAX_ALL_STEPS_BYTES}, an attempt at most {@link #MAX_STEPS} steps.
 */
public interface DurableSteps {
  /** The largest value of a step: 256 KiB. */
  int MAX_STEP_BYTES = 256 * 1024;

  /** The most steps of one attempt. */
  int MAX_STEPS = 1_000;

  /** The most bytes that the values of all steps of a task have: 16 MiB. */
  int MAX_ALL_STEPS_BYTES = 16 * 1024 * 1024;

  /**
   * Does the work, unless it was done before, and answers its value.
   *
   * @throws LeaseLostException when the task is no longer this attempt's
   * @throws IllegalArgumentException when name, value or all values are too large; the work was
   *     done then, but isn't remembered
   * @throws IllegalStateException when this attempt has used the name before
   * @throws Exception what the work throws; nothing is remembered, and the name may be used again
   */
  Bytes stepBytes(String name, Work<Bytes> work) throws Exception;

  /**
   * As {@link #stepBytes}, with a value of this class, kept as the standard codec of the node
   * writes it: as JSON by default.
   */
  <T> T step(String name, Class<T> type, Work<T> work) throws Exception;

  /** As {@link #stepBytes}, with a value of this class, kept as the codec writes it. */
  default <T> T step(String name, PayloadCodec codec, Class<T> type, Work<T> work)
      throws Exception {
    String what = "The value of step " + name;
    Bytes stored = stepBytes(name, () -> Codecs.encode(codec, what, work.run()));
    return Codecs.decode(codec, what, stored, type);
  }

  /** As {@link #stepBytes}, without a value. */
  default void step(String name, Action action) throws Exception {
    stepBytes(
        name,
        () -> {
          action.run();
          return Bytes.of("");
        });
  }

  /** The same for each time this step is done: the task's idempotency key and the name. */
  String stepKey(String name);

  /** Work that answers a value. */
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
