package dev.baton.engine.dispatch.table;

import dev.baton.task.Flow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.UnaryOperator;

/**
 * Which definitions and flows of a look-ahead table are refused a slot at some priority: no more
 * than are in the table. Owned by the bucket's dispatcher, not thread-safe but for {@link #has}.
 */
final class RefusedFlows {
  private static final Comparator<Flow> BY_KEY =
      Comparator.comparing(Flow::key).thenComparing(Flow::type);

  private final UnaryOperator<String> definitionOf;
  private final Set<String> definitions = new ConcurrentSkipListSet<>();
  private final NavigableSet<Flow> flows = new ConcurrentSkipListSet<>(BY_KEY);

  /**
   * @param definitionOf which definition serves a type
   */
  RefusedFlows(UnaryOperator<String> definitionOf) {
    this.definitionOf = definitionOf;
  }

  void add(Flow flow) {
    flows.add(flow);
  }

  void addDefinition(String definition) {
    definitions.add(definition);
  }

  /** Whether it, or its definition, is refused. May be asked by any thread. */
  boolean has(Flow flow) {
    return definitions.contains(definitionOf.apply(flow.type())) || flows.contains(flow);
  }

  /** This flow is forgotten. */
  void remove(Flow flow) {
    flows.remove(flow);
  }

  /** The flows of this key, which aren't refused any more. */
  List<Flow> takeOf(String key) {
    List<Flow> taken = new ArrayList<>();
    for (Flow flow : flows.tailSet(new Flow("", key))) {
      if (!flow.key().equals(key)) {
        break;
      }
      taken.add(flow);
    }
    taken.forEach(flows::remove);
    return taken;
  }

  /** All flows, which aren't refused any more. */
  List<Flow> takeAll() {
    List<Flow> taken = List.copyOf(flows);
    flows.clear();
    return taken;
  }

  /** All definitions, which aren't refused any more. */
  List<String> takeDefinitions() {
    List<String> taken = List.copyOf(definitions);
    definitions.clear();
    return taken;
  }
}
