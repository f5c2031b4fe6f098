package dev.baton.engine.sweep;

import dev.baton.cluster.NodeSettings;
import dev.baton.engine.base.Activity;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.LineLimit;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.UnreadableRows;
import dev.baton.engine.cluster.Registry;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Leadership;
import dev.baton.spi.core.TaskSweeps;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.SweepRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Handles tasks whose alarm time has passed. It makes due tasks ready, resumes or stops tasks with
 * expired leases, and repeats lost hints. Tasks that became ready are candidates again. One node of
 * the cluster has this duty at a time. If two nodes have it for a moment, they do some work twice
 * without harm.
 */
public final class Sweeper {
  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
  private static final int DUE_BATCH = 1_000;
  private static final int DUE_BATCHES = 20;
  private static final int OVERDUE_BATCH = 500;

  private final NodeContext node;
  private final TaskSweeps sweeps;
  private final NodeSettings settings;
  private final Hints hints;
  private final Registry registry;
  private final Predicate<Task> keptHere;
  private final Duty duty;
  private final Loop loop;
  private final UnreadableRows unreadable;
  private final LeaseGrace grace;
  private final DoubtfulLosses doubtful = new DoubtfulLosses();
  private long sweptNanos;
  private long readNanos;
  private final SweepWindow due;
  private long nextShorteningNanos;
  private final SweepWalk leases;
  private final SweepWalk hintsGiven;
  private final LineLimit lostLines = new LineLimit();
  private final LineLimit stoppedLines = new LineLimit();

  /**
   * @param keptHere returns whether this node has claimed the task, renews its lease and will write
   *     its outcome
   */
  public Sweeper(
      NodeContext node,
      Leadership leadership,
      Hints hints,
      Registry registry,
      Predicate<Task> keptHere) {
    this.node = node;
    this.sweeps = node.sweeps();
    this.settings = node.settings();
    this.hints = hints;
    this.registry = registry;
    this.keptHere = keptHere;
    this.unreadable = new UnreadableRows(node);
    this.grace = new LeaseGrace(settings);
    this.duty =
        new Duty(
            "sweeper",
            node.owners().node(),
            leadership,
            node.runtime(),
            node.events(),
            settings.sweep());
    long now = node.runtime().nanoTime();
    this.nextShorteningNanos = now;
    this.sweptNanos = now - Activity.LONGEST_REST.toNanos();
    this.due = new SweepWindow(now);
    this.leases = new SweepWalk(now);
    this.hintsGiven = new SweepWalk(now);
    // Tasks become due at any moment, so the wait after a failure is at most a second.
    this.loop =
        new Loop("sweeper", node.runtime(), node.events(), Duration.ofSeconds(1), this::round);
    node.activity().onWork(settings.sweep(), loop::wake);
  }

  public Loop loop() {
    return loop;
  }

  /**
   * Resigns from the duty, so that another node can take it at once. Call this after the loop has
   * ended.
   */
  public void resign() {
    duty.resign();
  }

  private Duration round() throws InterruptedException {
    Duration rest = node.activity().rest(settings.sweep(), sweptNanos);
    if (!rest.isZero()) {
      return Collections.min(List.of(rest, duty.keep()));
    }
    sweptNanos = node.runtime().nanoTime();
    grace.trying(sweptNanos);
    return duty.lead(this::sweep, this::rest);
  }

  private Duration rest() {
    grace.reached(node.runtime().nanoTime());
    return settings.sweep();
  }

  /**
   * Makes due tasks ready, and handles overdue tasks. A failure of the first part doesn't prevent
   * the second, so that expired leases don't wait for due tasks.
   */
  private Duration sweep() {
    boolean more;
    try {
      more = makeDue();
    } catch (RuntimeException | Error broken) {
      try {
        sweepOverdue();
      } catch (RuntimeException | Error both) {
        if (both != broken) {
          broken.addSuppressed(both);
        }
      }
      throw broken;
    }
    more |= sweepOverdue();
    return more ? Duration.ZERO : settings.sweep();
  }

