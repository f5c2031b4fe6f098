package dev.baton.engine.dispatch;

import dev.baton.task.Flow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Which types and flows of a look-ahead table are refused a slot at some priority. Owned by the
 * bucket's dispatcher, not thread-safe but for {@link #has}.
 */
final class RefusedFlows {
  private final Set<String> types = new ConcurrentSkipListSet<>();
  private final Set<Flow> flows = new ConcurrentSkipListSet<>();
  private final Map<String, Set<Flow>> byKey = new HashMap<>();

  void add(Flow flow) {
    flows.add(flow);
    byKey.computeIfAbsent(flow.key(), key -> new TreeSet<>()).add(flow);
  }

  void addType(String type) {
    types.add(type);
  }

  /** Whether it, or its type, is refused. May be asked by any thread. */
  boolean has(Flow flow) {
    return types.contains(flow.type()) || flows.contains(flow);
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

  /** All types, which aren't refused any more. */
  List<String> takeTypes() {
    List<String> taken = List.copyOf(types);
    types.clear();
    return taken;
  }
}
