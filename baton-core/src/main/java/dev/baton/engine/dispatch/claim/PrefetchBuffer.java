package dev.baton.engine.dispatch.claim;

import dev.baton.engine.attempt.Runner;
import dev.baton.engine.attempt.StartCheck;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.slot.Slot;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.engine.dispatch.table.CandidateOrder;
import dev.baton.engine.lease.Holding;
import dev.baton.task.Candidate;
import dev.baton.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts claimed tasks as soon as the node may run one more. A claim takes as long as hundreds of
 * short handlers do; so that these needn't stand still for it, a few more tasks are claimed than
 * may run, and wait here, the most urgent first. A task that waits too long, since handlers have
 * become slow, is given back: other nodes may have room. Thread-safe.
 */
public final class PrefetchBuffer {
  private static final Logger LOG = LoggerFactory.getLogger(PrefetchBuffer.class);
  private static final Duration MAX_WAIT = Duration.ofMillis(500);
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);
  private static final int PART_OF_THE_LEASE = 3;

  /**
   * A claimed task and what it was claimed with.
   *
   * @param dispatchedLocally whether it was claimed by its own insert
   */
  public record Claimed(Task task, Holding holding, Slot slot, boolean dispatchedLocally) {
    boolean isAsBooked() {
      Candidate booked = slot.candidate();
      return task.spec().flow().equals(booked.flow())
          && task.spec().bucket().equals(booked.bucket())
          && task.spec().priority() == booked.priority();
    }
  }

  /** A claimed task that isn't to be started here. */
  private record Unwanted(Claimed claimed, String reason) {}

  /** A claimed task that found the node full. */
  private record Waiting(Claimed claimed, long sinceNanos) {}

  private final NodeContext node;
  private final Runner runner;
  private final StartCheck starts;
  private final long patienceNanos;
  private final Object lock = new Object();
  private final PriorityQueue<Waiting> queue =
      new PriorityQueue<>(
          (one, other) ->
              CandidateOrder.compare(
                  one.claimed().slot().candidate(), other.claimed().slot().candidate()));

  /** How often it was said that waiting tasks may start, since a thread began to start them. */
  private final AtomicInteger calls = new AtomicInteger();

  public PrefetchBuffer(NodeContext node, Slots slots, Runner runner, StartCheck starts) {
    this.node = node;
    this.runner = runner;
    this.starts = starts;
    long part = node.settings().lease().toNanos() / PART_OF_THE_LEASE;
    this.patienceNanos = Math.min(MAX_WAIT.toNanos(), part);
    slots.onFreed((flow, used) -> startWaiting());
  }

  /** Starts these, or has them wait. Together: threads that find many needn't be woken for each. */
  public void start(List<Claimed> some) {
    List<Claimed> now = new ArrayList<>(some.size());
    List<Unwanted> unwanted = new ArrayList<>();
    synchronized (lock) {
      for (Claimed one : some) {
        // With the lock: a bucket that stops gives back all that came before.
        String obstacle = starts.obstacle(one.task(), one.holding());
        if (obstacle != null) {
          unwanted.add(new Unwanted(one, obstacle));
        } else if (queue.isEmpty() && one.slot().mayStart()) {
          now.add(one);
        } else {
          queue.add(new Waiting(one, node.runtime().nanoTime()));
        }
      }
    }
    unwanted.forEach(this::giveBack);
    run(now);
    startWaiting();
  }

  /** Gives back what was claimed for what it isn't; its true place is hinted at once. */
  void giveBackMisbooked(List<Claimed> some) {
    if (!some.isEmpty()) {
      // Once for a batch: whoever sends such hints mustn't flood the log.
      Claimed first = some.get(0);
      LOG.warn(
          "Gave back task {} of type {}, and {} more: their hints were wrong ({}, bucket {},"
              + " priority {}). No handler started. Check who else sends hints",
          first.task().id(),
          first.task().spec().flow(),
          some.size() - 1,
          first.slot().candidate().flow(),
          first.slot().candidate().bucket(),
          first.slot().candidate().priority());
    }
    some.forEach(one -> giveBack(new Unwanted(one, "it isn't what a hint said it was")));
  }

  /** Gives back what may not start any more: a bucket was stopped. */
  void giveBackUnwanted() {
    giveBackWhere(
        waiting -> starts.obstacle(waiting.claimed().task(), waiting.claimed().holding()));
  }

  /** Gives back what waits for longer than was expected; answers when to look again. */
  Duration giveBackLate() {
    long latest = node.runtime().nanoTime() - patienceNanos;
    giveBackWhere(
        waiting -> waiting.sinceNanos() - latest < 0 ? "no slot became free in time" : null);
    synchronized (lock) {
      return queue.isEmpty() ? UNTIL_WOKEN : Duration.ofNanos(patienceNanos);
    }
  }

  private void giveBackWhere(Function<Waiting, @Nullable String> obstacle) {
    List<Unwanted> unwanted = new ArrayList<>();
    synchronized (lock) {
      queue.removeIf(
          waiting -> {
            String reason = obstacle.apply(waiting);
            return reason != null && unwanted.add(new Unwanted(waiting.claimed(), reason));
          });
    }
    unwanted.forEach(this::giveBack);
  }

  /** One thread at a time, not one inside the other: what is started may free its slot at once. */
  private void startWaiting() {
    if (calls.getAndIncrement() > 0) {
      return;
    }
    try {
      int heard;
      do {
        heard = calls.get();
        for (List<Claimed> some = take(); !some.isEmpty(); some = take()) {
          run(some);
        }
      } while (!calls.compareAndSet(heard, 0));
    } catch (RuntimeException | Error broken) {
      calls.set(0);
      throw broken;
    }
  }

  private List<Claimed> take() {
    List<Claimed> some = new ArrayList<>();
    List<Unwanted> unwanted = new ArrayList<>();
    synchronized (lock) {
      while (!queue.isEmpty()) {
        Claimed next = queue.peek().claimed();
        String obstacle = starts.obstacle(next.task(), next.holding());
        if (obstacle != null) {
          unwanted.add(new Unwanted(next, obstacle));
        } else if (next.slot().mayStart()) {
          some.add(next);
        } else {
          break;
        }
        queue.remove();
      }
    }
    unwanted.forEach(this::giveBack);
    return some;
  }

  private void run(List<Claimed> some) {
    List<Runnable> ready = new ArrayList<>(some.size());
    for (Claimed one : some) {
      ready.add(runner.ready(one.task(), one.holding(), one.slot()::free, one.dispatchedLocally()));
    }
    ready.forEach(Runnable::run);
  }

  private void giveBack(Unwanted unwanted) {
    Claimed one = unwanted.claimed();
    runner.release(one.task(), one.holding(), unwanted.reason());
    one.slot().free();
  }
}
