package dev.baton.cassandra.task;

import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.LimitRow;
import dev.baton.cassandra.row.LimitRow.Taken;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.task.row.Permit;
import dev.baton.task.rule.PermitCount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Takes permits for planned claims, and frees slots whose claims are over. All limits are in one
 * shard, so a claim gets all the permits that it needs, or none.
 *
 * @param over slots that no task uses or will ever use
 */
record Reserve(UUID owner, List<Wanted> wanted, Set<Taken> over)
    implements Command<Map<UUID, PermitCount.Refusal>> {
  private static final int LIMIT = 2_000;

  /** A task at the time of its planned claim, and the permits that the claim needs. */
  record Wanted(UUID task, Instant createdAt, long version, List<Permit> permits) {}

  @Override
  public List<RowKey> reads() {
    return names().stream().map(Keys::limit).toList();
  }

  @Override
  public int size() {
    return LIMIT * names().size();
  }

  private Set<String> names() {
    return wanted.stream()
        .flatMap(one -> one.permits().stream())
        .map(Permit::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the refused tasks. */
  @Override
  public Map<UUID, PermitCount.Refusal> decide(Rows rows, Instant now) {
    Map<String, LimitRow> before = new TreeMap<>();
    Map<String, List<Taken>> taken = new TreeMap<>();
    Map<String, PermitCount.PermitUse> standings = new TreeMap<>();
    for (String name : names()) {
      LimitRow row = LimitRow.get(rows, name);
      List<Taken> left = new ArrayList<>(row.without(over).taken());
      before.put(name, row);
      taken.put(name, left);
      standings.put(name, new PermitCount.PermitUse(left.size(), row.paidUntil()));
    }
    PermitCount count = new PermitCount(now, standings);
    Map<UUID, PermitCount.Refusal> refused = new LinkedHashMap<>();
    for (Wanted one : wanted) {
      Optional<PermitCount.Refusal> refusal = count.take(one.permits());
      if (refusal.isPresent()) {
        refused.put(one.task(), refusal.get());
      } else {
        Taken own = new Taken(one.task(), one.createdAt(), one.version(), owner, now);
        slots(one).forEach(name -> Objects.requireNonNull(taken.get(name)).add(own));
      }
    }
    taken.forEach(
        (name, all) -> {
          LimitRow after = new LimitRow(all, count.paidUntil().get(name));
          if (!after.equals(before.get(name))) {
            rows.put(Keys.limit(name), after.encoded());
          }
        });
    return refused;
  }

  /**
   * Returns the names of the slots that a claim needs. A task takes one slot of a limit, even if
   * several of its policies name the limit.
   */
  private static Set<String> slots(Wanted one) {
    return one.permits().stream()
        .filter(Permit.Slot.class::isInstance)
        .map(Permit::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
