package dev.baton.engine.dispatch;

import dev.baton.api.BucketOptions;
import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.engine.dispatch.Claimer.Answer;
import dev.baton.engine.dispatch.Claimer.Booked;
import dev.baton.spi.NodeRuntime;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A bucket's claims that are under way: one after the other, in the order in which they were begun.
 * A thread claims and starts while the dispatcher fetches and books the next batch. Owned by the
 * dispatcher, but for what is said to be of any thread.
 */
final class ClaimLane {
  /** One that is being claimed, and one that is next. */
  private static final int MAX_BATCHES = 2;

  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);

  /** What is claimed together, and what came of it. */
  static final class Batch {
    private final List<Booked> booked;
    private final Map<UUID, Long> versions = new HashMap<>();
    private @Nullable Answer answer;
    private @Nullable Throwable failure;
    private volatile boolean answered;

    Batch(List<Booked> booked) {
      this.booked = booked;
      booked.forEach(one -> versions.put(one.candidate().id(), one.candidate().version()));
    }

    int size() {
      return booked.size();
    }

    /** What came of it; throws what the store threw. */
    Answer answer() {
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure instanceof RuntimeException broken) {
        throw broken;
      }
      if (answer == null) {
        throw new IllegalStateException("The claim isn't answered");
      }
      return answer;
    }

    /** Whether the candidate, or the same task at a later version, is being claimed. */
    private boolean has(Candidate candidate) {
      Long version = versions.get(candidate.id());
      return version != null && version >= candidate.version();
    }

    private void claim(Claimer claimer) {
      try {
        answer = claimer.claim(booked);
      } catch (RuntimeException | Error broken) {
        failure = broken;
      } finally {
        answered = true;
      }
    }
  }

  private final int fullBatch;
  private final NodeRuntime runtime;
  private final Claimer claimer;
  private final Runnable answered;
  private final Loop loop;
  private final ClaimedLately lately = new ClaimedLately(one -> isClaiming(one) || leaves(one));
  private final Deque<Batch> underWay = new ArrayDeque<>(MAX_BATCHES);
  private final Queue<Batch> next = new ConcurrentLinkedQueue<>();
  private @Nullable Candidate last;
  private volatile boolean hasRoom = true;

  /**
   * Whether the last claim failed: the next one fails in the dispatcher's own round, if it does.
   */
  private boolean lastFailed;

  /**
   * @param answered told when a claim is answered
   */
  ClaimLane(BucketOptions options, NodeContext node, Claimer claimer, Runnable answered) {
    this.fullBatch = options.claimBatch();
    this.runtime = node.runtime();
    this.claimer = claimer;
    this.answered = answered;
    this.loop = new Loop("claimer-" + options.name(), runtime, node.events(), this::round);
  }

  Loop loop() {
    return loop;
  }

  /** What was claimed lately, and is being claimed. */
  ClaimedLately lately() {
    return lately;
  }

  /** The last one whose claim was begun. */
  @Nullable Candidate last() {
    return last;
  }

  /** Whether one more may be begun. Any thread. */
  boolean hasRoom() {
    return hasRoom;
  }

  boolean isEmpty() {
    return underWay.isEmpty();
  }

  /** Whether the candidate is being claimed, or was by a claim whose answer isn't taken yet. */
  boolean isClaiming(Candidate candidate) {
    return underWay.stream().anyMatch(batch -> batch.has(candidate));
  }

  /** Whether this node leaves the task alone, since it has claimed it in vain. */
  boolean leaves(Candidate candidate) {
    return claimer.leaves(candidate);
  }

  /** Whether this node leaves all tasks of the type to others for now. */
  boolean leavesType(String type) {
    return claimer.leavesType(type);
  }

  /** How many tasks of the flow are being claimed. */
  int tasksOf(Flow flow) {
    return (int)
        underWay.stream()
            .flatMap(batch -> batch.booked.stream())
            .filter(one -> flow.equals(one.candidate().flow()))
            .count();
  }

  /**
   * Has a batch claimed: by the thread, or on the dispatcher's own, which a lone task reaches
   * sooner. What needs permits of the cluster is claimed by a call of its own.
   *
   * @param beside whether the dispatcher has something else to do meanwhile
   */
  void begin(List<Booked> booked, boolean beside) {
    last = booked.get(booked.size() - 1).candidate();
    boolean onThread = !lastFailed && (beside || !underWay.isEmpty() || booked.size() == fullBatch);
    Map<Boolean, List<Booked>> byKind =
        booked.stream().collect(Collectors.partitioningBy(one -> one.slot().needsPermits()));
    byKind.forEach((limited, some) -> begin(some, limited, onThread));
  }

  private void begin(List<Booked> some, boolean limited, boolean onThread) {
    if (some.isEmpty()) {
      return;
    }
    Batch batch = new Batch(some);
    underWay.add(batch);
    noteRoom();
    if (limited || !onThread) {
      // Claims within limits of the cluster wait for one another at the limits' rows: the thread
      // couldn't start meanwhile what others get.
      batch.claim(claimer);
    } else {
      next.add(batch);
      loop.wake();
    }
  }

  private void noteRoom() {
    hasRoom = underWay.size() < (lastFailed ? 1 : MAX_BATCHES);
  }

  /** The one that was begun first, if it is answered; once. */
  @Nullable Batch takeAnswered() {
    Batch first = underWay.peek();
    if (first == null || !first.answered) {
      return null;
    }
    underWay.remove();
    lastFailed = first.failure != null;
    noteRoom();
    if (first.answer != null) {
      lately.add(first.answer.claimed(), runtime.nanoTime());
    }
    return first;
  }

  /** Gives back the slots of what was to be claimed next. */
  void giveBackRest() {
    for (Batch batch = next.poll(); batch != null; batch = next.poll()) {
      batch.booked.forEach(one -> one.slot().giveBack());
    }
  }

  private Duration round() {
    Batch batch = next.poll();
    if (batch == null) {
      return UNTIL_WOKEN;
    }
    batch.claim(claimer);
    answered.run();
    return Duration.ZERO;
  }
}