  private boolean makeDue() {
    for (int i = 0; i < DUE_BATCHES; i++) {
      long began = node.runtime().nanoTime();
      Instant upTo = node.clock().now();
      Instant since = due.since(began);
      List<Candidate> ready = sweeps.due(settings.hintExpiry(), since, DUE_BATCH);
      grace.reached(node.runtime().nanoTime());
      if (!ready.isEmpty()) {
        node.events().emit(new NodeEvent.Due(ready.size()));
        hints.announce(ready);
      }
      if (ready.size() < DUE_BATCH) {
        due.seen(since, upTo, began, node.runtime().nanoTime());
        return false;
      }
    }
    return true;
  }

  /**
   * Handles overdue tasks. Returns true if more expired leases may follow. Of expired hints, each
   * round handles one batch.
   */
  private boolean sweepOverdue() {
    registry.look();
    if (!grace.isOver(node.runtime().nanoTime())) {
      return false;
    }
    shortenLeases();
    List<Task> overdue = lookForOverdue();
    // Another call to the store may have failed for long, but this call has succeeded.
    grace.reached(node.runtime().nanoTime());
    if (overdue.isEmpty() || !mayJudge(overdue)) {
      return false;
    }
    Map<Boolean, List<Task>> byLease =
        unreadable.stopped(overdue).stream().collect(Collectors.partitioningBy(Sweeper::isLapsed));
    // Handle expired leases first: lost tasks are resumed before hints are repeated.
    try {
      sweep(byLease.getOrDefault(true, List.of()));
    } finally {
      // Repeat hints even if expired leases can't be written.
      sweep(byLease.getOrDefault(false, List.of()));
    }
    return leases.isUnderWay();
  }

  /**
   * Shortens leases that were taken while the store's clock was ahead. Otherwise they would remain
   * valid until the clock reaches that time again. This doesn't disturb nodes that run a task,
   * because they measure the lease on their own clock and renew it.
   */
  private void shortenLeases() {
    long now = node.runtime().nanoTime();
    Duration longest = now - nextShorteningNanos < 0 ? null : registry.longestLease().orElse(null);
    if (longest == null) {
      return;
    }
    List<Task> far = sweeps.leasesBeyond(longest.multipliedBy(2), OVERDUE_BATCH);
    List<ClaimFence> fences =
        far.stream()
            .filter(task -> isLapsed(task) && task.fault() == null)
            .map(task -> new ClaimFence(task.id(), task.position().version(), ownerOf(task)))
            .toList();
    int shortened = fences.isEmpty() ? 0 : node.claims().renew(longest, fences).renewed().size();
    nextShorteningNanos = now + settings.lease().toNanos();
    if (shortened > 0) {
      LOG.warn(
          "{} running tasks had leases that end later than any node could set. The store's clock"
              + " was probably set back. Tasks that no node renews are resumed in {}",
          shortened,
          Texts.duration(longest));
    }
  }

  private static UUID ownerOf(Task running) {
    return Objects.requireNonNull(running.position().owner());
  }

  /**
   * Returns whether expired leases may count as lost now. If the store's clock was just set
   * forward, the live nodes first get time to renew their leases.
   */
  private boolean mayJudge(List<Task> overdue) {
    if (overdue.stream().anyMatch(task -> isLapsed(task) && !keptHere.test(task))) {
      node.clock().read(node.reports()::report);
      grace.jumped(node.clock().jumpedNanos(), node.runtime().nanoTime());
    }
    return grace.isOver(node.runtime().nanoTime());
  }

  private static boolean isLapsed(Task task) {
    return task.position().status() == Status.RUNNING;
  }

  /** Returns whether the lease has expired but its node is live and may still renew it. */
  private boolean isDoubtful(Task task) {
    if (!isLapsed(task) || task.position().owner() == null) {
      return false;
    }
    Optional<Duration> lease = registry.leaseOfLive(ownerOf(task), readNanos);
    if (lease.isPresent() && !doubtful.isLost(task, lease.get(), node.runtime().nanoTime())) {
      return true;
    }
    doubtful.forget(task.id());
    return false;
  }

