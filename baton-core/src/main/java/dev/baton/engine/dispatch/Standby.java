package dev.baton.engine.dispatch;

import dev.baton.engine.NodeContext;
import dev.baton.engine.attempt.Runner;
import dev.baton.engine.lease.Holding;
import dev.baton.task.Candidate;
import dev.baton.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * Starts claimed tasks as soon as the node may run one more. A claim takes as long as hundreds of
 * short handlers do; so that these needn't stand still for it, a few more tasks are claimed than
 * may run, and wait here, the most urgent first. Who waits too long, since handlers have become
 * slow, is given back: other nodes may have room. Thread-safe.
 */
public final class Standby {
  private static final Duration LONGEST_WAIT = Duration.ofMillis(500);
  private static final int PART_OF_THE_LEASE = 3;

  /**
   * A claimed task and what it was claimed with.
   *
   * @param handedOff whether it was born claimed
   */
  public record Claimed(
      Task task, Candidate candidate, Holding holding, Slot slot, boolean handedOff) {}

  /** A claimed task that found the node full. */
  private record Waiting(Claimed claimed, long sinceNanos) {}

  private final NodeContext node;
  private final Slots slots;
  private final Runner runner;
  private final long patienceNanos;
  private final Object lock = new Object();
  private final PriorityQueue<Waiting> queue =
      new PriorityQueue<>(
          Comparator.comparing(waiting -> waiting.claimed().candidate(), CandidateOrder::compare));
  private boolean starting;
  private boolean freedMeanwhile;
  private volatile boolean closed;

  public Standby(NodeContext node, Slots slots, Runner runner) {
    this.node = node;
    this.slots = slots;
    this.runner = runner;
    long part = node.settings().lease().toNanos() / PART_OF_THE_LEASE;
    this.patienceNanos = Math.min(LONGEST_WAIT.toNanos(), part);
    slots.onFreed((flow, used) -> startWaiting());
  }

  /** Starts these, or has them wait. Together: threads that find many needn't be woken for each. */
  public void start(List<Claimed> some) {
    List<Claimed> now = new ArrayList<>(some.size());
    synchronized (lock) {
      for (Claimed one : some) {
        if (queue.isEmpty() && slots.mayStart(one.slot())) {
          now.add(one);
        } else {
          queue.add(new Waiting(one, node.runtime().nanoTime()));
        }
      }
    }
    run(now);
    startWaiting();
  }

  /** The node stops: what waits is given back, and so is what comes. */
  public void close() {
    closed = true;
    giveBack(waiting -> true, "this node stops");
  }

  /** Gives back what waits for longer than anybody expected. */
  void giveBackLate() {
    long now = node.runtime().nanoTime();
    giveBack(waiting -> now - waiting.sinceNanos() > patienceNanos, "no slot became free in time");
  }

  private void startWaiting() {
    while (begin()) {
      boolean again;
      try {
        for (List<Claimed> some = take(); !some.isEmpty(); some = take()) {
          run(some);
        }
      } finally {
        again = end();
      }
      if (!again) {
        break;
      }
    }
    if (closed) {
      giveBack(waiting -> true, "this node stops");
    }
  }

  /** One thread at a time, not one inside the other: what is started may free its slot at once. */
  private boolean begin() {
    synchronized (lock) {
      freedMeanwhile = starting;
      starting = true;
      return !freedMeanwhile;
    }
  }

  /** Whether a slot was freed meanwhile, whose thread has left it to this one. */
  private boolean end() {
    synchronized (lock) {
      starting = false;
      return freedMeanwhile;
    }
  }

  private List<Claimed> take() {
    List<Claimed> some = new ArrayList<>();
    List<Claimed> paused = new ArrayList<>();
    synchronized (lock) {
      while (!queue.isEmpty() && !closed) {
        Claimed next = queue.peek().claimed();
        if (node.pauses().cover(next.task().spec().bucket(), next.task().spec().flow())) {
          paused.add(next);
        } else if (slots.mayStart(next.slot())) {
          some.add(next);
        } else {
          break;
        }
        queue.remove();
      }
    }
    paused.forEach(one -> giveBack(one, "it was paused before a slot was free"));
    return some;
  }

  private void run(List<Claimed> some) {
    List<Runnable> ready = new ArrayList<>(some.size());
    for (Claimed one : some) {
      ready.add(runner.ready(one.task(), one.holding(), one.slot()::free, one.handedOff()));
    }
    ready.forEach(Runnable::run);
  }

  private void giveBack(Predicate<Waiting> which, String reason) {
    List<Claimed> some = new ArrayList<>();
    synchronized (lock) {
      queue.stream().filter(which).map(Waiting::claimed).forEach(some::add);
      queue.removeIf(which);
    }
    some.forEach(one -> giveBack(one, reason));
  }

  private void giveBack(Claimed one, String reason) {
    runner.release(one.task(), one.holding(), reason);
    one.slot().free();
  }
}
