package dev.baton.handler;

import dev.baton.api.SignalType;
import dev.baton.api.Signals;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.error.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets a handler wait for signals that are sent {@linkplain Signals#signal(java.util.UUID,
 * SignalType, Object) by type}. Only one thread of the handler may use it at a time.
 *
 * <pre>{@code
 * attempt.step("ask", () -> desk.ask(payout, attempt.taskId()));
 * Optional<Approval> approval = attempt.awaitSignal(APPROVAL, Duration.ofDays(3));
 * }</pre>
 *
 * <p>If the signal has already arrived, the call returns it at once. Otherwise Baton parks the task
 * until the signal arrives or the timeout ends. A parked task uses no thread, slot or lease, and
 * the wait counts as no attempt. The handler then runs again from its start, on any node. Completed
 * steps and waits return the same values as before. Code outside steps runs again.
 *
 * <p>The first wait for a name gets the first signal of that name, the second wait gets the second
 * signal, and so on. A signal that arrives before its wait is kept until the handler reads it or
 * the task ends. A wait that timed out uses up no signal: the next wait for that name gets the next
 * signal. If a signal was committed after the timeout but before Baton recorded the timeout, the
 * wait returns the signal.
 *
 * <p>Baton remembers the results of waits and steps until the task finishes or repeats. Signals
 * that one run of a repeating task didn't read are kept for its next run.
 *
 * <p>To park the task, the call throws a {@link TaskParkedError}, which the handler must not catch.
 * The transaction of a transactional handler is rolled back, so the handler repeats its earlier
 * writes when it runs again. The handlers of a {@link StateMachine} can't use this method; define a
 * state in which the task waits for the signal.
 */
public interface AwaitsSignals {
  /** Largest value of a signal: 256 KiB. */
  int MAX_SIGNAL_BYTES = 256 * 1024;

  /** Largest number of signals that are kept for one task. */
  int MAX_SIGNALS = 1_000;

  /** Largest total size of the signal values that are kept for one task: 16 MiB. */
  int MAX_ALL_SIGNALS_BYTES = 16 * 1024 * 1024;

  /** Longest name of a signal, in characters. */
  int MAX_SIGNAL_NAME = 100;

  /**
   * Waits for a signal of this type. The timeout counts from the moment when the handler first
   * reached this wait.
   *
   * @param timeout zero to check without waiting; at most a hundred years
   * @return the value of the signal; empty after the timeout
   * @throws LeaseLostException if this attempt no longer owns the task
   * @throws IllegalStateException if the handler can't wait here: within a step, in a task with
   *     states, in a reconciler, on two threads at once, or with a store that doesn't support
   *     signals
   * @throws IllegalArgumentException if the name or the timeout is invalid
   * @throws StoreUnavailableException if the store can't be reached
   * @throws dev.baton.api.error.PayloadException if the value can't be read as the class of {@code
   *     signal}. The task stops in ERROR, unless the handler catches the exception and waits for
   *     another signal
   */
  <T> Optional<T> awaitSignal(SignalType<T> signal, Duration timeout);
}
