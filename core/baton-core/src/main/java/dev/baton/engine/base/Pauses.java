package dev.baton.engine.base;

import dev.baton.operate.cluster.Pause;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The pauses that this node has read or set. The dispatchers and the start of an attempt check them
 * before a task starts. The cluster package updates them from the store and after this node's own
 * changes. Thread-safe.
 */
public final class Pauses {
  private final Events events;
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
  private final Object lock = new Object();
  private volatile PausesInForce inForce;

  /**
   * Pauses that this node has set since the current read of the store began. The read may not
   * contain them.
   */
  private final Set<Pause> pausedMeanwhile = new HashSet<>();

  private boolean writtenMeanwhile;

  /** Number of reads of the store so far. */
  private int reads;

  private Pauses(Events events, PausesInForce first) {
    this.events = events;
    this.inForce = first;
  }

  /** Returns the pauses of a node without a cluster store. Nothing can be paused on such a node. */
  public static Pauses never(Events events) {
    return new Pauses(events, PausesInForce.none());
  }

  /**
   * Returns the pauses of a node that has not read them yet. Until the first read, everything
   * counts as paused.
   */
  public static Pauses unknownYet(Events events) {
    return new Pauses(events, PausesInForce.unknown());
  }

  /** Returns the current pauses. */
  public PausesInForce inForce() {
    return inForce;
  }

  /** Returns whether this task must not start now. */
  public boolean cover(Candidate task) {
    return cover(task.bucket(), task.flow());
  }

  /** Returns whether tasks of this flow must not start in this bucket. */
  public boolean cover(String bucket, Flow flow) {
    return inForce.covers(bucket, flow);
  }

  /** Registers code that runs after every change, on any thread. It must return quickly. */
  public void onChange(Runnable watcher) {
    watchers.add(watcher);
  }

  /** Prevents all starts of tasks on this node, or allows them again except for paused ones. */
  public void stopAll(boolean stopped) {
    synchronized (lock) {
      inForce = inForce.stopped(stopped);
    }
    watchers.forEach(Runnable::run);
  }

  /** Records that a read of the store begins. Only one read runs at a time. */
  public void reading() {
    synchronized (lock) {
      pausedMeanwhile.clear();
      writtenMeanwhile = false;
    }
  }

  /**
   * Applies the pauses that the store has returned. If this node wrote a change during the read,
   * the result may contain it or not. So a pause counts if it is in the result or was set by this
   * node.
   *
   * @return true if this node wrote a change during the read; then read again at once
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

  /** Records that this node has set a pause. It applies on this node at once. */
  public void paused(Pause pause) {
    written(pause, true, 0);
  }

  /**
   * Returns the number of reads so far. Call this before you send a resume to the store, and pass
   * the number to {@link #resumed}.
   */
  public int reads() {
    synchronized (lock) {
      return reads;
    }
  }

  /**
   * Records that this node has removed a pause. The change applies here at once, unless the store
   * was read after the resume was sent. In that case another node may have set the pause again, and
   * the next read decides.
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
        // The node may have many more pauses that it doesn't know. The first read comes soon and
        // returns all of them.
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
        events.emit(new NodeEvent.PauseChanged(pause, true));
      }
    }
    for (Pause pause : before.pauses()) {
      if (!after.pauses().contains(pause)) {
        events.emit(new NodeEvent.PauseChanged(pause, false));
      }
    }
  }
}
