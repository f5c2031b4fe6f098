package dev.baton.engine.dispatch.table;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The flows and types of a look-ahead table that are refused a slot, each from a priority on. The
 * queue of a definition knows its own refusal. Only the table changes this; {@link #contain} may be
 * called by any thread.
 */
final class Refusals {
  private final NavigableSet<Flow> flows = new ConcurrentSkipListSet<>(Flow::compareByKey);

  /**
   * Types that are refused although their definition isn't, with their most urgent refused
   * priority. A flow of the type is skipped only when its candidate would be the next one. So a
   * refusal costs the same for any number of keys.
   */
  private final Map<String, Integer> types = new ConcurrentHashMap<>();

  /** Flows that were skipped because their type is refused. */
  private final Set<Flow> skipped = new LinkedHashSet<>();

  void refuseFlow(Flow flow) {
    flows.add(flow);
  }

  void refuseType(String type, int fromPriority) {
    types.put(type, fromPriority);
  }

  /** Returns from which priority on the type is refused; {@code NONE} if it isn't. */
  int ofType(String type) {
    Integer from = types.get(type);
    return from == null ? CandidateQueue.NONE : from;
  }

  /** Records that the table skips the flow of this candidate until the types are allowed again. */
  void skip(Candidate next) {
    skipped.add(next.flow());
  }

  /** Returns the refused flows with this key, because a slot of the key was freed. */
  List<Flow> ofKey(String key) {
    Flow first = new Flow("", key);
    return flows.tailSet(first).stream().takeWhile(flow -> flow.key().equals(key)).toList();
  }

  List<Flow> flows() {
    return List.copyOf(flows);
  }

  void allow(Flow flow) {
    flows.remove(flow);
  }

  /** Allows all types again. Returns the flows that were skipped because their type was refused. */
  List<Flow> allowTypes() {
    types.clear();
    List<Flow> again = List.copyOf(skipped);
    skipped.clear();
    return again;
  }

  void forget(Flow flow) {
    flows.remove(flow);
    skipped.remove(flow);
  }

  /** Returns whether the flow or its type is refused. */
  boolean contain(Flow flow) {
    return flows.contains(flow) || types.containsKey(flow.type());
  }
}
