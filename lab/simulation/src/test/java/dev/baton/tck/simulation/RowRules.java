package dev.baton.tck.simulation;

import dev.baton.handler.Outcome;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks which changes of a row are allowed, and by which node. The rules are written from the
 * documented guarantees and don't use the engine's own rules. Only the holder may end its attempt,
 * after its handler has ended. Other nodes may take a task only after its lease. A finished task
 * stays finished.
 */
final class RowRules implements RowCheck {
  /** Longest time that a paused node's write comes after the read that it is based on. */
  private static final Duration LATE_WRITE = Duration.ofSeconds(10);

  private final Violations violations;
  private final History history;
  private final Runs runs;
  private final WaitCheck waits;
  private final boolean nobodyFalls;

  /**
   * @param waits judges what the end of one task does to another
   * @param nobodyFalls whether nothing ever costs a lease in this experiment
   */
  RowRules(
      Violations violations, History history, Runs runs, WaitCheck waits, boolean nobodyFalls) {
    this.violations = violations;
    this.history = history;
    this.runs = runs;
    this.waits = waits;
    this.nobodyFalls = nobodyFalls;
  }

  @Override
  public void changed(RowChange change) {
    String wrong = judge(change);
    if (wrong != null) {
      violations.report(
          wrong
              + ": "
              + change.by()
              + (change.operator() ? " (operator)" : "")
              + " by "
              + change.verb()
              + " made "
              + text(change.before())
              + " into "
              + text(change.after()));
    }
  }

  private @Nullable String judge(RowChange change) {
    Task live = change.before().live();
    FinishedTask finished = change.before().finished();
    if (live != null) {
      Task after = change.after().live();
      return after == null ? ended(change, live) : moved(change, live, after.position());
    }
    if (finished != null) {
      return afterItsEnd(change, finished);
    }
    FinishedTask after = change.after().finished();
    boolean atOnce =
        after != null && after.status() == Status.CANCELLED && waits.waited(change.id());
    return change.verb() == Verb.COMMIT && (change.after().live() != null || atOnce)
        ? null
        : "a task appeared without an add";
  }

  private static @Nullable String afterItsEnd(RowChange change, FinishedTask finished) {
    if (change.after().isGone()) {
      return finished.keepUntil().isAfter(change.now()) ? "a finished task was forgotten" : null;
    }
    boolean again =
        change.verb() == Verb.RUN_AGAIN && change.operator() && change.after().live() != null;
    again |= change.verb() == Verb.COMMIT && finished.spec().type().equals(Types.NOTED);
    return again ? null : "a finished task became live again";
  }

  private @Nullable String ended(RowChange change, Task before) {
    FinishedTask after = change.after().finished();
    Position was = before.position();
    Status end = after == null ? Status.DONE : after.status();
    if (after != null && after.version() != was.version() + 1) {
      return "finished under a wrong version";
    }
    return switch (end) {
      case CANCELLED ->
          change.operator() || waits.isWaiting(before) || waits.mayBeCancelled(before)
              ? null
              : "cancelled unasked";
      case FAILED ->
          was.status() == Status.ERROR
              ? change.operator() ? null : "failed without a request"
              : isExhausted(change, before)
                  ? null
                  : byHolder(change, was, HandlerOutcome.Failed.class, HandlerOutcome.Failed.class);
      default ->
          was.status() != Status.RUNNING
              ? "done without being held"
              : byHolder(change, was, HandlerOutcome.Done.class, HandlerOutcome.Next.class);
    };
  }

  /** Returns whether the holder ended a task, of a type that then fails, after its last attempt. */
  private boolean isExhausted(RowChange change, Task before) {
    Position was = before.position();
    return before.spec().type().equals(Types.SHAKY)
        && history.holder(change.id(), was) == change.by()
        && was.attempts() >= Types.SHAKY_ATTEMPTS
        && was.lastOutcome() != LastOutcome.IN_DOUBT;
  }

  private @Nullable String byHolder(
      RowChange change, Position was, Class<?> outcome, Class<?> orOutcome) {
    if (history.holder(change.id(), was) != change.by()) {
      return "ended by a node that doesn't hold it";
    }
    Task live = change.before().live();
    if (live != null && !Types.hasHandler(live.spec().type())) {
      return null;
    }
    List<Run> own = runs.of(change.id(), was.version(), change.by());
    for (Run run : own) {
      Outcome<?> answered = run.outcome();
      if (outcome.isInstance(answered) || orOutcome.isInstance(answered)) {
        return null;
      }
    }
    return "ended although no handler of its holder returned";
  }

  private @Nullable String moved(RowChange change, Task before, Position is) {
    Position was = before.position();
    if (MergeCheck.mayBe(change, was, is)) {
      return null;
    }
    if (isSubmittedAgain(change, was, is)) {
      return null;
    }
    if (is.status() == Status.ERROR
        && is.version() == was.version() + 1
        && history.wasBrokenByHand(change.id())) {
      return null;
    }
    if (is.version() < was.version() || is.version() > was.version() + 1) {
      return "a version went from " + was.version() + " to " + is.version();
    }
    return switch (was.status()) {
      case RUNNING -> fromRunning(change, was, is);
      case READY -> fromReady(change, was, is);
      case WAITING -> fromWaiting(change, was, is);
      default ->
          change.operator() || (waits.isWaiting(before) && is.version() == was.version() + 1)
              ? null
              : "moved without a request";
    };
  }

  static boolean isNoted(History.Row row) {
    Task live = row.live();
    FinishedTask finished = row.finished();
    return live != null
        ? live.spec().type().equals(Types.NOTED)
        : finished != null && finished.spec().type().equals(Types.NOTED);
  }

