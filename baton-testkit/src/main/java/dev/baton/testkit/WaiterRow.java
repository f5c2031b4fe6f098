package dev.baton.testkit;

import dev.baton.task.Status;
import dev.baton.task.Waits;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a task waits or waited for.
 *
 * @param notBefore when it may run at the earliest; null for at once
 * @param ends how each that it waits for has ended; empty until then
 * @param open whether it hears of ends
 */
record WaiterRow(
    UUID id,
    Waits waits,
    @Nullable Instant notBefore,
    SortedMap<UUID, Optional<Status>> ends,
    boolean open) {

  WaiterRow {
    ends = Collections.unmodifiableSortedMap(ends);
  }

  /** It waits for all that it names. */
  static WaiterRow of(UUID id, Waits waits, @Nullable Instant notBefore) {
    TreeMap<UUID, Optional<Status>> ends = new TreeMap<>(Ids.ORDER);
    waits.done().forEach(on -> ends.put(on, Optional.empty()));
    waits.ended().forEach(on -> ends.put(on, Optional.empty()));
    return new WaiterRow(id, waits, notBefore, ends, true);
  }

  int remaining() {
    return (int) ends.values().stream().filter(Optional::isEmpty).count();
  }

  boolean awaits(UUID on) {
    return Optional.empty().equals(ends.get(on));
  }

  WaiterRow ended(UUID on, Status status) {
    TreeMap<UUID, Optional<Status>> more = new TreeMap<>(ends);
    more.put(on, Optional.of(status));
    return new WaiterRow(id, waits, notBefore, more, open);
  }

  WaiterRow closed() {
    return new WaiterRow(id, waits, notBefore, ends, false);
  }
}
