package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Chooses which candidates leave a full look-ahead table. The definitions that have most give them,
 * down to a level that is the same for all, so a backlog behind a full limit never keeps out the
 * tasks of others. Of one definition the refused flows give first, since an open one mustn't be
 * kept out by them; then whatever comes last in the order.
 */
final class Eviction {
  private static final Comparator<Candidate> LAST_FIRST =
      ((Comparator<Candidate>) CandidateOrder::compare).reversed();

  private Eviction() {}

  /**
   * @param keep how many candidates may stay at the most, all flows together
   */
  static List<Candidate> leaving(Collection<FlowQueue> flows, int keep) {
    Map<CandidateQueue, List<FlowQueue>> byDefinition = new LinkedHashMap<>();
    flows.forEach(
        flow -> byDefinition.computeIfAbsent(flow.definition(), d -> new ArrayList<>()).add(flow));
    int level = level(byDefinition.values().stream().mapToInt(Eviction::size).toArray(), keep);
    List<Candidate> leaving = new ArrayList<>();
    for (List<FlowQueue> some : byDefinition.values()) {
      int count = Math.max(0, size(some) - level);
      Stream.concat(lastFirst(some, true), lastFirst(some, false))
          .limit(count)
          .forEach(leaving::add);
    }
    return leaving;
  }

  /** The most candidates that each definition may have so that all together have no more. */
  private static int level(int[] sizes, int keep) {
    Arrays.sort(sizes);
    int left = keep;
    for (int i = 0; i < sizes.length; i++) {
      int share = left / (sizes.length - i);
      if (sizes[i] > share) {
        return share;
      }
      left -= sizes[i];
    }
    return Integer.MAX_VALUE;
  }

  private static int size(List<FlowQueue> flows) {
    return flows.stream().mapToInt(FlowQueue::size).sum();
  }

  private static Stream<Candidate> lastFirst(List<FlowQueue> flows, boolean refused) {
    return flows.stream()
        .filter(flow -> flow.isRefused() == refused)
        .flatMap(FlowQueue::stream)
        .sorted(LAST_FIRST);
  }
}
