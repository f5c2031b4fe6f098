package dev.baton.engine.attempt.note;

import dev.baton.api.Transaction;
import dev.baton.engine.base.NodeContext;
import dev.baton.handler.TaskParkedError;
import dev.baton.handler.internal.RawHandler;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.spi.mail.MailboxStore;
import dev.baton.task.Bytes;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
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
 * Waits for signals for one attempt. If the signal has not come, the attempt ends. One write then
 * parks the task and stores the wait, unless the signal has come in the meantime. Use it on one
 * thread at a time; only {@link #pending} may be called on any thread.
 */
abstract class SignalWaits {
  static final String WHAT = "Awaiting a signal";
  static final String INSTEAD = "Park the task and poll for the event";

  final NodeContext node;
  final NotedAttempt attempt;
  private final AtomicBoolean busy = new AtomicBoolean();

  /** Number of waits that the handler has reached, by signal name. */
  private final Map<String, Integer> asked = new TreeMap<>();

  private @Nullable Mailbox known;
  private volatile @Nullable Pending pending;

  /** A wait whose signal has not come. */
  record Pending(String name, int number, When until) {}

  SignalWaits(NodeContext node, NotedAttempt attempt) {
    this.node = node;
    this.attempt = attempt;
  }

  /**
   * Returns the implementation that fits the store, for the waits of this attempt.
   *
   * @throws dev.baton.api.error.ConfigurationException if the store can't keep waits
   */
  static SignalWaits of(NodeContext node, NotedAttempt attempt) {
    MailboxStore mailboxes = node.stores().mailboxes();
    return mailboxes == null || node.stores().transactionalNotes() != null
        ? new WaitsInTransactions(node, attempt)
        : new WaitsByThemselves(node, attempt, mailboxes);
  }

  /** Throws if the handler can't wait here, for example within a step. */
  static void requireHere(NotedAttempt attempt, String name, @Nullable StepRecorder steps) {
    String obstacle =
        attempt.isReconciling() ? "a reconciler can't wait" : obstacle(attempt, steps);
    if (obstacle != null) {
      throw new IllegalStateException(
          "Task " + attempt.taskId() + " can't await signal " + name + ": " + obstacle);
    }
  }

  private static @Nullable String obstacle(NotedAttempt attempt, @Nullable StepRecorder steps) {
    RawHandler handler = attempt.definition().handler();
    if (handler instanceof RawHandler.WithStates || !attempt.task().position().state().isEmpty()) {
      return "it has states. Park it in a state and change the state with machine.move(tasks, id, seen"
          + " -> seen.goTo(...))";
    }
    if (handler instanceof RawHandler.Chunked) {
      return "it is handled in a chunk, which would wait with it. Give it its own handler";
    }
    return steps != null && steps.isWorking() ? "it is within a step. Wait before or after" : null;
  }

  /** Returns whether the handler has reached a wait whose signal has not come. */
  boolean pending() {
    return pending != null;
  }

  Optional<Bytes> await(String name, Duration timeout) {
    NoteName.requireSignal(name);
    When.in(timeout);
    if (!busy.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "Two threads of task " + attempt.taskId() + " await signals at once. Await one first");
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

  /** Counts a wait that an earlier run has finished. */
  void skip(String name) {
    asked.merge(name, 1, Integer::sum);
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

  /**
   * Ends the wait if its time is over by the database's clock. Otherwise throws an error that ends
   * the attempt.
   */
  private Mailbox.Answer end(String name, int number, @Nullable Instant noted, Duration timeout) {
    Instant ranAt = attempt.task().position().runAt();
    if (noted != null && ranAt != null && !ranAt.isBefore(noted)) {
      return timedOut(SignalNote.waits(name, number, noted).over());
    }
    if (noted == null && timeout.isZero()) {
      return timedOut(SignalNote.waits(name, number, attempt.task().lastAction()).over());
    }
    pending = new Pending(name, number, noted == null ? When.in(timeout) : When.at(noted));
    throw new TaskParkedError("signal " + name);
  }

  /**
   * Stores that the timeout of a wait is over. If the signal has come in the meantime, returns it
   * instead.
   */
  abstract Mailbox.Answer timedOut(SignalNote over);

  final boolean isOurs(Task now) {
    Position held = attempt.task().position();
    return now.position().version() == held.version()
        && held.owner() != null
        && held.owner().equals(now.position().owner());
  }

  /** Returns the transition that parks the task until its wait ends. */
  Transition parked() {
    Position p = attempt.task().position();
    return HolderRules.continues(
        HolderRules.park(attempt.task(), lasting().until, p.state(), p.data()));
  }

  /** Returns the transition to write if the signal has come before the task was parked. */
  final Transition woken() {
    Position p = attempt.task().position();
    return HolderRules.continues(
        HolderRules.goToLater(attempt.task(), node.settings().hintExpiry(), p.state(), p.data()));
  }

  /**
   * Stores the wait in the transaction that parks the task.
   *
   * @return the transition to write instead if the signal has come; null if the task may be parked
   */
  @Nullable Transition note(Transaction transaction) {
    throw new IllegalStateException("This store stores waits without a transaction");
  }

  /**
   * Parks the task and stores the wait in one step, on a store without transactions.
   *
   * @throws dev.baton.engine.complete.Completion.ReplacedException if the signal has come
   */
  Verdict park(Transition parked) {
    throw new IllegalStateException("This store stores waits in a transaction");
  }

  /**
   * Returns the signals to delete at the end of this run.
   *
   * @param all true to delete unread signals, too, because the task has no later run
   */
  final List<SignalNote> over(List<SignalNote> kept, boolean all) {
    return all
        ? kept.stream().filter(note -> !note.isWait()).toList()
        : Mailbox.of(kept).read(asked);
  }

  /** Deletes the signals of this run in the transaction that ends it. */
  void forget(Transaction transaction, boolean all) {
    throw new IllegalStateException("This store deletes signals without a transaction");
  }

  /** Returns the signals to delete at the end of this run, on a store without transactions. */
  List<SignalNote> read(boolean all) {
    throw new IllegalStateException("This store deletes signals in a transaction");
  }

  final Pending lasting() {
    Pending wait = pending;
    if (wait == null) {
      throw new IllegalStateException("Task " + attempt.taskId() + " waits for no signal");
    }
    return wait;
  }
}
