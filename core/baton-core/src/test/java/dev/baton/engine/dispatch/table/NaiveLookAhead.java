package dev.baton.engine.dispatch.table;

import dev.baton.engine.dispatch.table.LookAheadTable.Offer;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A simple, slow look-ahead table that scans everything. */
final class NaiveLookAhead {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingInt(Candidate::priority)
          .thenComparing(Candidate::arrivedAt)
          .thenComparing(Candidate::id);

  private final int perFlow;
  private final int total;
  private final List<Candidate> candidates = new ArrayList<>();
  private final Map<Flow, Integer> refusedFlows = new TreeMap<>();
  private final Map<String, Integer> refusedTypes = new TreeMap<>();
  private final Map<String, Integer> refusedDefinitions = new TreeMap<>();
  private final UnaryOperator<String> definitionOf;

  NaiveLookAhead(int perFlow, int total, UnaryOperator<String> definitionOf) {
    this.perFlow = perFlow;
    this.total = total;
    this.definitionOf = definitionOf;
  }

  Offer offerRead(Candidate read) {
    candidates.removeIf(
        known ->
            known.id().equals(read.id())
                && (!known.flow().equals(read.flow())
                    || known.priority() != read.priority()
                    || (known.version() == read.version()
                        && !known.arrivedAt().equals(read.arrivedAt()))));
    return offer(read);
  }

  Offer offer(Candidate candidate) {
    for (Candidate known : List.copyOf(candidates)) {
      if (known.id().equals(candidate.id())) {
        if (known.version() >= candidate.version()) {
          return Offer.KNOWN;
        }
        candidates.remove(known);
      }
    }
    List<Candidate> flow = ofFlow(candidate.flow());
    if (flow.size() >= perFlow || (candidates.size() >= total && !flow.isEmpty())) {
      Candidate last = flow.get(flow.size() - 1);
      if (ORDER.compare(candidate, last) >= 0) {
        return Offer.FULL;
      }
      candidates.remove(last);
    }
    boolean evicts = candidates.size() >= total;
    if (evicts) {
      evict(Math.max(0, Math.min(total - 1, total / 4 * 3 - 1)));
    }
    candidates.add(candidate);
    return evicts ? Offer.PUSHED_IN : Offer.TAKEN;
  }

  private void evict(int keep) {
    Map<String, List<Candidate>> byDefinition =
        candidates.stream().collect(Collectors.groupingBy(this::definition));
    int level = 0;
    while (keptAt(level + 1, byDefinition) <= keep) {
      level++;
    }
    Comparator<Candidate> refusedFirst =
        Comparator.comparing(
            one ->
                !refusedFlows.containsKey(one.flow())
                    && !refusedTypes.containsKey(one.flow().type()));
    for (List<Candidate> some : byDefinition.values()) {
      List<Candidate> leaving =
          some.stream()
              .sorted(refusedFirst.thenComparing(ORDER.reversed()))
              .limit(Math.max(0, some.size() - level))
              .toList();
      candidates.removeAll(leaving);
      leaving.stream().map(Candidate::flow).filter(this::isEmpty).forEach(refusedFlows::remove);
    }
  }

  private static int keptAt(int level, Map<String, List<Candidate>> byDefinition) {
    return byDefinition.values().stream().mapToInt(some -> Math.min(some.size(), level)).sum();
  }

  private String definition(Candidate candidate) {
    return definitionOf.apply(candidate.flow().type());
  }

  @Nullable Candidate peek() {
    return candidates.stream().filter(this::isOpen).min(ORDER).orElse(null);
  }

  /** Returns the first candidates of the open flows of a type. */
  List<Candidate> openFirsts(String type) {
    return candidates.stream()
        .filter(one -> one.flow().type().equals(type) && isOpen(one))
        .filter(one -> ofFlow(one.flow()).get(0).equals(one))
        .toList();
  }

  private boolean isOpen(Candidate candidate) {
    Integer flowFrom = refusedFlows.get(candidate.flow());
    Integer typeFrom = refusedTypes.get(candidate.flow().type());
    Integer allFrom = refusedDefinitions.get(definition(candidate));
    return (flowFrom == null || candidate.priority() < flowFrom)
        && (typeFrom == null || candidate.priority() < typeFrom)
        && (allFrom == null || candidate.priority() < allFrom);
  }

  private List<Candidate> ofFlow(Flow flow) {
    return candidates.stream().filter(c -> c.flow().equals(flow)).sorted(ORDER).toList();
  }

  void remove(Candidate candidate) {
    candidates.remove(candidate);
  }

  void drop(Predicate<Flow> which) {
    candidates.removeIf(candidate -> which.test(candidate.flow()));
  }

  /** The order is undefined. */
  List<Candidate> all() {
    return List.copyOf(candidates);
  }

  void refuseFlow(Candidate candidate) {
    refusedFlows.put(candidate.flow(), candidate.priority());
  }

  void refuseType(Candidate candidate) {
    refusedTypes.put(candidate.flow().type(), candidate.priority());
  }

  void refuseDefinition(Candidate candidate) {
    refusedDefinitions.put(definition(candidate), candidate.priority());
  }

  void allowKey(String key) {
    refusedFlows.keySet().removeIf(flow -> flow.key().equals(key));
  }

  void allowDefinitions() {
    refusedTypes.clear();
    refusedDefinitions.clear();
  }

  void allowAll() {
    refusedFlows.clear();
    allowDefinitions();
  }

  boolean isRefused(Flow flow) {
    return refusedDefinitions.containsKey(definitionOf.apply(flow.type()))
        || refusedTypes.containsKey(flow.type())
        || refusedFlows.containsKey(flow);
  }

  int size() {
    return candidates.size();
  }

  boolean isEmpty(Flow flow) {
    return ofFlow(flow).isEmpty();
  }
}
