package dev.baton.tck.simulation;

import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks the handlers. A handler starts only for a task that its node held, only once per holding,
 * not too early and not too often. At most as many handlers run at a time as slots exist.
 */
final class Runs {
  /**
   * Longest time from the engine's last read of the clock to the handler's start, while the clock
   * may run at any speed.
   */
  private static final Duration LATE = Duration.ofMillis(110);

  /**
   * Time after a change of the clock during which some leases may expire early or late. It is
   * longer than any lease.
   */
  private static final Duration SETTLED = Duration.ofSeconds(15);

  private final Violations violations;
  private final SimulatedDatabase database;
  private final History history;
  private final Types types;
  private final boolean nobodyFalls;
  private final PauseCheck pauses;
  private final BucketCheck buckets;
  private final Map<UUID, List<Run>> byTask = new HashMap<>();
  private final List<Run> active = new ArrayList<>();
  private final Set<UUID> rolledBack = new HashSet<>();
  private final Map<UUID, Instant> notBefore = new HashMap<>();
  private final Map<UUID, Integer> permits = new HashMap<>();
  private final Set<UUID> started = new LinkedHashSet<>();
  private long count;

  Runs(
      Violations violations,
      SimulatedDatabase database,
      History history,
      Types types,
      boolean nobodyFalls,
      PauseCheck pauses,
      BucketCheck buckets) {
    this.pauses = pauses;
    this.buckets = buckets;
    this.nobodyFalls = nobodyFalls;
    this.violations = violations;
    this.database = database;
    this.history = history;
    this.types = types;
  }

  long count() {
    return count;
  }

  /**
   * Notes that the transaction that added this task was rolled back, so that the task must never
   * run.
   */
  void neverWas(UUID task) {
    rolledBack.add(task);
    if (byTask.containsKey(task) || history.wasCommitted(task)) {
      violations.report("task " + task + " was rolled back but exists");
    }
  }

  void notBefore(UUID task, Instant time) {
    // The adder may report the task later than an operator changed it.
    if (!permits.containsKey(task)) {
      notBefore.put(task, time);
    }
  }

  /** Notes that an operator may have let the task run once more, at once. */
  void permit(UUID task) {
    permits.merge(task, 1, Integer::sum);
    notBefore.remove(task);
  }

  /** Returns the tasks in the order of their first starts. */
  List<UUID> inOrder() {
    return new ArrayList<>(started);
  }

  Run begin(SimulatedNode node, Attempt attempt, boolean async) {
    long now = node.simulation().nowNanos();
    Run run = new Run(node, attempt, async, now);
    UUID task = attempt.taskId();
    node.simulation().line(() -> "handler of " + attempt.type() + " " + task + " v" + run.token);
    check(run, task);
    pauses.started(node, attempt);
    buckets.begins(node, attempt.type());
    checkLease(run, task);
    count++;
    started.add(task);
    byTask.computeIfAbsent(task, id -> new ArrayList<>()).add(run);
    active.add(run);
    checkSlots(run);
    return run;
  }

  void end(Run run, @Nullable Outcome<?> outcome) {
    if (run.node.isDead() || run.hasEnded()) {
      return;
    }
    run.node
        .simulation()
        .line(() -> "handler ends " + run.attempt.taskId() + " v" + run.token + " " + outcome);
    run.end(outcome, run.node.simulation().nowNanos());
    active.remove(run);
    if (nobodyFalls) {
      checkCancelled(run);
    }
  }

  /**
   * Checks, in worlds that lose no lease, that a handler is cancelled only after it has lost its
   * row.
   */
  private void checkCancelled(Run run) {
    UUID task = run.attempt.taskId();
    Task row = history.rows().getOrDefault(task, History.Row.GONE).live();
    Duration deadline = types.of(run.attempt.type()).deadline();
    boolean overdue = run.endedNanos() - run.startedNanos >= deadline.toNanos() * 9 / 10;
    boolean held =
        row != null
            && row.position().version() == run.token
            && history.holder(task, row.position()) == run.node;
    if (run.attempt.isCancelled() && held && !overdue) {
      violations.report(task + " was cancelled while it holds its row");
    }
  }

