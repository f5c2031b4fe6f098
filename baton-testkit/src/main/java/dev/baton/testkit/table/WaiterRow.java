package dev.baton.testkit.table;

import dev.baton.spi.core.IdOrder;
import dev.baton.task.Status;
import dev.baton.task.rule.WaitRules.End;
import dev.baton.task.rule.WaitRules.Waiter;
import dev.baton.task.rule.WaitState;
import dev.baton.task.rule.Waits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What a task waits or waited for.
 *
 * @param ends how each that it waits for has ended; empty until then
 * @param standing whether it hears of ends
 */
public record WaiterRow(
    UUID id, Waits waits, SortedMap<UUID, Optional<Status>> ends, WaitState standing) {

  public WaiterRow {
    ends = Collections.unmodifiableSortedMap(ends);
  }

  /** It waits for all that it names. */
  public static WaiterRow of(UUID id, Waits waits) {
    TreeMap<UUID, Optional<Status>> ends = new TreeMap<>(IdOrder.BY_BYTES);
    waits.done().forEach(on -> ends.put(on, Optional.empty()));
    waits.ended().forEach(on -> ends.put(on, Optional.empty()));
    return new WaiterRow(id, waits, ends, WaitState.WAITS);
  }

  public int remaining() {
    return (int) ends.values().stream().filter(Optional::isEmpty).count();
  }

  public boolean awaits(UUID on) {
    return Optional.empty().equals(ends.get(on));
  }

  /** All ends there were. */
  public List<End> heard() {
    List<End> heard = new ArrayList<>();
    ends.forEach(
        (on, status) ->
            status.ifPresent(how -> heard.add(new End(on, how, waits.done().contains(on)))));
    return heard;
  }

  /** As the rules see it. */
  public Waiter waiter() {
    return new Waiter(id, remaining(), standing, waits.hintExpiry(), waits.keep());
  }

  public WaiterRow ended(UUID on, Status status) {
    TreeMap<UUID, Optional<Status>> more = new TreeMap<>(ends);
    more.put(on, Optional.of(status));
    return new WaiterRow(id, waits, more, standing);
  }

  public WaiterRow with(WaitState other) {
    return new WaiterRow(id, waits, ends, other);
  }
}
