package dev.baton.task.rule;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
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
 * Decides in which order waiting flows start their tasks: alternately, by weight. It keeps the
 * first candidate of each waiting flow. The algorithm is start-time fair queueing: at each
 * priority, the flow whose turn has the earliest start in {@link VirtualTime} is next. Therefore a
 * new flow waits for at most one turn of each other flow, even if these have many tasks.
 *
 * <p>The flows become a crowd when at least {@code crowd} of them wait, and stop being one when
 * fewer than half as many wait.
 *
 * <p>Any thread may call {@link #isCrowded} and {@link #placeOf}. Only one thread may call the
 * other methods.
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
   * The place of a flow among the waiting flows.
   *
   * @param turn the number of its turn; 1 for the next turn
   * @param flows how many flows wait
   */
  public record TurnPlace(int turn, int flows) {}

  /**
   * Creates the turns of no flows.
   *
   * @param weightOf returns the weight of a flow
   * @param crowd how many waiting flows are a crowd; also the number of flows without waiting tasks
   *     whose next turn is remembered
   */
  public FairTurns(ToDoubleFunction<Flow> weightOf, int crowd) {
    this.weightOf = weightOf;
    this.crowd = Math.max(MIN_CROWD, crowd);
  }

  /** Returns a view of the first candidates of all waiting flows, in the order of their turns. */
  public NavigableSet<Candidate> heads() {
    return heads;
  }

  private VirtualTime time(Candidate candidate) {
    return times.computeIfAbsent(candidate.priority(), priority -> new VirtualTime(crowd));
  }

  /** Adds a flow that starts to wait. */
  public void add(Candidate head) {
    waiting.put(head.flow(), new Turn(time(head).begin(head.flow()), head));
    heads.add(head);
    crowded |= waiting.size() >= crowd;
  }

  /** Removes a flow that no longer waits, or waits with another first candidate. */
  public void remove(Candidate head) {
    heads.remove(head);
    Turn turn = waiting.remove(head.flow());
    if (turn != null) {
      time(head).end(head.flow(), turn.start);
    }
    crowded &= waiting.size() >= crowd / 2;
  }

  /** Records that a candidate was added to one of the flows. */
  public void entered(Candidate candidate) {
    time(candidate).enter(candidate.arrivedAt());
  }

  /** Records that a candidate has left its flow. */
  public void left(Candidate candidate) {
    time(candidate).leave(candidate.arrivedAt());
  }

  /**
   * Returns a copy of the next candidate whose arrival time is the earliest of all tasks of these
   * flows. This way the flows together keep their place in the order of arrival, although a younger
   * task may start first.
   */
  public Candidate placed(Candidate next) {
    return next.arrivingAt(time(next).place());
  }

  /** Takes the turn of the candidate's flow and removes the candidate. */
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

  /** Adds a candidate again that used its turn without starting. Its flow gets the turn back. */
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

  /**
   * Returns the virtual time at which a candidate of the flow gets its turn.
   *
   * @param before number of candidates of the flow before it
   */
  public double delay(Flow flow, int before) {
    Turn turn = waiting.get(flow);
    return (turn == null ? 0 : turn.start) + before / weightOf.applyAsDouble(flow);
  }

  /** Returns whether the waiting flows are a crowd. */
  public boolean isCrowded() {
    return crowded;
  }

  /** Returns the place of the flow; null if it doesn't wait. */
  public @Nullable TurnPlace placeOf(Flow flow) {
    List<Flow> flows = heads.stream().map(Candidate::flow).toList();
    int before = flows.indexOf(flow);
    return before < 0 ? null : new TurnPlace(before + 1, flows.size());
  }
}
