package dev.baton.engine.attempt.note;

import dev.baton.api.Transaction;
import dev.baton.engine.base.NodeContext;
import dev.baton.handler.AwaitingSignalError;
import dev.baton.handler.internal.RawHandler;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.spi.mail.MailboxStore;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Mailbox;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The waits of one attempt for signals. A wait that lasts ends the attempt: its task is parked, and
 * the wait is noted in the same step, unless the signal has come meanwhile. Used by one thread of
 * the handler at a time; {@link #pending} by any.
 */
abstract class SignalWaits {
  static final String WHAT = "Awaiting a signal";
  static final String INSTEAD = "Park the task and look for yourself";

  final NodeContext node;
  final NotedAttempt attempt;
  private final AtomicBoolean busy = new AtomicBoolean();

  /** How many waits for each name the handler has reached. */
  private final Map<String, Integer> asked = new TreeMap<>();

  private @Nullable Mailbox known;
  private volatile @Nullable Pending pending;

  /** A wait that lasts. */
  record Pending(String name, int number, When until) {}

  SignalWaits(NodeContext node, NotedAttempt attempt) {
    this.node = node;
    this.attempt = attempt;
  }

  /**
   * The waits of this attempt, by what the store can do.
   *
   * @throws dev.baton.api.error.ConfigurationException when it lacks what it takes
   */
  static SignalWaits of(NodeContext node, NotedAttempt attempt) {
    MailboxStore mailboxes = node.stores().mailboxes();
    return mailboxes == null || node.stores().transactionalNotes() != null
        ? new WaitsInTransactions(node, attempt)
        : new WaitsByThemselves(node, attempt, mailboxes);
  }

  /** Refuses a wait where there can be none. */
  static void requireHere(NotedAttempt attempt, String name, @Nullable StepRecorder steps) {
    String obstacle =
        attempt.isReconciling() ? "a reconciler only answers" : obstacle(attempt, steps);
    if (obstacle != null) {
      throw new IllegalStateException(
          "Task " + attempt.taskId() + " can't await signal " + name + ": " + obstacle);
    }
  }

  private static @Nullable String obstacle(NotedAttempt attempt, @Nullable StepRecorder steps) {
    RawHandler handler = attempt.definition().handler();
    if (handler instanceof RawHandler.WithStates || !attempt.task().position().state().isEmpty()) {
      return "it has states. Park it in a state and change that by tasks.signal(id, ...)";
    }
    if (handler instanceof RawHandler.Chunked) {
      return "it is handled in a chunk, which would wait with it. Give it a handler of its own";
    }
    return steps != null && steps.isWorking() ? "it is within a step. Wait before or after" : null;
  }

  /** Whether the handler has come to a wait that lasts: its attempt ends by that. */
  boolean pending() {
    return pending != null;
  }

  Optional<Bytes> await(String name, Duration timeout) {
    NoteName.requireSignal(name);
    When.in(timeout);
    if (!busy.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "Two threads of task " + attempt.taskId() + " await signals at once: await one first");
    }
    try {
      int number = asked.merge(name, 1, Integer::sum);
      Mailbox.Answer answer = look(name, number);
      if (answer.isOpen()) {
        answer = end(name, number, answer.until(), timeout);
      }
      return Optional.ofNullable(answer.value());
    } finally {
      busy.set(false);
    }
  }

  private Mailbox.Answer look(String name, int number) {
    Mailbox before = known;
    Mailbox.Answer answer = before == null ? null : before.answer(name, number);
    if (answer == null || answer.isOpen()) {
      Mailbox now = node.mailbox(attempt.taskId());
      known = now;
      answer = now.answer(name, number);
    }
    return answer;
  }

  /** Ends the wait where its time is over on the database's clock, else the attempt. */
  private Mailbox.Answer end(String name, int number, @Nullable Instant noted, Duration timeout) {
    Instant ranAt = attempt.task().position().runAt();
    if (noted != null && ranAt != null && !ranAt.isBefore(noted)) {
      return timedOut(SignalNote.waits(name, number, noted).over());
    }
    if (noted == null && timeout.isZero()) {
      return timedOut(SignalNote.waits(name, number, attempt.task().lastAction()).over());
    }
    pending = new Pending(name, number, noted == null ? When.in(timeout) : When.at(noted));
    throw new AwaitingSignalError(name);
  }

  /** Notes that a wait is over; a signal that has come before is answered after all. */
  abstract Mailbox.Answer timedOut(SignalNote over);

  final boolean isOurs(Task now) {
    Position held = attempt.task().position();
    return now.position().version() == held.version()
        && held.owner() != null
        && held.owner().equals(now.position().owner());
  }

  /** The transition of an attempt that ends by a wait. */
  Transition parked() {
    Position p = attempt.task().position();
    return HolderRules.continues(
        HolderRules.park(attempt.task(), lasting().until, p.state(), p.data()));
  }

  /** The transition instead of that one, as the signal has come. */
  final Transition woken() {
    Position p = attempt.task().position();
    return HolderRules.continues(
        HolderRules.goToLater(attempt.task(), node.settings().hintExpiry(), p.state(), p.data()));
  }

  /**
   * Notes the wait in the transaction that parks the task.
   *
   * @return what is to be written instead, since the signal has come; null when it is parked
   */
  @Nullable Transition note(Transaction transaction) {
    throw new IllegalStateException("A wait is noted without a transaction here");
  }

  /**
   * Parks the task and notes the wait in one step, where there are no transactions.
   *
   * @throws dev.baton.engine.complete.Completion.ReplacedException since the signal has come
   */
  Verdict park(Transition parked) {
    throw new IllegalStateException("A wait is noted in a transaction here");
  }

  /**
   * The signals that the end of this run forgets.
   *
   * @param all whether those too that it hasn't read: no later run of the task will
   */
  final List<SignalNote> over(List<SignalNote> kept, boolean all) {
    return all
        ? kept.stream().filter(note -> !note.isWait()).toList()
        : Mailbox.of(kept).read(asked);
  }

  /** Forgets them in the transaction that ends this run. */
  void forget(Transaction transaction, boolean all) {
    throw new IllegalStateException("Signals are forgotten without a transaction here");
  }

  /** Which signals the end of this run forgets, where there are no transactions. */
  List<SignalNote> read(boolean all) {
    throw new IllegalStateException("Signals are forgotten in a transaction here");
  }

  final Pending lasting() {
    Pending wait = pending;
    if (wait == null) {
      throw new IllegalStateException("Task " + attempt.taskId() + " waits for no signal");
    }
    return wait;
  }
}
