package dev.baton.engine.dispatch.claim;

import dev.baton.api.cluster.BucketOptions;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.claim.Claimer.Answer;
import dev.baton.engine.dispatch.slot.Slot;
import dev.baton.spi.NodeRuntime;
import dev.baton.task.Candidate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bucket's claims that are under way: one after the other, in the order in which they were begun.
 * A thread claims and starts while the dispatcher fetches and books the next batch. Owned by the
 * dispatcher, but for what is said to be of any thread.
 */
public final class Claims {
  /** One that is being claimed, and one that is next. */
  private static final int MAX_BATCHES = 2;

  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);

  /** What is claimed together, and what came of it. */
  private static final class Batch {
    private final List<Slot> booked;
    private final List<Candidate> candidates;

    /** Answers, or throws what the store threw; null until it is known. */
    private volatile @Nullable Supplier<Answer> answer;

    Batch(List<Slot> booked) {
      this.booked = booked;
      this.candidates = booked.stream().map(Slot::candidate).toList();
    }
  }

  private final int fullBatch;
  private final NodeRuntime runtime;
  private final Claimer claimer;
  private final Runnable answered;
  private final Loop loop;
  private final RecentClaims recent = new RecentClaims();
  private final Deque<Batch> underWay = new ArrayDeque<>(MAX_BATCHES);
  private final Queue<Batch> next = new ConcurrentLinkedQueue<>();
  private volatile boolean hasRoom = true;

  /** Whether the last claim failed: the next one is made in the dispatcher's own round. */
  private boolean lastFailed;

  /**
   * @param answered told when a claim is answered
   */
  public Claims(BucketOptions options, NodeContext node, Claimer claimer, Runnable answered) {
    this.fullBatch = options.claimBatch();
    this.runtime = node.runtime();
    this.claimer = claimer;
    this.answered = answered;
    this.loop = new Loop("claimer-" + options.name(), runtime, node.events(), this::round);
  }

  public Loop loop() {
    return loop;
  }

  /** What is being claimed, and was lately. */
  public RecentClaims recent() {
    return recent;
  }

  /** Whether one more may be begun. Any thread. */
  public boolean hasRoom() {
    return hasRoom;
  }

  public boolean isEmpty() {
    return underWay.isEmpty();
  }

  /** How many tasks a claim may name now; none while this node is behind with what it has. */
  public int most() {
    return claimer.isBehind() ? 0 : Math.min(fullBatch, claimer.mostAtATime());
  }

  /**
   * Has a batch claimed: by the thread, or on the dispatcher's own, which a lone task reaches
   * sooner. What needs permits of the cluster is claimed by a call of its own.
   *
   * @param beside whether the dispatcher has something else to do meanwhile
   */
  public void begin(List<Slot> booked, boolean beside) {
    boolean onThread = !lastFailed && (beside || !underWay.isEmpty() || booked.size() == fullBatch);
    begin(new Batch(booked.stream().filter(one -> !one.needsPermits()).toList()), onThread);
    // Claims within limits of the cluster wait for one another at the limits' rows: the thread
    // couldn't start meanwhile what others get.
    begin(new Batch(booked.stream().filter(Slot::needsPermits).toList()), false);
  }

  private void begin(Batch batch, boolean onThread) {
    if (batch.booked.isEmpty()) {
      return;
    }
    underWay.add(batch);
    recent.begin(batch.candidates);
    noteRoom();
    if (onThread) {
      next.add(batch);
      loop.wake();
    } else {
      claim(batch);
    }
  }

  private void noteRoom() {
    hasRoom = underWay.size() < (lastFailed ? 1 : MAX_BATCHES);
  }

  private void claim(Batch batch) {
    try {
      Answer answer = claimer.claim(batch.booked);
      batch.answer = () -> answer;
    } catch (RuntimeException | Error broken) {
      batch.answer =
          () -> {
            throw broken;
          };
    }
  }

  /**
   * What came of the claim that was begun first; null while it isn't answered. Throws what the
   * store threw.
   */
  public @Nullable Answer settle() {
    Batch first = underWay.peek();
    Supplier<Answer> known = first == null ? null : first.answer;
    if (first == null || known == null) {
      return null;
    }
    underWay.remove();
    lastFailed = true;
    List<Candidate> claimed = List.of();
    try {
      Answer answer = known.get();
      lastFailed = false;
      claimed = answer.claimed();
      return answer;
    } finally {
      noteRoom();
      recent.answered(first.candidates, claimed, runtime.nanoTime());
    }
  }

  /** Gives back the slots of what was to be claimed next: the loops have ended. */
  public void giveBackRest() {
    for (Batch batch = next.poll(); batch != null; batch = next.poll()) {
      batch.booked.forEach(Slot::giveBack);
    }
  }

  /** What is claimed and waits for a slot. Any thread. */
  public PrefetchBuffer prefetch() {
    return claimer.prefetch();
  }

  private Duration round() {
    Batch batch = next.poll();
    if (batch == null) {
      return UNTIL_WOKEN;
    }
    claim(batch);
    answered.run();
    return Duration.ZERO;
  }
}
