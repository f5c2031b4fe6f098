package dev.baton.engine.base;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Starts the loops that wait without a thread when their rounds are due. So a node without work
 * needs few threads. It also detects that surveys have stopped. It never calls the store.
 * Thread-safe.
 */
public final class LoopTimer {
  private final Loop loop;
  private final NodeContext node;
  private final List<Loop> others = new CopyOnWriteArrayList<>();

  public LoopTimer(NodeContext node) {
    this.node = node;
    this.loop = new Loop("timer", node.runtime(), node.events(), this::round);
  }

  public Loop loop() {
    return loop;
  }

  /**
   * Allows these loops to end their threads during long waits. Call this before the loops start.
   */
  public void add(Collection<Loop> loops) {
    loops.forEach(Loop::mayRest);
    others.addAll(loops);
  }

  private Duration round() {
    node.activity().look();
    long now = node.runtime().nanoTime();
    for (Loop other : others) {
      other.resumeIfDue(now);
    }
    return Loop.LONGEST_THREAD_WAIT;
  }
}
