package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses which candidates leave a full look-ahead table. The definitions that have most give them,
 * down to a level that is the same for all, so a backlog behind a full limit never keeps out the
 * tasks of others. Of one definition the refused flows give first, since an open one mustn't be
 * kept out by them; then whatever comes last in the order.
 */
final class Eviction {
  private final Map<FlowQueue, Integer> leaving = new LinkedHashMap<>();

  /** A candidate at the end of its flow. */
  private record Last(FlowQueue flow, Candidate candidate) {}

  private Eviction() {}

  /**
   * How many of its last candidates each of these flows has to give.
   *
   * @param keep how many candidates may stay at the most, all flows together
   */
  static Map<FlowQueue, Integer> from(Collection<FlowQueue> flows, int keep) {
    Map<DefinitionQueue, List<FlowQueue>> byDefinition = new LinkedHashMap<>();
    for (FlowQueue flow : flows) {
      if (flow.size() > 0) {
        byDefinition.computeIfAbsent(flow.definition(), one -> new ArrayList<>()).add(flow);
      }
    }
    int level = level(byDefinition.keySet(), keep);
    Eviction eviction = new Eviction();
    byDefinition.forEach(
        (definition, some) -> {
          if (definition.size() > level) {
            eviction.take(some, definition.size() - level);
          }
        });
    return eviction.leaving;
  }

  /** The most candidates that each definition may have so that all together have no more. */
  private static int level(Collection<DefinitionQueue> definitions, int keep) {
    int[] sizes = definitions.stream().mapToInt(DefinitionQueue::size).sorted().toArray();
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

  private void take(List<FlowQueue> flows, int count) {
    List<FlowQueue> refused = flows.stream().filter(flow -> flow.refusedFrom >= 0).toList();
    List<FlowQueue> open = flows.stream().filter(flow -> flow.refusedFrom < 0).toList();
    int ofRefused = Math.min(count, sizeOf(refused));
    takeLast(refused, ofRefused);
    takeLast(open, count - ofRefused);
  }

  private static int sizeOf(List<FlowQueue> flows) {
    return flows.stream().mapToInt(FlowQueue::size).sum();
  }

  /** Ranks are sorted, not candidates: that takes a tenth of the time. */
  private void takeLast(List<FlowQueue> flows, int count) {
    if (count == 0) {
      return;
    }
    long[] ranks = new long[sizeOf(flows)];
    int filled = 0;
    for (FlowQueue flow : flows) {
      for (int i = 0; i < flow.size(); i++) {
        ranks[filled++] = flow.rank(i);
      }
    }
    Arrays.sort(ranks);
    long last = ranks[ranks.length - count];
    int left = count;
    List<FlowQueue> atLast = new ArrayList<>();
    for (FlowQueue flow : flows) {
      int beyond = countBeyond(flow, last);
      left -= beyond;
      note(flow, beyond);
      for (int i = flow.size() - 1 - beyond; i >= 0 && flow.rank(i) == last; i--) {
        atLast.add(flow);
      }
    }
    takeOfOneRank(atLast, left);
  }

  private static int countBeyond(FlowQueue flow, long rank) {
    int count = 0;
    while (count < flow.size() && flow.rank(flow.size() - 1 - count) > rank) {
      count++;
    }
    return count;
  }

  /**
   * @param flows each as often as it has candidates of that rank
   */
  private void takeOfOneRank(List<FlowQueue> flows, int count) {
    Map<FlowQueue, Integer> seen = new LinkedHashMap<>();
    List<Last> all = new ArrayList<>();
    for (FlowQueue flow : flows) {
      int before = seen.merge(flow, 1, Integer::sum) - 1;
      int place = flow.size() - 1 - leaving.getOrDefault(flow, 0) - before;
      all.add(new Last(flow, flow.get(place)));
    }
    all.sort(Comparator.comparing(Last::candidate, CandidateOrder::compare).reversed());
    all.stream().limit(count).forEach(last -> note(last.flow(), 1));
  }

  private void note(FlowQueue flow, int count) {
    if (count > 0) {
      leaving.merge(flow, count, Integer::sum);
    }
  }
}
