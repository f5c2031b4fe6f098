package dev.baton.engine.dispatch;

import dev.baton.engine.dispatch.LookAhead.Offer;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The look-ahead table as one would write it without caring for speed: it scans everything. */
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

  NaiveLookAhead(int perFlow, int total) {
    this.perFlow = perFlow;
    this.total = total;
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
    candidates.add(candidate);
    return Offer.TAKEN;
  }

  @Nullable Candidate peek() {
    return candidates.stream().filter(this::isOpen).min(ORDER).orElse(null);
  }

  private boolean isOpen(Candidate candidate) {
    Integer flowFrom = refusedFlows.get(candidate.flow());
    Integer typeFrom = refusedTypes.get(candidate.flow().type());
    return (flowFrom == null || candidate.priority() < flowFrom)
        && (typeFrom == null || candidate.priority() < typeFrom);
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

  /** In whatever order. */
  List<Candidate> all() {
    return List.copyOf(candidates);
  }

  void refuseFlow(Candidate candidate) {
    refusedFlows.put(candidate.flow(), candidate.priority());
  }

  void refuseType(Candidate candidate) {
    refusedTypes.put(candidate.flow().type(), candidate.priority());
  }

  void allowKey(String key) {
    refusedFlows.keySet().removeIf(flow -> flow.key().equals(key));
  }

  void allowTypes() {
    refusedTypes.clear();
  }

  void allowAll() {
    refusedFlows.clear();
    refusedTypes.clear();
  }

  boolean isRefused(Flow flow) {
    return refusedTypes.containsKey(flow.type()) || refusedFlows.containsKey(flow);
  }

  int size() {
    return candidates.size();
  }

  boolean isEmpty(Flow flow) {
    return ofFlow(flow).isEmpty();
  }
}
