package dev.baton.engine.dispatch;

import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two threads that ask for a dispatcher's claims while it books the next ones and starts what the
 * last ones got. They are taken back in the order in which they were begun. Owned by the
 * dispatcher, but for what is said to be of any thread.
 */
final class ClaimLanes {
  private static final int LANES = 2;
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);

  private final List<Loop> loops;
  private final Runnable answered;
  private final Deque<Claiming> underWay = new ArrayDeque<>(LANES);
  private final Queue<Claiming> unasked = new ConcurrentLinkedQueue<>();
  private volatile boolean hasRoom = true;

  /**
   * @param answered told when the store has answered a claim
   */
  ClaimLanes(String bucket, NodeContext node, Runnable answered) {
    this.answered = answered;
    this.loops =
        IntStream.rangeClosed(1, LANES)
            .mapToObj(number -> "claimer-" + number + "-" + bucket)
            .map(name -> new Loop(name, node.runtime(), node.events(), this::round))
            .toList();
  }

  List<Loop> loops() {
    return loops;
  }

  /** Whether one more may be begun. Any thread. */
  boolean hasRoom() {
    return hasRoom;
  }

  boolean isEmpty() {
    return underWay.isEmpty();
  }

  /** How many tasks of the flow are being claimed. */
  int tasksOf(Flow flow) {
    Stream<Claimer.Booked> booked =
        underWay.stream().flatMap(claiming -> claiming.booked().stream());
    return (int) booked.filter(each -> flow.equals(each.candidate().flow())).count();
  }

  /** Whether the candidate is being claimed. */
  boolean isClaiming(Candidate candidate) {
    return underWay.stream().anyMatch(claiming -> claiming.isFor(candidate));
  }

  /** Has the store asked by one of the threads. */
  void begin(Claiming claiming) {
    add(claiming);
    unasked.add(claiming);
    loops.forEach(Loop::wake);
  }

  /** Asks the store on this thread. */
  void ask(Claiming claiming) {
    add(claiming);
    claiming.ask();
  }

  private void add(Claiming claiming) {
    underWay.add(claiming);
    hasRoom = underWay.size() < LANES;
  }

  /** The one that was begun first, if the store has answered it; once. */
  @Nullable Claiming takeAnswered() {
    Claiming first = underWay.peek();
    return first != null && first.isAnswered() ? take() : null;
  }

  /**
   * As {@link #takeAnswered}, and those that will never be answered since the threads have ended.
   */
  @Nullable Claiming takeRest() {
    return loops.stream().allMatch(Loop::hasEnded) ? take() : takeAnswered();
  }

  private @Nullable Claiming take() {
    Claiming first = underWay.poll();
    hasRoom = underWay.size() < LANES;
    return first;
  }

  private Duration round() {
    Claiming next = unasked.poll();
    if (next == null) {
      return UNTIL_WOKEN;
    }
    next.ask();
    answered.run();
    return Duration.ZERO;
  }
}
