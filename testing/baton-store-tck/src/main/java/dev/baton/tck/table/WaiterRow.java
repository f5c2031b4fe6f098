package dev.baton.tck.table;

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
import org.jspecify.annotations.Nullable;

/**
 * The waits of a task.
 *
 * @param ends how each task that it waits for has ended; empty until then
 * @param standing whether the ends of other tasks still affect it
 * @param before the task before it in its order, for whose end it waits; null for none
 */
public record WaiterRow(
    UUID id,
    Waits waits,
    SortedMap<UUID, Optional<Status>> ends,
    WaitState standing,
    @Nullable UUID before) {

  public WaiterRow {
    ends = Collections.unmodifiableSortedMap(ends);
  }

  /** Returns a row that waits for all tasks it names. */
  public static WaiterRow of(UUID id, Waits waits, @Nullable UUID before) {
    TreeMap<UUID, Optional<Status>> ends = new TreeMap<>(IdOrder.BY_BYTES);
    waits.done().forEach(on -> ends.put(on, Optional.empty()));
    waits.ended().forEach(on -> ends.put(on, Optional.empty()));
    if (before != null) {
      ends.put(before, Optional.empty());
    }
    return new WaiterRow(id, waits, ends, WaitState.WAITS, before);
  }

  public int remaining() {
    return (int) ends.values().stream().filter(Optional::isEmpty).count();
  }

  public boolean awaits(UUID on) {
    return Optional.empty().equals(ends.get(on));
  }

  /** Returns the ends that are known so far. */
  public List<End> heard() {
    List<End> heard = new ArrayList<>();
    ends.forEach((on, status) -> status.ifPresent(how -> heard.add(end(on, how))));
    return heard;
  }

  /** Returns the end of a task, as the waiting rules take it. */
  public End end(UUID on, Status how) {
    return new End(on, how, waits.done().contains(on), on.equals(before));
  }

  /**
   * Returns whether the task still waits for its turn: the task before it in the order hasn't
   * ended, or the turn of that task hasn't come.
   */
  public boolean awaitsTurn() {
    return before != null && awaits(before);
  }

  /** Returns the waiter in the form that the rules take. */
  public Waiter waiter() {
    return new Waiter(id, remaining(), standing, awaitsTurn(), waits.hintExpiry(), waits.keep());
  }

  public WaiterRow ended(UUID on, Status status) {
    TreeMap<UUID, Optional<Status>> more = new TreeMap<>(ends);
    more.put(on, Optional.of(status));
    return new WaiterRow(id, waits, more, standing, before);
  }

  public WaiterRow with(WaitState other) {
    return new WaiterRow(id, waits, ends, other, before);
  }
}
