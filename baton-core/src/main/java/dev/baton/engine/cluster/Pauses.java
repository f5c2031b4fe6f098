package dev.baton.engine.cluster;

import dev.baton.api.Pause;
import dev.baton.api.TaskEvent;
import dev.baton.engine.Events;
import dev.baton.task.Flow;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * What is paused, as this node knows: asked before any task is started, told by the {@link
 * Membership} when it has read the store, and by the {@link ClusterDesk} when it has written it.
 * Thread-safe.
 */
public final class Pauses {
  private final Events events;
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
  private final Object lock = new Object();
  private volatile PausesInForce inForce;

  /** Writes of this node; a read that began before one of them may not know of it. */
  private long writes;

  private Pauses(Events events, PausesInForce first) {
    this.events = events;
    this.inForce = first;
  }

  /** For a node without a cluster store: nothing can be paused. */
  public static Pauses never(Events events) {
    return new Pauses(events, PausesInForce.none());
  }

  /** For a node that must ask first: until then everything counts as paused. */
  public static Pauses unknownYet(Events events) {
    return new Pauses(events, PausesInForce.unknown());
  }

  /** What is in force now. */
  public PausesInForce inForce() {
    return inForce;
  }

  /** Whether tasks of this flow must not be started in this bucket. */
  public boolean cover(String bucket, Flow flow) {
    return inForce.covers(bucket, flow);
  }

  /** Run after every change, on any thread; must be quick. */
  public void onChange(Runnable watcher) {
    watchers.add(watcher);
  }

  /** To be taken before the store is read. */
  long writes() {
    synchronized (lock) {
      return writes;
    }
  }

  /**
   * The store was read.
   *
   * @param writesBefore the count from before the read
   * @return false when this node has written since: what was read may be older, and is dropped
   */
  boolean read(Collection<Pause> found, long writesBefore) {
    PausesInForce before;
    PausesInForce after;
    synchronized (lock) {
      if (writes != writesBefore) {
        return false;
      }
      before = inForce;
      SortedSet<Pause> sorted = new TreeSet<>(found);
      if (before.isKnown() && before.pauses().equals(sorted)) {
        return true;
      }
      after = before.next(sorted);
      inForce = after;
    }
    tell(before, after);
    return true;
  }

  /** This node has paused it: in force here from now on. */
  void paused(Pause pause) {
    change(
        pauses -> {
          pauses.add(pause);
          return pauses;
        });
  }

  /** This node has resumed it: it may start here from now on. */
  void resumed(Pause pause) {
    change(
        pauses -> {
          pauses.remove(pause);
          return pauses;
        });
  }

  private void change(UnaryOperator<TreeSet<Pause>> change) {
    PausesInForce before;
    PausesInForce after;
    synchronized (lock) {
      writes++;
      before = inForce;
      if (!before.isKnown()) {
        // One of maybe many: the first read, which comes soon, tells all of them.
        return;
      }
      after = before.next(change.apply(new TreeSet<>(before.pauses())));
      inForce = after;
    }
    tell(before, after);
  }

  private void tell(PausesInForce before, PausesInForce after) {
    watchers.forEach(Runnable::run);
    for (Pause pause : after.pauses()) {
      if (!before.pauses().contains(pause)) {
        events.emit(new TaskEvent.PauseChanged(pause, true));
      }
    }
    for (Pause pause : before.pauses()) {
      if (!after.pauses().contains(pause)) {
        events.emit(new TaskEvent.PauseChanged(pause, false));
      }
    }
  }
}
