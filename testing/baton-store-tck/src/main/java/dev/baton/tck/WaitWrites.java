package dev.baton.tck;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitRules;
import dev.baton.task.rule.WaitRules.WaitVerdict;
import dev.baton.task.rule.WaitRules.Waiter;
import dev.baton.task.rule.WaitState;
import dev.baton.task.rule.Waits;
import dev.baton.tck.table.FinishedRow;
import dev.baton.tck.table.LiveRow;
import dev.baton.tck.table.RowAccess;
import dev.baton.tck.table.WaiterRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Applies the ends of tasks to the tasks that wait for them. The caller has checked that no other
 * transaction has locked any of them.
 */
final class WaitWrites {
  private WaitWrites() {}

  /**
   * Writes what an inserted task waits for. If the task needn't wait, the result contains it as a
   * released task.
   */
  static Applied open(RowAccess unit, NewTask task, @Nullable UUID before, Instant now) {
    Waits waits = task.waits();
    if (waits == null) {
      return new Applied(true, List.of(), List.of());
    }
    if (unit.hasEndedEarly(task.id())) {
      String why = WaitRules.hasPlaceInOrder(task.id());
      throw new RequestRefusedException(why, new IllegalStateException(why));
    }
    WaiterRow row = WaiterRow.of(task.id(), waits, before);
    unit.putWaiter(row);
    TreeMap<UUID, Status> ended = new TreeMap<>(IdOrder.BY_BYTES);
    for (UUID on : row.ends().keySet()) {
      LiveRow live = unit.live(on);
      if (live != null) {
        // This write also locks the row: its end must wait for the end of this transaction.
        unit.putLive(new LiveRow(live.task(), live.keys(), true));
      } else {
        if (on.equals(before) && unit.hasEndedEarly(on)) {
          // Locks this row too: the wait is settled when the turn of that task comes.
          unit.putWaiter(Objects.requireNonNull(unit.waiter(on)));
        }
        ended.put(on, endOf(unit, on, Status.DONE));
      }
    }
    TreeSet<UUID> early = new TreeSet<>(IdOrder.BY_BYTES);
    ended.keySet().stream().filter(on -> unit.hasEndedEarly(on)).forEach(early::add);
    Applied applied = new Applied(true, new ArrayList<>(), new ArrayList<>());
    settle(unit, ended, early, now, applied);
    return applied;
  }

  /**
   * Writes the tasks that a live task waits for from now on. Returns false if all of them have
   * ended.
   */
  static boolean await(RowAccess unit, UUID id, Waits waits) {
    WaiterRow row = unit.waiter(id);
    TreeMap<UUID, Optional<Status>> ends = new TreeMap<>(IdOrder.BY_BYTES);
    if (row != null) {
      ends.putAll(row.ends());
      ends.values().removeIf(Optional::isEmpty);
    }
    for (UUID on : waits.ended()) {
      LiveRow live = unit.live(on);
      if (live == null) {
        ends.computeIfAbsent(on, ended -> Optional.of(endOf(unit, ended, Status.DONE)));
      } else {
        unit.putLive(new LiveRow(live.task(), live.keys(), true));
        ends.put(on, Optional.empty());
      }
    }
    UUID before = row == null ? null : row.before();
    WaiterRow after = new WaiterRow(id, waits, ends, WaitState.WAITS, before);
    unit.putWaiter(after);
    return after.remaining() > 0;
  }

  /**
   * Returns the first task of an order. The result contains it as a released task if it is ready.
   */
  static Applied first(RowAccess unit, UUID id) {
    Task task = Objects.requireNonNull(unit.live(id)).task();
    boolean isReady = task.position().status() == Status.READY;
    return new Applied(true, isReady ? List.of(task.candidate()) : List.of(), List.of());
  }

  private static Status endOf(RowAccess unit, UUID id, Status untraced) {
    FinishedRow finished = unit.finished(id);
    return finished == null ? untraced : finished.task().status();
  }

  /** Returns the task that a new one must wait for in its order; null if it has none. */
  static @Nullable UUID before(RowAccess unit, NewTask task) {
    UUID last = task.isInOrder() ? unit.order(task.spec().flow()) : null;
    return last != null && (unit.live(last) != null || unit.hasEndedEarly(last)) ? last : null;
  }

  /**
   * Returns the task as it starts. It starts at once if it only has to wait for its turn and that
   * has come.
   */
  static NewTask placed(NewTask task, @Nullable UUID before) {
    Waits waits = task.waits();
    if (waits == null || !waits.inOrder() || waits.size() > 0 || before != null) {
      return task;
    }
    NextPosition start = WaitRules.withoutWaits(task.placement(), waits.hintExpiry());
    return new NewTask(task.id(), task.spec(), start, task.keys(), null, task.labels());
  }

  /**
   * Applies a transition and all its consequences for other tasks. Returns the tasks that are now
   * ready.
   */
  static Applied apply(RowAccess unit, Transition asked, Instant now) {
    LiveRow row = unit.live(asked.id());
    WaiterRow waiter = unit.waiter(asked.id());
    WaitRules.WaitStep step = waiter == null ? null : step(unit, waiter, asked);
    Transition transition = step == null ? asked : step.transition();
    if (!RowWrites.apply(unit, transition, now)) {
      return new Applied(false, List.of(), List.of());
    }
    Status after = transition.change().to();
    TreeSet<UUID> early = new TreeSet<>(IdOrder.BY_BYTES);
    if (waiter != null && step != null && step.after().standing() == WaitState.ENDED_EARLY) {
      early.add(transition.id());
    }
    if (after.isFinished() && early.isEmpty()) {
      unit.removeWaiter(transition.id());
    } else if (waiter != null && step != null) {
      unit.putWaiter(waiter.with(step.after().standing()));
    }
    Applied applied = new Applied(true, new ArrayList<>(), new ArrayList<>());
    if (row != null && row.awaited() && after.isFinished()) {
      settle(unit, Map.of(transition.id(), after), early, now, applied);
    }
    return applied;
  }

