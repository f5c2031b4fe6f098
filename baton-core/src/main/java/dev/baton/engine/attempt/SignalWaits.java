package dev.baton.engine.attempt;

import dev.baton.api.TaskHandler;
import dev.baton.api.Transaction;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.signal.AwaitingSignalError;
import dev.baton.engine.base.NodeContext;
import dev.baton.spi.Capability;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.task.Bytes;
import dev.baton.task.Position;
import dev.baton.task.Task;
import dev.baton.task.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Mailbox;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The waits of one attempt for signals. A wait that lasts ends the attempt: its task is parked, and
 * the wait is noted in the same transaction, unless the signal has come meanwhile. Used by one
 * thread of the handler at a time; {@link #pending} by any.
 */
final class SignalWaits {
  private static final String WHAT = "Awaiting a signal";
  private static final String INSTEAD = "Park the task and look for yourself";

  private final NodeContext node;
  private final TransactionalNoteStore notes;
  private final TransactionalSignalStore signals;
  private final RunningAttempt attempt;
  private final AtomicBoolean busy = new AtomicBoolean();

  /** How many waits for each name the handler has reached. */
  private final Map<String, Integer> asked = new TreeMap<>();

  private @Nullable Mailbox known;
  private volatile @Nullable Pending pending;

  /** A wait that lasts. */
  private record Pending(String name, int number, When until) {}

  SignalWaits(NodeContext node, RunningAttempt attempt) {
    node.transactional(WHAT);
    TransactionalNoteStore noteStore = node.stores().transactionalNotes();
    TransactionalSignalStore signalStore = node.stores().transactionalSignals();
    if (noteStore == null) {
      throw Capability.NOTES.missing(WHAT, INSTEAD);
    }
    if (signalStore == null) {
      throw Capability.SIGNALS.missing(WHAT, INSTEAD);
    }
    this.node = node;
    this.notes = noteStore;
    this.signals = signalStore;
    this.attempt = attempt;
  }

  /**
   * Refuses a wait where there can be none.
   *
   * @param reconciles whether what runs is its type's reconciler
   */
  static void requireHere(
      RunningAttempt attempt, String name, boolean reconciles, @Nullable StepRecorder steps) {
    String obstacle = reconciles ? "a reconciler only answers" : obstacle(attempt, steps);
    if (obstacle != null) {
      throw new IllegalStateException(
          "Task " + attempt.taskId() + " can't await signal " + name + ": " + obstacle);
    }
  }

  private static @Nullable String obstacle(RunningAttempt attempt, @Nullable StepRecorder steps) {
    TaskHandler handler = attempt.definition().handler();
    if (handler instanceof TaskHandler.WithStates || !attempt.state().isEmpty()) {
      return "it has states. Park it in a state and change that by tasks.signal(id, ...)";
    }
    if (handler instanceof TaskHandler.Chunked) {
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
      Mailbox now = Mailbox.of(notes.signalNotes(null, attempt.taskId()));
      known = now;
      answer = now.answer(name, number);
    }
    return answer;
  }

  /** Ends the wait where its time is over on the database's clock, else the attempt. */
  private Mailbox.Answer end(String name, int number, @Nullable Instant noted, Duration timeout) {
    Instant ranAt = attempt.task().position().runAt();
    if (noted != null && ranAt != null && !ranAt.isBefore(noted)) {
      return timedOut(SignalNote.waits(name, number, noted));
    }
    if (noted == null && timeout.isZero()) {
      return timedOut(SignalNote.waits(name, number, attempt.task().lastAction()));
    }
    pending = new Pending(name, number, noted == null ? When.in(timeout) : When.at(noted));
    throw new AwaitingSignalError(name);
  }

  /** Under the row's lock: a signal that has been committed is answered after all. */
  private Mailbox.Answer timedOut(SignalNote wait) {
    try {
      return node.transactions()
          .call(
              transaction -> {
                if (signals.lock(transaction, attempt.taskId()).filter(this::isOurs).isEmpty()) {
                  throw new LeaseLostException(attempt.taskId());
                }
                SignalNote over = wait.over();
                Mailbox.Answer answer = read(transaction).answer(over.name(), over.number());
                if (!answer.isOpen()) {
                  return answer;
                }
                notes.keepSignalNote(transaction, attempt.taskId(), over);
                return new Mailbox.Answer(null, false, null);
              });
    } catch (RuntimeException broken) {
      throw broken;
    } catch (Exception undeclared) {
      throw new StoreUnavailableException("The end of a wait could not be noted", undeclared);
    }
  }

  private boolean isOurs(Task now) {
    Position held = attempt.task().position();
    return now.position().version() == held.version()
        && held.owner() != null
        && held.owner().equals(now.position().owner());
  }

  private Mailbox read(Transaction transaction) {
    return Mailbox.of(notes.signalNotes(transaction, attempt.taskId()));
  }

  /** The transition of an attempt that ends by a wait. */
  Transition parked() {
    Position p = attempt.task().position();
    return HolderRules.continues(
        HolderRules.park(attempt.task(), lasting().until, p.state(), p.data()));
  }

  /**
   * Notes the wait in the transaction that parks the task.
   *
   * @return what is to be written instead, since the signal has come; null when it is parked
   */
  @Nullable Transition note(Transaction transaction) {
    Pending wait = lasting();
    Mailbox.Answer answer = read(transaction).answer(wait.name, wait.number);
    if (!answer.isOpen()) {
      Position p = attempt.task().position();
      return HolderRules.continues(
          HolderRules.goToLater(attempt.task(), node.settings().hintExpiry(), p.state(), p.data()));
    }
    if (answer.until() == null) {
      notes.keepSignalNote(
          transaction,
          attempt.taskId(),
          SignalNote.waits(wait.name, wait.number, parkedUntil(transaction)));
    }
    return null;
  }

  /** As the row has it: this node's clock may be wrong by days. */
  private Instant parkedUntil(Transaction transaction) {
    return Objects.requireNonNull(
        signals.lock(transaction, attempt.taskId()).orElseThrow().position().runAt());
  }

  /**
   * Forgets signals in the transaction that ends this run.
   *
   * @param all whether those too that it hasn't read: no later run of the task will
   */
  void forget(Transaction transaction, boolean all) {
    List<SignalNote> kept = notes.signalNotes(transaction, attempt.taskId());
    List<SignalNote> over =
        all ? kept.stream().filter(note -> !note.isWait()).toList() : Mailbox.of(kept).read(asked);
    notes.forgetSignals(transaction, attempt.taskId(), over);
  }

  private Pending lasting() {
    Pending wait = pending;
    if (wait == null) {
      throw new IllegalStateException("Task " + attempt.taskId() + " waits for no signal");
    }
    return wait;
  }
}
