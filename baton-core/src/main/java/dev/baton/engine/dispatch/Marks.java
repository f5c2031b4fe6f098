package dev.baton.engine.dispatch;

import dev.baton.spi.TaskStore.PullRequest;
import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * From where each flow needs to be pulled, by priority: what arrived before has been claimed. Where
 * an old snapshot keeps the claimed rows' index entries, a pull from the beginning would walk over
 * all of them. Owned by the bucket's dispatcher, not thread-safe.
 *
 * <p>A mark may be too high: a task that arrived earlier is committed late, or put back. Who reads
 * the true heads, from the beginning, sets the marks right, within about a second; a few
 * milliseconds, as most commits take, are left open below each mark.
 */
final class Marks {
  private static final Duration COMMITS_TAKE = Duration.ofMillis(200);
  private static final int MOST_FLOWS = 10_000;

  private final Map<Flow, Map<Integer, Instant>> byFlow = new HashMap<>();

  /** One place of one flow. */
  private record Place(Flow flow, int priority) {}

  /**
   * Nothing of this flow and priority was ready before this task. Of a flow that is met for the
   * first time nothing was claimed either, as far as is known: it is read as a whole, which is a
   * third of the work.
   */
  void begin(Candidate first) {
    if (byFlow.containsKey(first.flow())) {
      mark(first);
    } else {
      marksOf(first.flow());
    }
  }

  /** A pull of all from the marks on answered these, each flow in its order. */
  void pulled(List<Candidate> ready) {
    Set<Place> begun = new HashSet<>();
    for (Candidate candidate : ready) {
      if (begun.add(new Place(candidate.flow(), candidate.priority()))) {
        mark(candidate);
      }
    }
  }

  private void mark(Candidate first) {
    marksOf(first.flow()).put(first.priority(), first.arrivedAt().minus(COMMITS_TAKE));
  }

  private Map<Integer, Instant> marksOf(Flow flow) {
    if (byFlow.size() >= MOST_FLOWS && !byFlow.containsKey(flow)) {
      // Pulls from the beginning are right too.
      byFlow.clear();
    }
    return byFlow.computeIfAbsent(flow, unmarked -> new TreeMap<>());
  }

  /** This task is ready: it must be found when it is pushed out of the look-ahead table. */
  void include(Candidate candidate) {
    Map<Integer, Instant> marks = byFlow.get(candidate.flow());
    if (marks != null) {
      marks.computeIfPresent(
          candidate.priority(),
          (priority, mark) -> candidate.arrivedAt().isBefore(mark) ? candidate.arrivedAt() : mark);
    }
  }

  PullRequest pull(Flow flow, Share share) {
    return new PullRequest(flow, byFlow.getOrDefault(flow, Map.of()), share);
  }
}