  /** Returns the runs of this task under this version on this node. */
  List<Run> of(UUID task, long version, SimulatedNode node) {
    List<Run> found = new ArrayList<>();
    for (Run run : byTask.getOrDefault(task, List.of())) {
      if (run.token == version && run.node == node) {
        found.add(run);
      }
    }
    return found;
  }

  private void check(Run run, UUID task) {
    Attempt attempt = run.attempt;
    if (rolledBack.contains(task)) {
      violations.report("ghost: " + task + " runs, although its transaction was rolled back");
    }
    if (!history.wasHeld(task, run.token, run.node)) {
      violations.report(
          "ghost: " + task + " runs under version " + run.token + " on " + run.node + " unheld");
    }
    for (Run other : of(task, run.token, run.node)) {
      if (!other.hasEnded() && history.holdings(task, run.token, run.node) < 2) {
        violations.report(task + " runs twice at a time under version " + run.token);
      }
    }
    Types.Kind kind = types.of(attempt.type());
    // An operator who gives a task in ERROR another time gives it another attempt.
    int allowed = kind.attempts() + attempt.losses() + permits.getOrDefault(task, 0);
    if (attempt.number() > allowed) {
      violations.report(
          task
              + " of "
              + attempt.type()
              + " has its attempt "
              + attempt.number()
              + " with "
              + attempt.losses()
              + " losses");
    }
    Instant early = notBefore.get(task);
    if (early != null && database.latest().isBefore(early)) {
      violations.report(task + " runs before " + early);
    }
    int before = byTask.getOrDefault(task, List.of()).size();
    if (kind.once() && before > permits.getOrDefault(task, 0) && history.rewinds() == 0) {
      violations.report(task + " of " + attempt.type() + " starts again without a request");
    }
  }

  /**
   * Checks that the node has the lease when a handler starts. A failover may have changed the
   * clock.
   */
  private void checkLease(Run run, UUID task) {
    Task row = history.rows().getOrDefault(task, History.Row.GONE).live();
    if (row == null
        || row.position().version() != run.token
        || row.position().nextEventAt() == null
        || history.rewinds() > 0) {
      return;
    }
    long now = run.node.simulation().nowNanos();
    if (now - database.clockPutNanos() < SETTLED.toNanos()) {
      return;
    }
    Duration over = Duration.between(row.position().nextEventAt(), database.now());
    boolean stoodStill = now - run.node.thawedNanos() < LATE.toNanos();
    if (over.compareTo(LATE) > 0 && !stoodStill) {
      violations.report(task + " starts " + over + " after its lease");
    }
  }

  private void checkSlots(Run run) {
    active.removeIf(other -> other.node.isDead());
    int onNode = 0;
    int ofType = 0;
    int ofKey = 0;
    int told = 0;
    for (Run other : active) {
      if (other.node == run.node && other.isActive()) {
        onNode++;
        boolean sameType = other.attempt.type().equals(run.attempt.type());
        ofType += sameType ? 1 : 0;
        told += other.attempt.state().equals(TalkCheck.TOLD) ? 1 : 0;
        ofKey += sameType && other.attempt.key().equals(run.attempt.key()) ? 1 : 0;
      }
    }
    Types.Kind kind = types.of(run.attempt.type());
    if (told > Types.SLOTS_WHEN_TOLD) {
      violations.report(told + " cancelled tasks continue to run on " + run.node);
    }
    if (onNode > types.maxRunning() || ofType > kind.slots() || ofKey > kind.slotsPerKey()) {
      violations.report(
          "slots of "
              + run.node
              + " exceeded: "
              + onNode
              + " in all, "
              + ofType
              + " of "
              + run.attempt.type()
              + ", "
              + ofKey
              + " of key '"
              + run.attempt.key()
              + "'");
    }
  }
}
