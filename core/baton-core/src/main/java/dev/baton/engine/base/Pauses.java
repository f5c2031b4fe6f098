package dev.baton.engine.base;

import dev.baton.cluster.Pause;
import dev.baton.hook.TaskEvent;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The pauses that this node knows; it asks them before it starts a task. The room {@code cluster}
 * tells it what the store has and what this node wrote there. Thread-safe.
 */
public final class Pauses {
  private final Events events;
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
  private final Object lock = new Object();
  private volatile PausesInForce inForce;

  /** Paused by this node since the read under way began, which may not know of it. */
  private final Set<Pause> pausedMeanwhile = new HashSet<>();

  private boolean writtenMeanwhile;

  /** Answers of the store so far. */
  private int reads;

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

  /** Whether it must not be started now. */
  public boolean cover(Candidate task) {
    return cover(task.bucket(), task.flow());
  }

  /** Whether tasks of this flow must not be started in this bucket. */
  public boolean cover(String bucket, Flow flow) {
    return inForce.covers(bucket, flow);
  }

  /** Run after every change, on any thread; must be quick. */
  public void onChange(Runnable watcher) {
    watchers.add(watcher);
  }

  /** Has this node start no task at all, or start those that aren't paused again. */
  public void stopAll(boolean stopped) {
    synchronized (lock) {
      inForce = inForce.stopped(stopped);
    }
    watchers.forEach(Runnable::run);
  }

  /** The store is about to be read; one read at a time. */
  public void reading() {
    synchronized (lock) {
      pausedMeanwhile.clear();
      writtenMeanwhile = false;
    }
  }

  /**
   * The store was read. What this node wrote meanwhile may be older or newer than the answer, so
   * whatever one of the two says is paused counts as paused.
   *
   * @return whether something was written meanwhile: then read again at once
   */
  public boolean read(Collection<Pause> found) {
    PausesInForce before;
    PausesInForce after;
    boolean again;
    synchronized (lock) {
      reads++;
      again = writtenMeanwhile;
      before = inForce;
      SortedSet<Pause> now = new TreeSet<>(found);
      now.addAll(pausedMeanwhile);
      if (before.isKnown() && before.pauses().equals(now)) {
        return again;
      }
      after = before.next(now);
      inForce = after;
    }
    tell(before, after);
    return again;
  }

  /** This node has paused something: in force here from now on. */
  public void paused(Pause pause) {
    written(pause, true, 0);
  }

  /** What {@link #resumed} wants to know; to be asked before the store is told to resume. */
  public int reads() {
    synchronized (lock) {
      return reads;
    }
  }

  /**
   * This node has resumed something. In force here from now on, unless the store was read since the
   * resume was sent: then another node may have paused it again, and only the next read can tell.
   */
  public void resumed(Pause pause, int readsBefore) {
    written(pause, false, readsBefore);
  }

  private void written(Pause pause, boolean paused, int readsBefore) {
    PausesInForce before;
    PausesInForce after;
    synchronized (lock) {
      if (!paused && reads != readsBefore) {
        return;
      }
      writtenMeanwhile = true;
      put(pause, paused, pausedMeanwhile);
      before = inForce;
      if (!before.isKnown()) {
        // One of maybe many: the first read, which comes soon, tells all of them.
        return;
      }
      SortedSet<Pause> now = new TreeSet<>(before.pauses());
      put(pause, paused, now);
      after = before.next(now);
      inForce = after;
    }
    tell(before, after);
  }

  private static void put(Pause pause, boolean paused, Set<Pause> pauses) {
    if (paused) {
      pauses.add(pause);
    } else {
      pauses.remove(pause);
    }
  }

  private void tell(PausesInForce before, PausesInForce after) {
    Events.each(watchers, Runnable::run);
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
