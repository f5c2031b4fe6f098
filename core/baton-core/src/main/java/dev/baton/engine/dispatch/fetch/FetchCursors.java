package dev.baton.engine.dispatch.fetch;

import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.ReadyPlace;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The place in each flow and priority at which the next fetch begins. This node has already read
 * the tasks before a cursor, and knows or has claimed them. While an old snapshot keeps the index
 * entries of claimed rows, a fetch from the beginning would have to skip all of them. Only the
 * bucket's dispatcher uses it; not thread-safe.
 *
 * <p>A cursor may be too far ahead: a task with an earlier place may be committed late or become
 * ready again. A scan reads the first tasks of each flow and corrects the cursors within about a
 * second. A fetch begins a little before its cursor, by the time that most commits take.
 */
public final class FetchCursors {
  private static final Duration COMMITS_TAKE = Duration.ofMillis(200);
  private static final int MAX_FLOWS = 10_000;

  private final Map<Flow, OfFlow> byFlow = new HashMap<>();

  /** The cursors of one flow. */
  private static final class OfFlow {
    /** Cursors for fetches of all tasks of the flow. */
    private final Map<Integer, ReadyPlace> whole = new TreeMap<>();

    /**
     * Cursors for fetches of this node's share. Tasks of other shares before these cursors may be
     * unknown here.
     */
    private final Map<Integer, ReadyPlace> ofShare = new TreeMap<>();

    private Share share = Share.WHOLE;

    private Map<Integer, ReadyPlace> of(Share wanted) {
      if (wanted.isWhole()) {
        return whole;
      }
      if (!wanted.equals(share)) {
        share = wanted;
        ofShare.clear();
      }
      return ofShare;
    }
  }

  /**
   * Moves the cursor of this flow and priority to a place shortly before this task, because no task
   * before it is ready. Doesn't move it for a new flow, because this node hasn't claimed any task
   * of that flow yet. A fetch without cursors costs a third of a fetch with cursors.
   */
  void begin(Candidate first) {
    OfFlow known = byFlow.get(first.flow());
    if (known == null) {
      ofFlow(first.flow());
    } else {
      known.whole.put(first.priority(), shortlyBefore(first));
      known.ofShare.remove(first.priority());
    }
  }

  /**
   * Moves the cursor forward to this first ready task, which is already known here or claimed. The
   * known tasks after it needn't be read again. If another task before them was committed late, a
   * scan finds that task when it is the first of its flow.
   */
  void skipTo(Candidate first) {
    OfFlow known = byFlow.get(first.flow());
    if (known != null) {
      known.whole.merge(first.priority(), shortlyBefore(first), FetchCursors::later);
    }
  }

  /**
   * Moves the cursors to the end of what a fetch has read of a flow.
   *
   * @param began time of the store's clock when the fetch began
   */
  void fetched(FetchRequest asked, List<Candidate> ready, Instant began) {
    Map<Integer, ReadyPlace> cursors = ofFlow(asked.flow()).of(asked.share());
    ReadyPlace settled = ReadyPlace.before(began.minus(COMMITS_TAKE));
    for (Candidate task : ready) {
      // The last task of each priority decides.
      cursors.put(task.priority(), earlier(ReadyPlace.of(task), settled));
    }
  }

  /** Moves the cursors back to this task, because it is ready and this node no longer knows it. */
  public void include(Candidate task) {
    OfFlow known = byFlow.get(task.flow());
    if (known != null) {
      ReadyPlace place = ReadyPlace.of(task);
      known.whole.computeIfPresent(task.priority(), (priority, cursor) -> earlier(cursor, place));
      known.ofShare.computeIfPresent(task.priority(), (priority, cursor) -> earlier(cursor, place));
    }
  }

  /** Forgets the cursors of these flows. */
  void forget(Predicate<Flow> which) {
    byFlow.keySet().removeIf(which);
  }

  FetchRequest fetch(Flow flow, Share share) {
    OfFlow known = byFlow.get(flow);
    Map<Integer, ReadyPlace> from = new TreeMap<>();
    if (known != null) {
      from.putAll(known.whole);
      known.of(share).forEach((priority, at) -> from.merge(priority, at, FetchCursors::later));
    }
    return new FetchRequest(flow, from, share);
  }

  private OfFlow ofFlow(Flow flow) {
    if (byFlow.size() >= MAX_FLOWS && !byFlow.containsKey(flow)) {
      // Fetches then read from the beginning, which is also correct.
      byFlow.clear();
    }
    return byFlow.computeIfAbsent(flow, unmarked -> new OfFlow());
  }

  private static ReadyPlace shortlyBefore(Candidate first) {
    return ReadyPlace.before(first.arrivedAt().minus(COMMITS_TAKE));
  }

  private static ReadyPlace earlier(ReadyPlace one, ReadyPlace other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static ReadyPlace later(ReadyPlace one, ReadyPlace other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
