package dev.baton.engine.lease;

import dev.baton.api.NodeSettings;
import dev.baton.api.TaskEvent;
import dev.baton.engine.Events;
import dev.baton.engine.Hints;
import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TaskStore.Renewal;
import dev.baton.spi.TaskStore.Verdict;
import dev.baton.task.Candidate;
import dev.baton.task.Hold;
import dev.baton.task.HolderRules;
import dev.baton.task.Incarnation;
import dev.baton.task.Position;
import dev.baton.task.Task;
import dev.baton.task.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node's leases alive while their handlers live or what they came to is set aside, and
 * gives back rows that carry this node's owner though it doesn't hold them (the answer to their
 * claim, or to their commit, was lost).
 */
public final class LeaseKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final int BATCH = 500;

  /** So often between two renewals is a row asked for that somebody else has locked. */
  private static final int BUSY_TRIES = 10;

  private static final Duration MOST_BUSY_WAIT = Duration.ofSeconds(1);

  private final Incarnation incarnation;
  private final HeldTasks held;
  private final TaskStore store;
  private final NodeRuntime runtime;
  private final NodeSettings settings;
  private final Events events;
  private final Hints hints;
  private final Loop loop;
  private final long busyAgainNanos;
  private List<Holding> busy = List.of();
  private long nextRenewalNanos;
  private volatile boolean doubtful;

  public LeaseKeeper(NodeContext node, HeldTasks held, Hints hints) {
    this.incarnation = node.owners().incarnation();
    this.held = held;
    this.store = node.store();
    this.runtime = node.runtime();
    this.settings = node.settings();
    this.events = node.events();
    this.hints = hints;
    // Leases end while the store is away: the wait between tries must stay well below one.
    Duration longestWait = settings.lease().dividedBy(10);
    this.loop = new Loop("lease-keeper", runtime, events, longestWait, this::round);
    this.nextRenewalNanos = runtime.nanoTime() + settings.renewEvery().toNanos();
    long often = settings.renewEvery().dividedBy(BUSY_TRIES).toNanos();
    this.busyAgainNanos = Math.max(1, Math.min(often, MOST_BUSY_WAIT.toNanos()));
  }

  public Loop loop() {
    return loop;
  }

  /** An answer was lost: some row may carry our owner without our knowing. Looked for soon. */
  public void doubt() {
    doubtful = true;
    loop.wake();
  }

  private Duration round() {
    boolean due = runtime.nanoTime() - nextRenewalNanos >= 0;
    if (due) {
      renew(held.all());
      nextRenewalNanos = runtime.nanoTime() + settings.renewEvery().toNanos();
    } else if (!busy.isEmpty()) {
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

  /** What is busy then is all that was found so, by id. */
  private void renew(List<Holding> holdings) {
    List<Holding> foundBusy = new ArrayList<>();
    List<Holding> batch = new ArrayList<>(BATCH);
    UUID last = null;
    for (Holding holding : holdings) {
      // The answer names tasks: two holdings of one task, after a failover, must not share it.
      if (batch.size() == BATCH || holding.id().equals(last)) {
        renew(batch, foundBusy);
        batch.clear();
      }
      // Asked now, not before: the batch ahead may have been long under way.
      if (holding.isRenewable(runtime.nanoTime())) {
        batch.add(holding);
        last = holding.id();
      }
    }
    if (!batch.isEmpty()) {
      renew(batch, foundBusy);
    }
    busy = foundBusy;
  }

  private void renew(List<Holding> batch, List<Holding> foundBusy) {
    long before = runtime.nanoTime();
    List<Hold> holds = batch.stream().map(Holding::hold).toList();
    Renewal renewal = store.renew(settings.lease(), holds);
    for (int i = 0; i < batch.size(); i++) {
      Holding holding = batch.get(i);
      if (renewal.renewed().contains(holding.id())) {
        holding.renewed(before + settings.lease().toNanos());
      } else if (renewal.busy().contains(holding.id())) {
        // Still ours, for as long as its lease lasts: whoever has it locked decides.
        foundBusy.add(holding);
      } else {
        lost(holding, holds.get(i));
      }
    }
  }

  private static void lost(Holding holding, Hold asked) {
    // Gone on to its next state while we asked under the version before: nothing is lost.
    boolean stillAsAsked = holding.hold().equals(asked);
    if (stillAsAsked && holding.isRunning() && holding.lose()) {
      LOG.info(
          "Task {} was cancelled, ejected or lost while it ran: its handler is interrupted and"
              + " its result ignored",
          holding.id());
    }
  }

  private void releaseOrphans() {
    UUID after = null;
    List<Task> page;
    do {
      page = store.heldBy(incarnation, after, BATCH);
      release(page.stream().filter(this::isOrphan).toList());
      after = page.isEmpty() ? null : page.get(page.size() - 1).id();
    } while (page.size() == BATCH);
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
    if (orphans.isEmpty()) {
      return;
    }
    List<Transition> transitions =
        orphans.stream().map(t -> HolderRules.release(t, settings.hintExpiry())).toList();
    // Those that are busy are found again.
    List<Verdict> verdicts = store.tryApply(transitions);
    List<Candidate> ready = new ArrayList<>();
    for (int i = 0; i < orphans.size(); i++) {
      if (verdicts.get(i) == Verdict.APPLIED) {
        Task orphan = orphans.get(i);
        LOG.info("Task {} carried this node's name without being held: released", orphan.id());
        events.emit(new TaskEvent.OrphanReleased(orphan.id()));
        ready.add(released(orphan));
      }
    }
    hints.announce(ready);
  }

  private static Candidate released(Task task) {
    Position p = task.position();
    java.time.Instant arrived = p.runAt() == null ? task.createdAt() : p.runAt();
    return new Candidate(
        task.id(),
        p.version() + 1,
        task.spec().bucket(),
        task.spec().flow(),
        task.spec().priority(),
        arrived);
  }
}