  /**
   * Writes the transitions of overdue tasks. Tasks that this node itself runs are skipped, even if
   * it renews their leases late.
   */
  private void sweep(List<Task> found) {
    List<Task> overdue = new ArrayList<>();
    List<Transition> transitions = new ArrayList<>();
    for (Task task : found) {
      if (!keptHere.test(task) && !isDoubtful(task)) {
        try {
          transitions.add(move(task));
          overdue.add(task);
        } catch (IllegalArgumentException impossible) {
          // No rule fits the content of this row. The other tasks are still handled.
          unreadable.stop(task, String.valueOf(impossible.getMessage()));
        }
      }
    }
    if (overdue.isEmpty()) {
      return;
    }
    // If a transaction has locked a row, its task is handled when all alarms are read the next
    // time.
    List<Boolean> applied = unreadable.tryApply(overdue, transitions);
    List<Candidate> ready = new ArrayList<>();
    for (int i = 0; i < overdue.size(); i++) {
      if (applied.get(i)) {
        told(overdue.get(i), transitions.get(i), ready);
      }
    }
    hints.announce(ready);
    logUnknown(overdue, transitions, applied);
  }

  /**
   * Logs only one line per type and batch, so that many tasks of an unknown type don't flood the
   * log.
   */
  private void logUnknown(List<Task> overdue, List<Transition> transitions, List<Boolean> applied) {
    Set<String> said = new HashSet<>();
    for (int i = 0; i < overdue.size(); i++) {
      Task task = overdue.get(i);
      boolean stopped = applied.get(i) && transitions.get(i).rule() == Rule.UNKNOWN_TYPE;
      if (stopped && said.add(task.spec().type())) {
        String error = Texts.line(transitions.get(i).error());
        node.taskLog()
            .about(
                task,
                () ->
                    LOG.error("Stopped task {}, and perhaps more, in ERROR: {}", task.id(), error));
      }
    }
  }

  private Transition move(Task task) {
    UUID owner = task.position().owner();
    if (owner != null) {
      return SweepRules.lost(task, settings.hintExpiry(), Texts.line(registry.nameOf(owner)));
    }
    if (task.position().status() != Status.READY) {
      return SweepRules.overdue(task, settings.hintExpiry());
    }
    if (node.pauses().cover(task.spec().bucket(), task.spec().flow())) {
      return UnclaimedRules.paused(task, settings);
    }
    return UnclaimedRules.standing(task, registry.standing(task.spec().type()), settings);
  }

  /**
   * Reads the next page of overdue tasks. Tasks that can't be handled don't delay others, because
   * the next page begins after them.
   */
  private List<Task> lookForOverdue() {
    long began = node.runtime().nanoTime();
    Instant upTo = node.clock().now();
    SweepPlace fromLease = leases.place(began, upTo);
    SweepPlace fromHint = hintsGiven.place(began, upTo);
    List<Task> overdue = sweeps.overdue(fromLease, fromHint, OVERDUE_BATCH);
    readNanos = node.runtime().nanoTime();
    long took = readNanos - began;
    Task last = overdue.size() < OVERDUE_BATCH ? null : overdue.get(OVERDUE_BATCH - 1);
    if (last != null && isLapsed(last)) {
      leases.readPage(last, took);
    } else {
      leases.readLast(began, took);
      if (last == null) {
        hintsGiven.readLast(began, took);
      } else {
        hintsGiven.readPage(last, took);
      }
    }
    return overdue;
  }

  private void told(Task task, Transition transition, List<Candidate> ready) {
    node.events()
        .emit(
            new NodeEvent.Swept(
                task.id(), task.spec().flow(), transition.rule(), task.spec().bucket()));
    node.taskLog().about(task, () -> logLost(task, transition));
    if (transition.change().to() == Status.READY) {
      ready.add(task.at(transition.positionAt(node.clock().now())).candidate());
    }
  }

  private void logLost(Task task, Transition lost) {
    Rule rule = lost.rule();
    if (rule == Rule.LOST) {
      lostLines.log(
          LOG,
          Level.WARN,
          node.runtime().nanoTime(),
          "Task {} of type {} is READY again, and any node may resume it: {}",
          task.id(),
          Texts.line(task.spec().type()),
          String.valueOf(lost.error()));
    } else if (rule == Rule.LOST_TO_ERROR) {
      stoppedLines.log(
          LOG,
          Level.ERROR,
          node.runtime().nanoTime(),
          "Task {} of type {} stays in ERROR until an operator retries, fails or cancels it: {}."
              + " This is loss number {} of the task",
          task.id(),
          Texts.line(task.spec().type()),
          String.valueOf(lost.error()),
          task.position().losses() + 1);
    }
  }
}
