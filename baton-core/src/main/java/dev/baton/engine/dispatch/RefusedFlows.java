package dev.baton.engine.dispatch;

import dev.baton.task.Flow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.UnaryOperator;

/**
 * Which definitions and flows of a look-ahead table are refused a slot at some priority: no more
 * than are in the table. Owned by the bucket's dispatcher, not thread-safe but for {@link #has}.
 */
final class RefusedFlows {
  private final UnaryOperator<String> definitionOf;
  private final Set<String> definitions = new ConcurrentSkipListSet<>();
  private final Set<Flow> flows = new ConcurrentSkipListSet<>();
  private final Map<String, Set<Flow>> byKey = new HashMap<>();

  /**
   * @param definitionOf which definition serves a type
   */
  RefusedFlows(UnaryOperator<String> definitionOf) {
    this.definitionOf = definitionOf;
  }

  void add(Flow flow) {
    flows.add(flow);
    byKey.computeIfAbsent(flow.key(), key -> new TreeSet<>()).add(flow);
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
    if (flows.remove(flow)) {
      byKey.computeIfPresent(
          flow.key(),
          (key, some) -> {
            some.remove(flow);
            return some.isEmpty() ? null : some;
          });
    }
  }

  /** The flows of this key, which aren't refused any more. */
  Set<Flow> takeOf(String key) {
    Set<Flow> taken = Objects.requireNonNullElse(byKey.remove(key), Set.of());
    flows.removeAll(taken);
    return taken;
  }

  /** All flows, which aren't refused any more. */
  List<Flow> takeAll() {
    List<Flow> taken = List.copyOf(flows);
    flows.clear();
    byKey.clear();
    return taken;
  }

  /** All definitions, which aren't refused any more. */
  List<String> takeDefinitions() {
    List<String> taken = List.copyOf(definitions);
    definitions.clear();
    return taken;
  }
}
