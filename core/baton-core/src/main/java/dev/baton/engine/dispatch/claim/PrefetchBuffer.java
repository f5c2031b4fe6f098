package dev.baton.engine.dispatch.claim;

import dev.baton.engine.attempt.Runner;
import dev.baton.engine.attempt.StartGate;
import dev.baton.engine.base.Events;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.slot.BookedSlots;
import dev.baton.engine.dispatch.slot.Slot;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.engine.dispatch.slot.StateSlots;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.handler.internal.Definition;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Starts claimed tasks as soon as the node has a free slot: claim → attempt. A claim takes as long
 * as hundreds of short handlers. So the node claims a few more tasks than it has slots. These wait
 * here, most urgent first. If handlers have become slow, this class gives back tasks that have
 * waited too long, because other nodes may have free slots. Thread-safe.
 */
public final class PrefetchBuffer {
  private static final Duration MAX_WAIT = Duration.ofMillis(500);
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);
  private static final int PART_OF_THE_LEASE = 3;

  /**
   * A claimed task with its slot and lease.
   *
   * @param dispatchedLocally true if the insert that added the task also claimed it
   * @param sinceNanos {@code nanoTime} at which this node learned that it has claimed the task
   */
  public record ClaimedTask(
      Task task, LeasedTask leased, Slot slot, boolean dispatchedLocally, long sinceNanos) {
    boolean isAsBooked() {
      Candidate booked = slot.candidate();
      return task.spec().flow().equals(booked.flow())
          && task.spec().bucket().equals(booked.bucket())
          && task.spec().priority() == booked.priority();
    }
  }

  private final NodeContext node;
  private final Runner runner;
  private final StartGate starts;
  private final StateSlots stateSlots;
  private final long patienceNanos;
  private final Object lock = new Object();
  private final PriorityQueue<ClaimedTask> queue =
      new PriorityQueue<>(Comparator.comparing(one -> one.slot().candidate()));

  /** Number of calls that asked to start waiting tasks since a thread began to do so. */
  private final AtomicInteger calls = new AtomicInteger();

  public PrefetchBuffer(
      NodeContext node, Slots slots, StateSlots stateSlots, Runner runner, StartGate starts) {
    this.node = node;
    this.runner = runner;
    this.starts = starts;
    this.stateSlots = stateSlots;
    long part = node.settings().lease().toNanos() / PART_OF_THE_LEASE;
    this.patienceNanos = Math.min(MAX_WAIT.toNanos(), part);
    slots.onFreed((flow, used) -> startWaiting());
  }

  /**
   * Starts these tasks on this thread, unless others already wait. Tasks that can't start now wait
   * for a slot.
   */
  public void start(List<ClaimedTask> some) {
    List<Runnable> now = new ArrayList<>(some.size());
    synchronized (lock) {
      for (ClaimedTask one : some) {
        // Check this under the lock: a bucket that stops gives back only the tasks that are in the
        // queue.
        String obstacle = one.isAsBooked() ? obstacle(one) : "its hint was wrong";
        if (obstacle != null || (queue.isEmpty() && one.slot().tryStart())) {
          now.add(() -> run(one, obstacle));
        } else {
          queue.add(one);
        }
      }
    }
    Events.each(now, Runnable::run);
    startWaiting();
  }

  /**
   * Gives back the tasks that may no longer start, for example because their bucket was stopped.
   */
  public void giveBackUnwanted() {
    giveBackWhere(this::obstacle);
  }

  /** Gives back the tasks that have waited too long. Returns the time until the next check. */
  public Duration giveBackLate() {
    long latest = node.runtime().nanoTime() - patienceNanos;
    giveBackWhere(one -> one.sinceNanos() - latest < 0 ? "no slot became free in time" : null);
    synchronized (lock) {
      return queue.isEmpty() ? UNTIL_WOKEN : Duration.ofNanos(patienceNanos);
    }
  }

  private void giveBackWhere(Function<ClaimedTask, @Nullable String> obstacle) {
    List<Runnable> unwanted = new ArrayList<>();
    synchronized (lock) {
      queue.removeIf(
          one -> {
            String reason = obstacle.apply(one);
            return reason != null && unwanted.add(() -> giveBack(one, reason));
          });
    }
    Events.each(unwanted, Runnable::run);
  }

  /**
   * Starts waiting tasks, on only one thread at a time. It avoids recursion, because a started task
   * may free its slot at once.
   */
  private void startWaiting() {
    if (calls.getAndIncrement() > 0) {
      return;
    }
    try {
      int heard;
      do {
        heard = calls.get();
        for (List<Runnable> some = take(); !some.isEmpty(); some = take()) {
          Events.each(some, Runnable::run);
        }
      } while (!calls.compareAndSet(heard, 0));
    } catch (RuntimeException | Error broken) {
      calls.set(0);
      throw broken;
    }
  }

  /** Takes the first tasks of the queue, one for each free slot. */
  private List<Runnable> take() {
    List<Runnable> some = new ArrayList<>();
    synchronized (lock) {
      while (!queue.isEmpty()) {
        ClaimedTask next = queue.peek();
        String obstacle = obstacle(next);
        if (obstacle == null && !next.slot().tryStart()) {
          break;
        }
        queue.remove();
        some.add(() -> run(next, obstacle));
      }
    }
    return some;
  }

  private @Nullable String obstacle(ClaimedTask one) {
    return starts.obstacle(one.task(), one.leased());
  }

  private void run(ClaimedTask one, @Nullable String obstacle) {
    if (obstacle == null) {
      start(one);
    } else {
      giveBack(one, obstacle);
    }
  }

  /**
   * Starts the task if its state has a free slot. The node learns the state only from the claim.
   */
  private void start(ClaimedTask one) {
    Task task = one.task();
    Definition definition = node.definitions().get(task.spec().type());
    StateSlots.StateBooking booked = stateSlots.book(task, definition);
    if (booked.mayRun()) {
      BookedSlots slots = new BookedSlots(one.slot(), stateSlots, booked.slot());
      runner.start(task, definition, one.leased(), slots, one.dispatchedLocally());
    } else {
      one.slot().free();
      runner.postpone(task, one.leased(), booked.again());
    }
  }

  private void giveBack(ClaimedTask one, String reason) {
    runner.release(one.task(), one.leased(), reason);
    one.slot().free();
  }
}
