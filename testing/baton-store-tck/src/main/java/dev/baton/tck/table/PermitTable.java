package dev.baton.tck.table;

import dev.baton.spi.LimitState;
import dev.baton.spi.StatisticsStore.UsedRate;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.row.Permit;
import dev.baton.task.rule.PermitCount;
import dev.baton.task.rule.PermitCount.PermitUse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiPredicate;

/** The permits of the cluster's limits: which task has which, and until when rates are used up. */
public final class PermitTable {
  private final TreeMap<String, TreeMap<UUID, UUID>> holders = new TreeMap<>();
  private final TreeMap<String, Instant> paidUntil = new TreeMap<>();

  public void putAll(PermitTable other) {
    other.holders.forEach((name, of) -> holders.put(name, new TreeMap<>(of)));
    paidUntil.putAll(other.paidUntil);
  }

  /**
   * Returns the state of these limits.
   *
   * @param isHeld returns whether an owner still owns a task; only then its permits count
   */
  public Map<String, PermitUse> standings(List<Permit> permits, BiPredicate<UUID, UUID> isHeld) {
    Map<String, PermitUse> standings = new HashMap<>();
    for (Permit permit : permits) {
      Map<UUID, UUID> of = holders.getOrDefault(permit.name(), new TreeMap<>());
      of.entrySet().removeIf(holder -> !isHeld.test(holder.getKey(), holder.getValue()));
      standings.put(permit.name(), new PermitUse(of.size(), paidUntil.get(permit.name())));
    }
    return standings;
  }

  /** Writes the permits that a claim took. */
  public void take(UUID task, UUID owner, List<Permit> permits, PermitCount count) {
    for (Permit permit : permits) {
      if (permit instanceof Permit.Slot) {
        holders.computeIfAbsent(permit.name(), name -> new TreeMap<>()).put(task, owner);
      }
    }
    paidUntil.putAll(count.paidUntil());
  }

  /** Returns the state of one limit, with the tasks that use it, by name. */
  public LimitState state(String name, BiPredicate<UUID, UUID> isHeld, Instant now, int most) {
    TreeMap<UUID, UUID> of = holders.getOrDefault(name, new TreeMap<>());
    List<LimitState.Holder> held =
        of.entrySet().stream()
            .filter(holder -> isHeld.test(holder.getKey(), holder.getValue()))
            .map(holder -> new LimitState.Holder(holder.getKey(), holder.getValue()))
            .sorted(Comparator.comparing(LimitState.Holder::task, IdOrder.BY_BYTES))
            .limit(most)
            .toList();
    return new LimitState(now, paidUntil.get(name), held);
  }

  /** A slot of a limit. */
  public record Taken(String name, UUID task, UUID owner) {}

  /** Returns the taken slots, by name and task. */
  public List<Taken> taken(BiPredicate<UUID, UUID> isHeld, int most) {
    List<Taken> taken = new ArrayList<>();
    holders.forEach(
        (name, of) ->
            of.entrySet().stream()
                .filter(holder -> isHeld.test(holder.getKey(), holder.getValue()))
                .sorted(Map.Entry.comparingByKey(IdOrder.BY_BYTES))
                .forEach(holder -> taken.add(new Taken(name, holder.getKey(), holder.getValue()))));
    return taken.stream().limit(most).toList();
  }

  /** Returns the rates that have given out more permits than have been refilled by now. */
  public List<UsedRate> usedRates(Instant now, int most) {
    return paidUntil.entrySet().stream()
        .filter(rate -> rate.getValue().isAfter(now))
        .map(rate -> new UsedRate(rate.getKey(), rate.getValue()))
        .limit(most)
        .toList();
  }
}
