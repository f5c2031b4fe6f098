package dev.baton.engine.lease;

import dev.baton.cluster.NodeSettings;
import dev.baton.engine.base.BatchSizer;
import dev.baton.engine.base.Events;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.LineLimit;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.TaskLog;
import dev.baton.engine.base.UnreadableRows;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.core.TaskClaims;
import dev.baton.spi.core.TaskClaims.Renewal;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Renews the leases of this node's tasks from the claim until the outcome is written. It stops
 * renewing a lease when the handler runs past its deadline. It renews the leases that end first
 * before the others, in batches that take only a part of a lease. It also gives back orphans. An
 * orphan is a row with an owner of this node that isn't in {@link Leases}, because the reply to its
 * claim or commit was lost.
 */
public final class LeaseKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final int BATCH = 500;
  private static final int MIN_BATCH = 50;

  /** If this number of batches fails in a round, the rest waits for the next round. */
  private static final int MAX_FAILURES = 2;

  /** Number of times that a locked row is tried again between two renewals. */
  private static final int BUSY_TRIES = 10;

  /**
   * Number of orphan searches after the last claim. They take two leases. By then, the database has
   * ended every claim whose reply was lost.
   */
  private static final int MAX_QUIET_SCANS = 6;

  private static final Duration MAX_REST = Duration.ofMinutes(1);
  private static final Duration MAX_BUSY_WAIT = Duration.ofSeconds(1);

  private final NodeStart nodeStart;
  private final Leases leases;
  private final TaskClaims claims;
  private final NodeRuntime runtime;
  private final NodeSettings settings;
  private final Events events;
  private final Hints hints;
  private final TaskLog log;
  private final LineLimit lostLines = new LineLimit();
  private final LineLimit orphanLines = new LineLimit();
  private final Loop loop;
  private final long busyAgainNanos;

  /** A lease with more time left than this was taken or renewed recently and is skipped. */
  private final long freshNanos;

  private final long lateNanos;

  private final UnreadableRows unreadable;
  private final BatchSizer pace;
  private final BatchSizer releasing;
  private List<LeasedTask> busy = List.of();
  private long nextRenewalNanos;

  /** Number of orphan searches in a row since this node last had or claimed a task. */
  private int quietScans;

  private long enteredAtScan;

  /** {@code nanoTime} at which the latest renewal began that succeeded for all leases. */
  private volatile long renewedNanos;

  /**
   * Time in which this node claims nothing after renewals have failed for long; 0 if it may claim.
   * {@code restsUntilNanos} is the end of that time.
   */
  private volatile long restNanos;

  private volatile long restsUntilNanos;
  private volatile boolean doubtful;
  private volatile boolean asked;

  public LeaseKeeper(NodeContext node, Leases leases, Hints hints) {
    this.nodeStart = node.owners().nodeStart();
    this.leases = leases;
    this.claims = node.claims();
    this.runtime = node.runtime();
    this.settings = node.settings();
    this.events = node.events();
    this.hints = hints;
    this.log = node.taskLog();
    this.unreadable = new UnreadableRows(node);
    // Leases end while the store is unreachable, so the wait between two tries must be much shorter
    // than a lease.
    Duration longestWait = settings.lease().dividedBy(10);
    this.loop = new Loop("lease-keeper", runtime, events, longestWait, this::round);
    this.lateNanos = 2 * settings.renewEvery().toNanos();
    this.renewedNanos = runtime.nanoTime();
    this.freshNanos = settings.lease().toNanos() / 10 * 9;
    this.pace = new BatchSizer(MIN_BATCH, BATCH, settings.lease());
    this.releasing = new BatchSizer(1, BATCH, settings.lease());
    this.nextRenewalNanos = runtime.nanoTime() + settings.renewEvery().toNanos();
    long often = settings.renewEvery().dividedBy(BUSY_TRIES).toNanos();
    this.busyAgainNanos = Math.max(1, Math.min(often, MAX_BUSY_WAIT.toNanos()));
  }

  public Loop loop() {
    return loop;
  }

  /** Searches soon for orphans, because a reply of the store was lost. */
  public void scheduleOrphanScan() {
    doubtful = true;
    loop.wake();
  }

  /** Renews all leases now, because some may end before the next round. */
  public void renewNow() {
    asked = true;
    loop.wake();
  }

  /**
   * Returns whether no renewal has succeeded for two thirds of a lease. Then this node must not
   * claim tasks. It might be unable to renew the leases of new tasks, too. After long failures the
   * result remains true for a while, even if this node has no lease left to renew. This method
   * allocates no memory.
   */
  public boolean isLate(long nowNanos) {
    return nowNanos - renewedNanos > lateNanos || (restNanos > 0 && nowNanos - restsUntilNanos < 0);
  }

  /**
   * Returns whether renewing the leases of all claimed tasks would probably take too long. The node
   * then claims no more tasks.
   */
  public boolean isBehind() {
    return pace.isTooMany(leases.size(), runtime.nanoTime());
  }

  /**
   * Returns whether this node has claimed the task and can still renew its lease. Then the task
   * isn't lost, even if its lease has expired in the database. In this case, this method also
   * triggers a renewal.
   */
  public boolean keeps(Task task) {
    UUID owner = task.position().owner();
    LeasedTask leased = owner == null ? null : leases.find(task.id(), owner);
    boolean keeps = leased != null && leased.isRenewable(runtime.nanoTime());
    if (keeps) {
      renewNow();
    }
    return keeps;
  }

  private Duration round() {
    boolean due = renewIfDue();
    if (!due && !busy.isEmpty()) {
      renew(busy);
    }
    if (doubtful || (due && mayHaveOrphans())) {
      // Reset this before the search, so that a request that arrives during the search isn't lost.
      doubtful = false;
      releaseOrphans();
    }
    long wait = nextRenewalNanos - runtime.nanoTime();
    return Duration.ofNanos(Math.max(1, busy.isEmpty() ? wait : Math.min(wait, busyAgainNanos)));
  }

  /**
   * Returns whether a lost reply may have left an orphan. This is false if this node has claimed
   * nothing for long.
   */
  private boolean mayHaveOrphans() {
    long entered = leases.entered();
    quietScans = leases.size() == 0 && entered == enteredAtScan ? quietScans + 1 : 0;
    enteredAtScan = entered;
    return quietScans <= MAX_QUIET_SCANS;
  }

  private boolean renewIfDue() {
    long began = runtime.nanoTime();
    if (!asked && began - nextRenewalNanos < 0) {
      return false;
    }
    // The renewal remains due until it succeeds.
    nextRenewalNanos = began;
    asked = false;
    List<LeasedTask> all = leases.all();
    renew(all);
    tidyUp(all);
    renewedNanos = began;
    // The interval is counted from the beginning, so that a slow round doesn't make it longer.
    nextRenewalNanos = began + settings.renewEvery().toNanos();
    return true;
  }

  /** Removes abandoned tasks whose rows no longer belong to this node. */
  private void tidyUp(List<LeasedTask> all) {
    long now = runtime.nanoTime();
    List<LeasedTask> over = all.stream().filter(one -> one.isAbandonedAndOver(now)).toList();
    for (LeasedTask one : over) {
      if (claims.confirm(List.of(one.fence())).isEmpty()) {
        one.leave();
      }
    }
  }

  /**
   * Renews leases in batches. Afterwards {@code busy} contains the tasks whose rows other
   * transactions have locked. If one batch fails, the others are still tried. If several batches
   * fail, the store itself has probably failed.
   */
  private void renew(List<LeasedTask> tasks) {
    List<LeasedTask> foundBusy = new ArrayList<>();
    List<RuntimeException> failures = new ArrayList<>();
    Map<UUID, LeasedTask> batch = new TreeMap<>();
    int most = pace.size();
    for (LeasedTask leased : firstToEnd(tasks)) {
      // The reply contains only task ids. After a failover a task may be in the leases twice, so a
      // batch contains each id only once.
      if (batch.size() >= most || batch.containsKey(leased.id())) {
        renew(List.copyOf(batch.values()), foundBusy, failures);
        batch.clear();
        most = pace.size();
      }
      // Check this now, because the previous batch may have taken long.
      if (leased.isRenewable(runtime.nanoTime())) {
        batch.put(leased.id(), leased);
      }
    }
    if (!batch.isEmpty()) {
      renew(List.copyOf(batch.values()), foundBusy, failures);
    }
    busy = foundBusy;
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  private void renew(
      List<LeasedTask> batch, List<LeasedTask> foundBusy, List<RuntimeException> failures) {
    try {
      renew(batch, foundBusy);
    } catch (RuntimeException failed) {
      failures.add(failed);
      if (failures.size() == MAX_FAILURES) {
        throw failures.get(0);
      }
    }
  }

  /** A claimed task and the time that was left of its lease. */
  private record Remaining(LeasedTask leased, long nanos) {}

  private List<LeasedTask> firstToEnd(List<LeasedTask> tasks) {
    long now = runtime.nanoTime();
    return tasks.stream()
        .map(leased -> new Remaining(leased, leased.trustedUntilNanos() - now))
        .filter(left -> left.nanos() < freshNanos)
        .sorted(Comparator.comparingLong(Remaining::nanos))
        .map(Remaining::leased)
        .toList();
  }

  private void renew(List<LeasedTask> batch, List<LeasedTask> foundBusy) {
    long before = runtime.nanoTime();
    List<ClaimFence> fences = batch.stream().map(LeasedTask::fence).toList();
    pace.begins(batch.size(), before);
    Renewal renewal;
    boolean isAnswered = false;
    try {
      renewal = claims.renew(settings.lease(), fences);
      isAnswered = true;
      pace.succeeded();
    } catch (RuntimeException | Error broken) {
      pace.failed();
      throw broken;
    } finally {
      long after = runtime.nanoTime();
      pace.ended(after);
      rest(isAnswered, after);
    }
    for (int i = 0; i < batch.size(); i++) {
      LeasedTask leased = batch.get(i);
      if (renewal.renewed().contains(leased.id())) {
        leased.renewed(before + settings.lease().toNanos());
      } else if (renewal.busy().contains(leased.id())) {
        // The task still belongs to this node while its lease lasts. Whether it can be renewed
        // depends on the transaction that has locked its row.
        foundBusy.add(leased);
      } else {
        lost(leased, fences.get(i));
      }
    }
  }

  /**
   * Stops claims after renewals have failed for long. Leases that can't be renewed are soon lost,
   * and then no renewal is left that could fail. New claims would be lost in the same way.
   */
  private void rest(boolean isAnswered, long nowNanos) {
    if (isAnswered) {
      restNanos = 0;
    } else if (nowNanos - renewedNanos > lateNanos) {
      long lease = settings.lease().toNanos();
      if (nowNanos - restsUntilNanos >= 0 || restNanos == 0) {
        restNanos = Math.min(Math.max(lease, 2 * restNanos), Math.max(lease, MAX_REST.toNanos()));
      }
      restsUntilNanos = nowNanos + restNanos;
    }
  }

  private void lost(LeasedTask leased, ClaimFence asked) {
    // If the task moved to its next state during the call, the version in the request was outdated,
    // and the lease isn't lost.
    boolean stillAsAsked = leased.fence().equals(asked);
    String type = leased.type();
    if (stillAsAsked && leased.isRunning() && leased.lose()) {
      log.about(
          leased.id(),
          type,
          () ->
              lostLines.log(
                  LOG,
                  Level.INFO,
                  runtime.nanoTime(),
                  "Task {} was cancelled, moved by a signal or lost while it ran. This node"
                      + " interrupts its handler and ignores the result",
                  leased.id()));
    }
  }

  private void releaseOrphans() {
    UUID after = null;
    List<Task> page;
    do {
      page = claims.heldBy(nodeStart, after, BATCH);
      releaseAll(page.stream().filter(this::isOrphan).toList());
      after = page.isEmpty() ? null : page.get(page.size() - 1).id();
    } while (page.size() == BATCH);
  }

  /** Gives back orphans in batches. If the writes are slow, it renews leases in between. */
  private void releaseAll(List<Task> orphans) {
    int from = 0;
    while (from < orphans.size()) {
      int to = Math.min(orphans.size(), from + releasing.size());
      releasing.begins(to - from, runtime.nanoTime());
      try {
        release(orphans.subList(from, to));
        releasing.succeeded();
      } catch (RuntimeException | Error broken) {
        releasing.failed();
        throw broken;
      } finally {
        releasing.ended(runtime.nanoTime());
      }
      from = to;
      renewIfDue();
    }
  }

  /**
   * Returns whether the row isn't in this node's leases. A row that can't be read isn't given back.
   * It is stopped when its lease expires.
   */
  private boolean isOrphan(Task task) {
    if (task.fault() != null) {
      return false;
    }
    UUID owner = task.position().owner();
    return owner != null && leases.find(task.id(), owner) == null;
  }

  private void release(List<Task> orphans) {
    List<Transition> transitions =
        orphans.stream().map(t -> HolderRules.release(t, settings.hintExpiry())).toList();
    // The next search finds rows that are locked now.
    List<Boolean> released = unreadable.tryApply(orphans, transitions);
    List<Candidate> ready = new ArrayList<>();
    for (int i = 0; i < orphans.size(); i++) {
      if (released.get(i)) {
        Task orphan = orphans.get(i);
        log.about(
            orphan,
            () ->
                orphanLines.log(
                    LOG,
                    Level.INFO,
                    runtime.nanoTime(),
                    "Released task {}. Its claim committed but the reply was lost, and no handler"
                        + " started",
                    orphan.id()));
        events.emit(new NodeEvent.OrphanReleased(orphan.id()));
        ready.add(released(orphan));
      }
    }
    hints.announce(ready);
  }

  private static Candidate released(Task task) {
    Position p = task.position();
    return new Candidate(
        task.id(),
        p.version() + 1,
        task.spec().bucket(),
        task.spec().flow(),
        task.spec().priority(),
        task.arrivedAt());
  }
}
