package dev.baton.engine.dispatch.table;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.FairTurns;
import dev.baton.task.rule.FillLevel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Chooses which candidates leave a full look-ahead table. The definitions with the most candidates
 * lose some, until none has more than a common level. So tasks that wait for a full limit never
 * keep other tasks out. Within a definition, the candidates of refused flows leave first, so that
 * they don't keep others out. After them, the least urgent candidates leave, or those whose turn
 * comes last.
 */
final class Eviction {
  private static final Comparator<Ranked> LAST_FIRST =
      Comparator.comparing((Ranked one) -> !one.refused())
          .thenComparing(one -> -one.candidate().priority())
          .thenComparing(one -> -one.delay())
          .thenComparing(Ranked::candidate, Comparator.reverseOrder());

  /**
   * A candidate that the table may remove.
   *
   * @param delay how much later its turn is than that of others; 0 if flows don't take turns
   */
  private record Ranked(Candidate candidate, boolean refused, double delay) {}

  private Eviction() {}

  /**
   * @param isRefused returns whether the flow is refused a slot while other flows of its definition
   *     may get one
   * @param keep maximum number of candidates that remain in total
   */
  static List<Candidate> leaving(Collection<FlowQueue> flows, Predicate<Flow> isRefused, int keep) {
    Map<CandidateQueue, List<Ranked>> byDefinition = new LinkedHashMap<>();
    for (FlowQueue flow : flows) {
      rank(
          flow,
          isRefused.test(flow.flow),
          byDefinition.computeIfAbsent(flow.definition, one -> new ArrayList<>()));
    }
    int level = FillLevel.of(byDefinition.values().stream().mapToInt(List::size).toArray(), keep);
    List<Candidate> leaving = new ArrayList<>();
    for (List<Ranked> some : byDefinition.values()) {
      some.stream()
          .sorted(LAST_FIRST)
          .limit(Math.max(0, some.size() - level))
          .forEach(one -> leaving.add(one.candidate()));
    }
    return leaving;
  }

  private static void rank(FlowQueue flow, boolean isRefused, List<Ranked> ranks) {
    FairTurns turns = flow.definition.turns;
    int before = 0;
    for (Candidate one : flow.stream().toList()) {
      double delay = turns == null ? 0 : turns.delay(flow.flow, before++);
      ranks.add(new Ranked(one, isRefused, delay));
    }
  }
}
