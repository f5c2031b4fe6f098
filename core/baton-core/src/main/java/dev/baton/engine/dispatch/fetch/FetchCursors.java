package dev.baton.engine.dispatch.fetch;

import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.Place;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The place where the next fetch of each flow begins, by priority. Tasks before a cursor have been
 * read and are known or claimed. If an old snapshot keeps the index entries of claimed rows, a
 * fetch from the beginning would walk over all of them. Owned by the bucket's dispatcher, not
 * thread-safe.
 *
 * <p>A cursor may be too far ahead: a task that arrived earlier may be committed late or made ready
 * again. A scan reads the first tasks of each flow from the beginning and corrects the cursors
 * within about a second. Below each cursor, the time that most commits take is read again.
 */
public final class FetchCursors {
  private static final Duration COMMITS_TAKE = Duration.ofMillis(200);
  private static final int MAX_FLOWS = 10_000;

  private final Map<Flow, OfFlow> byFlow = new HashMap<>();

  /** The cursors of one flow. */
  private static final class OfFlow {
    /** Places from which the whole flow is read. */
    private final Map<Integer, Place> whole = new TreeMap<>();

    /**
     * Places from which this share is read. Tasks of other shares before it may be unknown here.
     */
    private final Map<Integer, Place> ofShare = new TreeMap<>();

    private Share share = Share.WHOLE;

    private Map<Integer, Place> of(Share wanted) {
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
   * Records that no task of this flow and priority was ready before this one. For a new flow,
   * nothing is recorded, because this node knows of no claimed task in it. A read from the
   * beginning costs a third of a read with cursors.
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
   * Records the first ready task like {@link #begin}, for a task that is known here or claimed. The
   * known tasks after it needn't be read again: a scan sees any that was committed late once it is
   * the first.
   */
  void skipTo(Candidate first) {
    OfFlow known = byFlow.get(first.flow());
    if (known != null) {
      known.whole.merge(first.priority(), shortlyBefore(first), FetchCursors::later);
    }
  }

  /**
   * Moves the cursors behind what a fetch found in a flow.
   *
   * @param began when the fetch began, by the store's clock
   */
  void fetched(FetchRequest asked, List<Candidate> ready, Instant began) {
    Map<Integer, Place> cursors = ofFlow(asked.flow()).of(asked.share());
    Place settled = Place.before(began.minus(COMMITS_TAKE));
    for (Candidate task : ready) {
      // The last task of each priority remains.
      cursors.put(task.priority(), earlier(Place.of(task), settled));
    }
  }

  /** Moves the cursors back to this task, because it is ready and unknown here. */
  public void include(Candidate task) {
    OfFlow known = byFlow.get(task.flow());
    if (known != null) {
      Place place = Place.of(task);
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
    Map<Integer, Place> from = new TreeMap<>();
    if (known != null) {
      from.putAll(known.whole);
      known.of(share).forEach((priority, at) -> from.merge(priority, at, FetchCursors::later));
    }
    return new FetchRequest(flow, from, share);
  }

  private OfFlow ofFlow(Flow flow) {
    if (byFlow.size() >= MAX_FLOWS && !byFlow.containsKey(flow)) {
      // Fetches from the beginning are also correct.
      byFlow.clear();
    }
    return byFlow.computeIfAbsent(flow, unmarked -> new OfFlow());
  }

  private static Place shortlyBefore(Candidate first) {
    return Place.before(first.arrivedAt().minus(COMMITS_TAKE));
  }

  private static Place earlier(Place one, Place other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static Place later(Place one, Place other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