  /**
   * Returns whether a program submitted the task in place of many, which does so once in a
   * transaction.
   */
  private static boolean isSubmittedAgain(RowChange change, Position was, Position is) {
    boolean postponed =
        isNoted(change.before())
            && change.verb() == Verb.COMMIT
            && RowChange.isUnbegun(was)
            && RowChange.isUnbegun(is)
            && is.version() == was.version() + 1;
    return postponed || change.isFailedAndRunAgain();
  }

  private static @Nullable String fromWaiting(RowChange change, Position was, Position is) {
    if (change.operator()) {
      return is.status() == Status.RUNNING ? "taken by an operator" : null;
    }
    if (is.status() != Status.READY) {
      return "moved while it waits";
    }
    return isOver(was, change.now()) ? null : "made ready before its time";
  }

  private static @Nullable String fromReady(RowChange change, Position was, Position is) {
    if (change.verb() == Verb.CLAIM) {
      boolean counted = is.version() == was.version() + 1 && is.attempts() == was.attempts() + 1;
      Instant runAt = was.runAt();
      boolean early = runAt != null && runAt.isAfter(change.now());
      return counted && !early && is.status() == Status.RUNNING ? null : "claimed strangely";
    }
    if (change.operator()) {
      return is.status() == Status.RUNNING ? "taken by an operator" : null;
    }
    boolean hintedAgain = is.status() == Status.READY && is.version() == was.version();
    return hintedAgain ? null : "moved while it is ready";
  }

  private @Nullable String fromRunning(RowChange change, Position was, Position is) {
    boolean byHolder = history.holder(change.id(), was) == change.by();
    if (is.version() == was.version()) {
      return sameHold(change, was, is, byHolder);
    }
    if (TalkCheck.isEjection(change, was, is)) {
      return null;
    }
    if (is.status() == Status.RUNNING) {
      return byHolder && goesOn(change, was, is) ? null : "taken from its holder";
    }
    boolean fell = is.lastOutcome() == LastOutcome.LOST || is.lastOutcome() == LastOutcome.IN_DOUBT;
    boolean lost = fell && is.losses() == was.losses() + 1;
    // The holder gives back an attempt that it interrupted shortly before the end of the lease.
    if (lost && (!byHolder || isOver(was, change.now()))) {
      return isOver(was, change.now()) ? lost(was, is) : "rescued before its lease was over";
    }
    if (!byHolder) {
      return "released by a node that doesn't hold it";
    }
    for (Run run : runs.of(change.id(), was.version(), change.by())) {
      boolean alone = history.holdings(change.id(), was.version(), change.by()) == 1;
      if (alone && !run.hasEnded() && !run.async) {
        return "released while its handler runs";
      }
    }
    if (lost) {
      return lost(was, is);
    }
    return is.losses() > was.losses() ? "rescued in a wrong way" : null;
  }

  /**
   * Returns whether the same holder keeps the task in its next state because its handler returned
   * that state.
   */
  private boolean goesOn(RowChange change, Position was, Position is) {
    boolean sameHands = Objects.equals(is.owner(), was.owner()) && change.verb() != Verb.RENEW;
    for (Run run : runs.of(change.id(), was.version(), change.by())) {
      if (sameHands && run.outcome() instanceof HandlerOutcome.GoTo<?>) {
        return true;
      }
    }
    return false;
  }

  private @Nullable String lost(Position was, Position is) {
    if (nobodyFalls) {
      return "rescued although no lease can be lost";
    }
    boolean resumed = is.status() == Status.READY && is.losses() <= was.lossLimit();
    boolean stopped = is.status() == Status.ERROR && is.losses() > was.lossLimit();
    return resumed || stopped ? null : "lost, and ended strangely";
  }

  private @Nullable String sameHold(RowChange change, Position was, Position is, boolean byHolder) {
    if (is.status() != Status.RUNNING || !Objects.equals(is.owner(), was.owner())) {
      return "changed under the same version";
    }
    if (change.operator() && is.equals(was)) {
      return null; // a stored signal
    }
    // Two nodes may shorten one lease. The later write then sets a later end.
    boolean isShortened =
        change.verb() == Verb.RENEW
            && until(is).isBefore(until(was).plus(LATE_WRITE))
            && history.clockWasPut();
    if (!byHolder && !isShortened) {
      return "renewed by a node that doesn't hold it";
    }
    boolean onlyLonger =
        is.state().equals(was.state())
            && Objects.equals(is.data(), was.data())
            && is.attempts() == was.attempts();
    return change.verb() == Verb.RENEW && !onlyLonger ? "changed by a renewal" : null;
  }

  private static Instant until(Position running) {
    return Objects.requireNonNull(running.nextEventAt());
  }

  private static boolean isOver(Position position, Instant now) {
    Instant alarm = position.nextEventAt();
    return alarm != null && !alarm.isAfter(now);
  }

  private static String text(History.Row row) {
    Task live = row.live();
    if (live != null) {
      Position p = live.position();
      return live.spec().type()
          + " "
          + live.id()
          + " "
          + p.status()
          + " v"
          + p.version()
          + " of "
          + p.owner()
          + " a"
          + p.attempts()
          + " l"
          + p.losses()
          + " at "
          + p.runAt()
          + " until "
          + p.nextEventAt()
          + " state '"
          + p.state()
          + "'";
    }
    FinishedTask finished = row.finished();
    return finished == null ? "nothing" : finished.status() + " v" + finished.version();
  }
}
