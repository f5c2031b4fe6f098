package dev.baton.engine.statistics;

import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.handler.internal.Definition;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.statistics.LimitsInUse;
import dev.baton.operate.statistics.LimitsInUse.Holder;
import dev.baton.operate.statistics.LimitsInUse.Use;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.StatisticsStore.TakenSlot;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Permit;
import dev.baton.task.rule.NodeStart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out how much of each limit is in use. The use of cluster limits is in the store; that of
 * this node's limits is in its policies. Thread-safe.
 */
final class LimitSurvey {
  private static final Logger LOG = LoggerFactory.getLogger(LimitSurvey.class);
  private static final int LOWEST_PRIORITY = 9;
  private static final char BEFORE_KEY = '\n';

  private final NodeContext node;
  private final Slots slots;

  LimitSurvey(NodeContext node, Slots slots) {
    this.node = node;
    this.slots = slots;
  }

  LimitsInUse look(StatisticsStore store) {
    List<TakenSlot> taken = store.slots(LimitsInUse.MAX_READ + 1);
    List<StatisticsStore.UsedRate> rates = store.rates(LimitsInUse.MAX_READ);
    boolean all = taken.size() <= LimitsInUse.MAX_READ;
    TreeMap<String, List<TakenSlot>> byName = new TreeMap<>();
    for (TakenSlot slot : all ? taken : taken.subList(0, LimitsInUse.MAX_READ)) {
      byName.computeIfAbsent(slot.name(), name -> new ArrayList<>()).add(slot);
    }
    Map<String, Integer> sizes = sizes();
    TreeMap<String, Use> uses = new TreeMap<>();
    byName.forEach((name, some) -> uses.put(name, use(name, some, sizes)));
    for (StatisticsStore.UsedRate rate : rates) {
      uses.putIfAbsent(
          rate.name(),
          new Use(limitOf(rate.name()), keyOf(rate.name()), 0, null, rate.paidUntil(), List.of()));
    }
    Instant now = store.now();
    return new LimitsInUse(
        now, all, List.copyOf(uses.values()), slots.inUse(), node.settings().maxRunning(), here());
  }

  private static Use use(String name, List<TakenSlot> taken, Map<String, Integer> sizes) {
    List<Holder> holders =
        taken.stream()
            .limit(LimitsInUse.MAX_HOLDERS)
            .map(slot -> new Holder(slot.task(), slot.type(), nodeOf(slot.owner())))
            .toList();
    String limit = limitOf(name);
    return new Use(limit, keyOf(name), taken.size(), sizes.get(limit), null, holders);
  }

  private static UUID nodeOf(UUID owner) {
    return new NodeStart(owner.getMostSignificantBits()).firstOwner();
  }

  private static String limitOf(String name) {
    int end = name.indexOf(BEFORE_KEY);
    return end < 0 ? name : name.substring(0, end);
  }

  private static String keyOf(String name) {
    int end = name.indexOf(BEFORE_KEY);
    return end < 0 ? "" : name.substring(end + 1);
  }

  /**
   * Returns the number of slots of each cluster limit that this node defines, for a task of the
   * lowest priority.
   */
  private Map<String, Integer> sizes() {
    Map<String, Integer> sizes = new TreeMap<>();
    for (Definition definition : node.definitions().all()) {
      Candidate any =
          new Candidate(
              new UUID(0, 0),
              1,
              definition.bucket(),
              new Flow(definition.type(), ""),
              LOWEST_PRIORITY,
              Instant.EPOCH);
      try {
        for (Permit permit : LimitPolicies.permits(definition.limitPolicy(), any)) {
          if (permit instanceof Permit.Slot slot) {
            sizes.put(slot.limit(), slot.slots());
          }
        }
      } catch (RuntimeException broken) {
        LOG.debug(
            "The booking policy of {} failed to report its limits", definition.type(), broken);
      }
    }
    return sizes;
  }

  private List<LimitsInUse.Here> here() {
    List<LimitsInUse.Here> here = new ArrayList<>();
    for (Definition definition : node.definitions().all()) {
      try {
        List<LimitsInUse.Slots> some = LimitPolicies.inUse(definition.limitPolicy());
        if (!some.isEmpty()) {
          here.add(new LimitsInUse.Here(definition.type(), some));
        }
      } catch (RuntimeException broken) {
        LOG.debug(
            "The booking policy of {} failed to report what is in use", definition.type(), broken);
      }
    }
    return here;
  }
}
