package dev.baton.tck.history;

import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.SignalRules;
import dev.baton.task.rule.SweepRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A randomly drawn move, which is built from the task as each side read it.
 *
 * @param choice selects one of the moves that the task's status allows
 * @param later a time for moves that need one
 * @param present whether the move may use the time of writing as a place in the order of arrival.
 *     Only one transition of a batch may, because stores may use one time for all rows of a batch
 *     or several
 */
record Transitions(int choice, Instant later, boolean present) {
  private static final Duration HINT_EXPIRY = Duration.ofMinutes(1);
  private static final Duration LEASE = Duration.ofMinutes(5);
  private static final Duration BRIEFLY = Duration.ofNanos(1_000);
  private static final Duration LONG = Duration.ofDays(1);

  /** Returns the move for this task; empty if its status has none. */
  Optional<Transition> from(Task task) {
    List<Transition> allowed =
        switch (task.position().status()) {
          case RUNNING -> held(task);
          case READY -> ready(task);
          case WAITING -> waiting(task);
          case BLOCKED ->
              List.of(planned(task), released(task), signalled(task), fail(task), cancel(task));
          case ERROR ->
              List.of(
                  present
                      ? OperatorRules.retry(task, null, HINT_EXPIRY)
                      : OperatorRules.retry(task, When.at(later), HINT_EXPIRY),
                  OperatorRules.fail(task, "seen", keep(task)),
                  signalled(task),
                  fail(task),
                  cancel(task));
          case DONE, FAILED, CANCELLED -> List.of();
        };
    return allowed.isEmpty() ? Optional.empty() : Optional.of(allowed.get(choice % allowed.size()));
  }

  private List<Transition> held(Task task) {
    Bytes data = Bytes.of("d" + choice % 3);
    return List.of(
        HolderRules.done(task, choice % 2 == 0 ? null : Bytes.of("result"), Duration.ZERO),
        HolderRules.done(task, Bytes.of(""), keep(task)),
        HolderRules.failed(task, "given up", keep(task)),
        HolderRules.error(task, "needs a person"),
        HolderRules.park(task, When.at(later), "PARKED", data),
        HolderRules.park(task, When.at(later), task.position().state(), task.position().data()),
        HolderRules.retry(task, Duration.ofHours(2), "again"),
        present ? HolderRules.retryNow(task, HINT_EXPIRY, "at once") : readyAgain(task),
        HolderRules.checkpoint(task, LEASE, data),
        HolderRules.goTo(task, LEASE, task.position().lossLimit(), "NEXT", null),
        HolderRules.mark(task, LEASE, choice % 2),
        SweepRules.lost(task, HINT_EXPIRY),
        SweepRules.lost(task, HINT_EXPIRY),
        signalled(task),
        cancel(task));
  }

  private Transition readyAgain(Task task) {
    return switch (choice % 4) {
      case 0 -> HolderRules.release(task, HINT_EXPIRY);
      case 1 -> HolderRules.unknownHere(task, HINT_EXPIRY, "a newer state");
      case 2 -> HolderRules.goToLater(task, HINT_EXPIRY, "NEXT", null);
      default -> HolderRules.interrupted(task, HINT_EXPIRY, "not renewed");
    };
  }

  private List<Transition> ready(Task task) {
    return List.of(
        SweepRules.hintAgain(task, HINT_EXPIRY),
        SweepRules.unknownType(task, "nobody knows it"),
        OperatorRules.hold(task),
        planned(task),
        signalled(task),
        fail(task),
        cancel(task));
  }

  private List<Transition> waiting(Task task) {
    return List.of(
        SweepRules.due(task, HINT_EXPIRY),
        OperatorRules.hold(task),
        planned(task),
        signalled(task),
        fail(task),
        cancel(task));
  }

  private Transition planned(Task task) {
    return OperatorRules.reschedule(task, present ? null : When.at(later), HINT_EXPIRY);
  }

  private Transition released(Task task) {
    return OperatorRules.release(task, present ? later : Instant.EPOCH, HINT_EXPIRY);
  }

  private Transition signalled(Task task) {
    Bytes data = Bytes.of("news" + choice % 2);
    return present
        ? SignalRules.goTo(task, HINT_EXPIRY, "TOLD", data)
        : SignalRules.park(task, When.at(later), "TOLD", data);
  }

  private Transition fail(Task task) {
    return OperatorRules.fail(task, "hopeless", keep(task));
  }

  private Transition cancel(Task task) {
    return OperatorRules.cancel(task, "called off", keep(task));
  }

  /**
   * Returns the retention. It is long if the caller chose the id, because such an id may be used
   * again, and the effect on an old row is undefined.
   */
  private Duration keep(Task task) {
    return choice % 3 == 0 && !task.spec().keyed() ? BRIEFLY : LONG;
  }
}
