package dev.baton.handler;

import dev.baton.api.SignalType;
import dev.baton.api.Signals;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.error.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits of a handler for signals that are sent {@linkplain Signals#signal(java.util.UUID,
 * SignalType, Object) by type}. Used by one thread of the handler at a time.
 *
 * <pre>{@code
 * attempt.step("ask", () -> desk.ask(payout, attempt.taskId()));
 * Optional<Approval> approval = attempt.awaitSignal(APPROVAL, Duration.ofDays(3));
 * }</pre>
 *
 * <p>A signal that is there is answered at once. Otherwise the task is parked until the signal
 * comes or the time is over: no thread, no slot and no lease is held, and no attempt is counted.
 * The handler then runs again from the top, on any node: steps that are done answer what they
 * answered before, and so do waits that are over. What is no step is done again.
 *
 * <p>The first wait for a name is given the first signal of that name that was sent, the second
 * wait the second signal, and so on. A signal that comes before its wait is kept until it is read
 * or the task ends. A wait whose time is over takes no signal: one that comes later is for the next
 * wait for that name. What came first counts: a signal that was committed before the end of the
 * wait was written is answered, however late that is.
 *
 * <p>A wait is remembered as a step is: until the task finishes or repeats. Signals that weren't
 * read by then are there for the next run of a task that repeats.
 *
 * <p>A handler waits by an {@link AwaitingSignalError} that it must not catch. A transactional
 * handler is rolled back by it: what it wrote before the wait is written anew after it. Tasks with
 * states wait by a state of their own instead, and are refused here.
 */
public interface AwaitsSignals {
  /** The largest value of a signal: 256 KiB. */
  int MAX_SIGNAL_BYTES = 256 * 1024;

  /** The most signals that are kept for one task. */
  int MAX_SIGNALS = 1_000;

  /** The most bytes that the values of the signals have which are kept for one task: 16 MiB. */
  int MAX_ALL_SIGNALS_BYTES = 16 * 1024 * 1024;

  /** The longest name of a signal, in characters. */
  int MAX_SIGNAL_NAME = 100;

  /**
   * Waits for a signal of this type, for so long from when this wait was first reached.
   *
   * @param timeout zero to look without waiting; up to a hundred years
   * @return what it was sent with; empty when the time is over
   * @throws LeaseLostException when the task is no longer this attempt's
   * @throws IllegalStateException when it can't wait here: within a step, in a task with states, in
   *     a reconciler, on two threads at once, or where the store lacks what it needs
   * @throws IllegalArgumentException when name or timeout can't be
   * @throws StoreUnavailableException when the store can't be asked
   * @throws dev.baton.api.error.PayloadUnreadableException when the value isn't one of the type's
   *     class: the task stops in ERROR, unless the handler catches that and waits for another
   */
  <T> Optional<T> awaitSignal(SignalType<T> signal, Duration timeout);
}
