package dev.baton.task.rule;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Flows that take turns by weight, each with its first candidate: start-time fair queueing. At each
 * priority the turn that starts first is next, by {@link VirtualTime}. So a flow that comes anew
 * waits for one turn of each other flow at the most, however many tasks these have.
 *
 * <p>A crowd is more flows than are worth having at hand. It lasts until half of them have had
 * their turns.
 *
 * <p>Used by one thread; any thread may ask {@link #isCrowded} and {@link #placeOf}.
 */
public final class FairTurns {
  private static final int MIN_CROWD = 2;

  private final ToDoubleFunction<Flow> weightOf;
  private final int crowd;
  private final Map<Flow, Turn> waiting = new ConcurrentHashMap<>();
  private final NavigableSet<Candidate> heads =
      new ConcurrentSkipListSet<>(
          Comparator.comparingInt(Candidate::priority)
              .thenComparingDouble(head -> Objects.requireNonNull(waiting.get(head.flow())).start)
              .thenComparing(Comparator.naturalOrder()));
  private final Map<Integer, VirtualTime> times = new TreeMap<>();
  private volatile boolean crowded;

  private record Turn(double start, Candidate head) {}

  /**
   * Where a flow stands among those that wait.
   *
   * @param turn 1 for the next one
   * @param flows how many wait
   */
  public record Place(int turn, int flows) {}

  /**
   * @param crowd how many flows are a crowd; also how many are remembered that don't wait
   */
  public FairTurns(ToDoubleFunction<Flow> weightOf, int crowd) {
    this.weightOf = weightOf;
    this.crowd = Math.max(MIN_CROWD, crowd);
  }

  /** The first candidates of all flows that wait, in the order of their turns; a view. */
  public NavigableSet<Candidate> heads() {
    return heads;
  }

  private VirtualTime time(Candidate candidate) {
    return times.computeIfAbsent(candidate.priority(), priority -> new VirtualTime(crowd));
  }

  /** A flow begins to wait. */
  public void add(Candidate head) {
    waiting.put(head.flow(), new Turn(time(head).begin(head.flow()), head));
    heads.add(head);
    crowded |= waiting.size() >= crowd;
  }

  /** A flow waits no more, or with another first candidate. */
  public void remove(Candidate head) {
    heads.remove(head);
    Turn turn = waiting.remove(head.flow());
    if (turn != null) {
      time(head).end(head.flow(), turn.start);
    }
    crowded &= waiting.size() >= crowd / 2;
  }

  /** A candidate has come into one of the flows. */
  public void entered(Candidate candidate) {
    time(candidate).enter(candidate.arrivedAt());
  }

  /** A candidate has left its flow. */
  public void left(Candidate candidate) {
    time(candidate).leave(candidate.arrivedAt());
  }

  /** The candidate at the place that the flows have among others, now that it is next. */
  public Candidate placed(Candidate next) {
    return next.arrivingAt(time(next).place());
  }

  /** The candidate takes its flow's turn, and leaves. */
  public void take(Candidate next) {
    VirtualTime time = time(next);
    Turn turn = waiting.get(next.flow());
    if (turn != null) {
      time.take(turn.start);
    }
    time.leave(time.place());
    time.enter(next.arrivedAt());
    delay(next, 1 / weightOf.applyAsDouble(next.flow()));
  }

  /** A candidate whose turn came to nothing is back: its flow has the turn again. */
  public void giveBack(Candidate back) {
    VirtualTime time = time(back);
    time.enter(time.place());
    time.leave(back.arrivedAt());
    delay(back, -1 / weightOf.applyAsDouble(back.flow()));
  }

  private void delay(Candidate of, double by) {
    Turn turn = waiting.get(of.flow());
    if (turn != null) {
      remove(turn.head);
    }
    time(of).delay(of.flow(), by);
    if (turn != null) {
      add(turn.head);
    }
  }

  /** How much later than others the flow's turn comes for a candidate with so many before it. */
  public double delay(Flow flow, int before) {
    Turn turn = waiting.get(flow);
    return (turn == null ? 0 : turn.start) + before / weightOf.applyAsDouble(flow);
  }

  /** Whether there is a crowd. */
  public boolean isCrowded() {
    return crowded;
  }

  /** Where the flow stands; null when it doesn't wait. */
  public @Nullable Place placeOf(Flow flow) {
    List<Flow> flows = heads.stream().map(Candidate::flow).toList();
    int before = flows.indexOf(flow);
    return before < 0 ? null : new Place(before + 1, flows.size());
  }
}