  /**
   * Returns the effect of a requested transition on the task and its waits; null if the task no
   * longer waits.
   */
  private static WaitRules.@Nullable WaitStep step(
      RowAccess unit, WaiterRow row, Transition asked) {
    if (row.standing() == WaitState.OVER) {
      return null;
    }
    List<WaitRules.End> ends = row.heard();
    UUID before = row.before();
    if (before != null && row.awaits(before) && unit.hasEndedEarly(before)) {
      ends.add(row.end(before, endOf(unit, before, Status.CANCELLED)).beforeTurn());
    }
    return WaitRules.step(row.waiter(), asked, ends, row.remaining());
  }

  /**
   * The result of a write.
   *
   * @param done whether the write was made
   * @param released tasks that are ready because all tasks they waited for have ended
   * @param moved tasks that were moved because other tasks ended
   */
  record Applied(boolean done, List<Candidate> released, List<UUID> moved) {}

  /**
   * Returns the tasks that a change of these tasks may change: the tasks themselves, and all that
   * wait for them.
   */
  static Set<UUID> reach(RowAccess unit, Collection<UUID> ids) {
    Set<UUID> reached = new TreeSet<>(IdOrder.BY_BYTES);
    List<UUID> next = new ArrayList<>(ids);
    while (!next.isEmpty()) {
      UUID id = next.remove(next.size() - 1);
      if (reached.add(id)) {
        next.addAll(unit.waitersOf(id));
      }
    }
    return reached;
  }

  static List<Prerequisite> waitedFor(RowAccess unit, UUID id) {
    WaiterRow row = unit.waiter(id);
    return row == null
        ? List.of()
        : row.ends().entrySet().stream()
            .map(entry -> new Prerequisite(entry.getKey(), entry.getValue().orElse(null)))
            .toList();
  }

  static WaitState standing(RowAccess unit, UUID id) {
    WaiterRow row = unit.waiter(id);
    return row == null ? WaitState.OVER : row.standing();
  }

  /**
   * Passes ends on to the waiting tasks, and the consequences to the tasks that wait for those.
   *
   * @param early tasks that ended before their turn: the task behind one of them isn't notified,
   *     unless it depends on the result
   */
  private static void settle(
      RowAccess unit, Map<UUID, Status> ended, Set<UUID> early, Instant now, Applied applied) {
    Map<UUID, Status> next = ended;
    while (!next.isEmpty()) {
      TreeMap<UUID, List<WaitRules.End>> heard = new TreeMap<>(IdOrder.BY_BYTES);
      for (Map.Entry<UUID, Status> end : next.entrySet()) {
        for (UUID id : List.copyOf(unit.waitersOf(end.getKey()))) {
          WaiterRow row = unit.waiter(id);
          if (row != null && row.awaits(end.getKey())) {
            WaitRules.End its = row.end(end.getKey(), end.getValue());
            boolean isEarly = its.isTurn() && early.contains(end.getKey());
            if (!isEarly || its.isInTheWay()) {
              heard
                  .computeIfAbsent(id, waiter -> new ArrayList<>())
                  .add(isEarly ? its.beforeTurn() : its);
            }
          }
        }
      }
      TreeMap<UUID, Status> cancelled = new TreeMap<>(IdOrder.BY_BYTES);
      heard.forEach(
          (id, ends) -> {
            boolean wasEarly = unit.hasEndedEarly(id);
            Transition move = hear(unit, id, ends, now);
            if (wasEarly && !unit.hasEndedEarly(id)) {
              early.remove(id);
              cancelled.put(id, endOf(unit, id, Status.CANCELLED));
              unit.removeWaiter(id);
            }
            if (move != null && RowWrites.apply(unit, move, now)) {
              applied.moved().add(id);
              if (move.change() instanceof Change.Finish finish) {
                if (unit.hasEndedEarly(id)) {
                  early.add(id);
                } else {
                  unit.removeWaiter(id);
                }
                cancelled.put(id, finish.to());
              } else {
                LiveRow row = unit.live(id);
                if (row != null && row.task().position().status() == Status.READY) {
                  applied.released().add(row.task().candidate());
                }
              }
            }
          });
      next = cancelled;
    }
  }

  private static @Nullable Transition hear(
      RowAccess unit, UUID id, List<WaitRules.End> ends, Instant now) {
    WaiterRow row = unit.waiter(id);
    if (row == null) {
      return null;
    }
    Waiter waiter = row.waiter();
    WaiterRow after = row;
    for (WaitRules.End end : ends) {
      if (end.isTurn() || !end.id().equals(row.before())) {
        after = after.ended(end.id(), end.status());
      }
    }
    Transition move = null;
    if (waiter.hears() && WaitRules.heard(waiter, ends) instanceof WaitVerdict.Over over) {
      LiveRow live = unit.live(id);
      move = live == null ? null : WaitRules.move(waiter, over, live.task(), now);
      after = after.with(over.inTheWay() == null ? WaitState.OVER : ended(after));
    } else if (row.standing() == WaitState.ENDED_EARLY && !after.awaitsTurn()) {
      after = after.with(WaitState.OVER);
    }
    unit.putWaiter(after);
    return move;
  }

  private static WaitState ended(WaiterRow row) {
    return row.waiter().ended().standing();
  }
}
