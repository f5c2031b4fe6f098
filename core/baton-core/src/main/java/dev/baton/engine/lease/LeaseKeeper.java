package dev.baton.engine.lease;

import dev.baton.cluster.NodeSettings;
import dev.baton.engine.base.BatchSizer;
import dev.baton.engine.base.Events;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.TaskLog;
import dev.baton.engine.base.UnreadableRows;
import dev.baton.hook.TaskEvent;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.core.TaskClaims;
import dev.baton.spi.core.TaskClaims.Renewal;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Candidate;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
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

/**
 * Keeps this node's leases alive from the claim until the outcome is written, but not while a
 * handler lives whose deadline has passed. Those that end first are renewed first, and so many at a
 * time as a part of a lease suffices for. It also gives back rows that carry this node's owner
 * though it doesn't hold them (the answer to their claim, or to their commit, was lost).
 */
public final class LeaseKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final int BATCH = 500;
  private static final int MIN_BATCH = 50;

  /** So many batches may fail in a round before the others are left for the next one. */
  private static final int MAX_FAILURES = 2;

  /** How often, between two renewals, a row is tried again that another transaction has locked. */
  private static final int BUSY_TRIES = 10;

  private static final Duration MAX_REST = Duration.ofMinutes(1);
  private static final Duration MAX_BUSY_WAIT = Duration.ofSeconds(1);

  private final NodeStart nodeStart;
  private final Leases held;
  private final TaskClaims claims;
  private final NodeRuntime runtime;
  private final NodeSettings settings;
  private final Events events;
  private final Hints hints;
  private final TaskLog log;
  private final Loop loop;
  private final long busyAgainNanos;

  /** What has more left than this was taken or renewed a moment ago. */
  private final long freshNanos;

  private final long lateNanos;

  private final UnreadableRows unreadable;
  private final BatchSizer pace;
  private final BatchSizer releasing;
  private List<LeasedTask> busy = List.of();
  private long nextRenewalNanos;

  /** When the latest renewal of all that needed one began, if it succeeded. */
  private volatile long renewedNanos;

  /**
   * How long nothing is claimed after a renewal that failed for long, and until when; 0 for not.
   */
  private volatile long restNanos;

  private volatile long restsUntilNanos;
  private volatile boolean doubtful;
  private volatile boolean asked;

  public LeaseKeeper(NodeContext node, Leases held, Hints hints) {
    this.nodeStart = node.owners().nodeStart();
    this.held = held;
    this.claims = node.claims();
    this.runtime = node.runtime();
    this.settings = node.settings();
    this.events = node.events();
    this.hints = hints;
    this.log = node.taskLog();
    this.unreadable = new UnreadableRows(node);
    // Leases end while the store is away: the wait between tries must stay well below one.
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

  /** An answer was lost: some row may carry our owner without our knowing. Looked for soon. */
  public void scheduleOrphanScan() {
    doubtful = true;
    loop.wake();
  }

  /** Some leases may not last until the next round. */
  public void renewNow() {
    asked = true;
    loop.wake();
  }

  /**
   * Whether no renewal has succeeded for two thirds of a lease: what is claimed now might not be
   * renewed either. With nothing left to renew, that is so for a while. Needs no memory.
   */
  public boolean isLate(long nowNanos) {
    return nowNanos - renewedNanos > lateNanos || (restNanos > 0 && nowNanos - restsUntilNanos < 0);
  }

  /**
   * Whether to renew all that is held takes too long, as far as can be told: no more is claimed.
   */
  public boolean isBehind() {
    return pace.isTooMany(held.size(), runtime.nanoTime());
  }

  /**
   * Whether this node has the task in hand and goes on with it: then it isn't lost, though its
   * lease has lapsed. It is renewed at once.
   */
  public boolean keeps(Task task) {
    UUID owner = task.position().owner();
    LeasedTask holding = owner == null ? null : held.find(task.id(), owner);
    boolean keeps = holding != null && holding.isRenewable(runtime.nanoTime());
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
    if (due || doubtful) {
      // Taken back before the search: a doubt raised meanwhile must not be forgotten.
      doubtful = false;
      releaseOrphans();
    }
    long wait = nextRenewalNanos - runtime.nanoTime();
    return Duration.ofNanos(Math.max(1, busy.isEmpty() ? wait : Math.min(wait, busyAgainNanos)));
  }

  private boolean renewIfDue() {
    long began = runtime.nanoTime();
    if (!asked && began - nextRenewalNanos < 0) {
      return false;
    }
    // Due until it has been done, whatever it was that failed.
    nextRenewalNanos = began;
    asked = false;
    List<LeasedTask> all = held.all();
    renew(all);
    tidyUp(all);
    renewedNanos = began;
    // From its beginning: a slow round mustn't make the time between two any longer.
    nextRenewalNanos = began + settings.renewEvery().toNanos();
    return true;
  }

  /** Those that were abandoned leave when their rows aren't this node's any more. */
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
   * What is busy then is all that was found so. A batch that fails keeps no other waiting, unless
   * several fail: then it is the store that can't.
   */
  private void renew(List<LeasedTask> holdings) {
    List<LeasedTask> foundBusy = new ArrayList<>();
    List<RuntimeException> failures = new ArrayList<>();
    Map<UUID, LeasedTask> batch = new TreeMap<>();
    int most = pace.size();
    for (LeasedTask holding : firstToEnd(holdings)) {
      // The answer names tasks: two holdings of one task, after a failover, must not share it.
      if (batch.size() >= most || batch.containsKey(holding.id())) {
        renew(List.copyOf(batch.values()), foundBusy, failures);
        batch.clear();
        most = pace.size();
      }
      // Asked now, not before: the batch ahead may have been long under way.
      if (holding.isRenewable(runtime.nanoTime())) {
        batch.put(holding.id(), holding);
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

  /** A holding and what was left of its lease when it was looked at. */
  private record Remaining(LeasedTask holding, long nanos) {}

  private List<LeasedTask> firstToEnd(List<LeasedTask> holdings) {
    long now = runtime.nanoTime();
    return holdings.stream()
        .map(holding -> new Remaining(holding, holding.trustedUntilNanos() - now))
        .filter(left -> left.nanos() < freshNanos)
        .sorted(Comparator.comparingLong(Remaining::nanos))
        .map(Remaining::holding)
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
      LeasedTask holding = batch.get(i);
      if (renewal.renewed().contains(holding.id())) {
        holding.renewed(before + settings.lease().toNanos());
      } else if (renewal.busy().contains(holding.id())) {
        // Still ours, for as long as its lease lasts: the transaction that has it locked decides.
        foundBusy.add(holding);
      } else {
        lost(holding, fences.get(i));
      }
    }
  }

  /**
   * What couldn't be renewed is lost soon, and then nothing is left to renew: claiming more at once
   * would only start it in order to lose it.
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

  private void lost(LeasedTask holding, ClaimFence asked) {
    // Gone on to its next state while we asked under the version before: nothing is lost.
    boolean stillAsAsked = holding.fence().equals(asked);
    String type = holding.type();
    if (stillAsAsked && holding.isRunning() && holding.lose()) {
      log.about(
          holding.id(),
          type,
          () ->
              LOG.info(
                  "Task {} was cancelled, moved by a signal or lost while it ran: this node"
                      + " interrupts its handler and ignores the result",
                  holding.id()));
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

  /** Where they are slow to write, leases are renewed in between. */
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

  /** One whose row can't be read lapses instead, and is stopped then. */
  private boolean isOrphan(Task task) {
    if (task.fault() != null) {
      return false;
    }
    UUID owner = task.position().owner();
    return owner != null && held.find(task.id(), owner) == null;
  }

  private void release(List<Task> orphans) {
    List<Transition> transitions =
        orphans.stream().map(t -> HolderRules.release(t, settings.hintExpiry())).toList();
    // Those that are busy are found again.
    List<Verdict> verdicts = unreadable.tryApply(orphans, transitions);
    List<Candidate> ready = new ArrayList<>();
    for (int i = 0; i < orphans.size(); i++) {
      if (verdicts.get(i) == Verdict.APPLIED) {
        Task orphan = orphans.get(i);
        log.about(
            orphan,
            () ->
                LOG.info(
                    "Released task {}: its claim committed but the reply was lost, and no handler"
                        + " started",
                    orphan.id()));
        events.emit(new TaskEvent.OrphanReleased(orphan.id()));
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
