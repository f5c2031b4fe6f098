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
 * From where each flow needs to be read, by priority: what stands before has been read, and is
 * known or claimed. Where an old snapshot keeps the claimed rows' index entries, a fetch from the
 * beginning would walk over all of them. Owned by the bucket's dispatcher, not thread-safe.
 *
 * <p>A cursor may be too far: a task that arrived earlier is committed late, or put back. Who reads
 * the true heads, from the beginning, sets the cursors right, within about a second; a few
 * milliseconds, as most commits take, are left open below each cursor.
 */
public final class FetchCursors {
  private static final Duration COMMITS_TAKE = Duration.ofMillis(200);
  private static final int MAX_FLOWS = 10_000;

  private final Map<Flow, OfFlow> byFlow = new HashMap<>();

  /** The cursors of one flow. */
  private static final class OfFlow {
    /** From where all is to be read. */
    private final Map<Integer, Place> whole = new TreeMap<>();

    /** From where this share is to be read: others' tasks before it may not be known here. */
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
   * Nothing of this flow and priority was ready before this task. Of a flow that is met for the
   * first time nothing was claimed either, as far as is known: it is read as a whole, which is a
   * third of the work.
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
   * As {@link #begin}, but the task is known here, or claimed. What is known behind it needn't be
   * read again: whatever was committed late among it is seen once it is the first.
   */
  void skipTo(Candidate first) {
    OfFlow known = byFlow.get(first.flow());
    if (known != null) {
      known.whole.merge(first.priority(), shortlyBefore(first), FetchCursors::later);
    }
  }

  /**
   * What a fetch found in a flow: it needn't be read again.
   *
   * @param began when the fetch began, by the store's clock
   */
  void fetched(FetchRequest asked, List<Candidate> ready, Instant began) {
    Map<Integer, Place> cursors = ofFlow(asked.flow()).of(asked.share());
    Place settled = Place.before(began.minus(COMMITS_TAKE));
    for (Candidate task : ready) {
      // The last one of each priority stays.
      cursors.put(task.priority(), earlier(Place.of(task), settled));
    }
  }

  /** This task is ready, and not known here: it must be found. */
  public void include(Candidate task) {
    OfFlow known = byFlow.get(task.flow());
    if (known != null) {
      Place place = Place.of(task);
      known.whole.computeIfPresent(task.priority(), (priority, cursor) -> earlier(cursor, place));
      known.ofShare.computeIfPresent(task.priority(), (priority, cursor) -> earlier(cursor, place));
    }
  }

  /** What was read of these flows isn't known any more. */
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
      // Fetches from the beginning are right too.
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
