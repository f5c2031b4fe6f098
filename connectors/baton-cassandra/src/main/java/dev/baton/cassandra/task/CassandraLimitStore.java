package dev.baton.cassandra.task;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.LimitRow;
import dev.baton.cassandra.row.LimitRow.Taken;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.shard.OneRow;
import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.spi.LimitState;
import dev.baton.spi.LimitStore;
import dev.baton.spi.StatisticsStore.TakenSlot;
import dev.baton.spi.StatisticsStore.UsedRate;
import dev.baton.spi.core.IdOrder;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Status;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Task;
import dev.baton.task.rule.PermitCount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the cluster. A claim first takes its permits in the shard of all limits, then claims
 * the task in the task's own shard. If a node dies between the two, a slot stays taken but unused
 * until another node frees it. So the limit is never exceeded, but may be underused for some
 * seconds. Thread-safe.
 */
public final class CassandraLimitStore implements LimitStore {
  private static final int SHARD = 0;

  private final Cql cql;
  private final Shards shards;
  private final Sweeps tasks;
  private final ShardClock clock;
  private final Duration patience;
  private final TakenSlots slots;

  /** The limit after which pruning continues; null to begin with the first one. */
  private volatile @Nullable RowKey pruned;

  CassandraLimitStore(Cql cql, Shards shards, Sweeps tasks, ShardClock clock, Duration patience) {
    this.cql = cql;
    this.shards = shards;
    this.tasks = tasks;
    this.clock = clock;
    this.patience = patience;
    slots = new TakenSlots(cql, shards, tasks, clock);
  }

  @Override
  public LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests) {
    long end = clock.nanoTime() + patience.toNanos();
    BooleanSupplier isLate = () -> clock.nanoTime() - end > 0;
    Map<UUID, Task> live =
        tasks.outlines(requests.stream().map(one -> one.request().id()).toList());
    List<LimitedRequest> may =
        requests.stream().filter(one -> mayBeClaimed(live.get(one.request().id()), one)).toList();
    if (may.isEmpty()) {
      return new LimitedClaim(List.of(), Map.of());
    }
    List<Reserve.Wanted> wanted = may.stream().map(one -> wanted(live, one)).toList();
    Reserve reserve = new Reserve(owner, wanted, slots.over(tight(wanted)));
    Map<UUID, PermitCount.Refusal> refused = cql.await(shards.submit(SHARD, reserve));
    List<ClaimRequest> granted =
        may.stream()
            .map(LimitedRequest::request)
            .filter(one -> !refused.containsKey(one.id()))
            .toList();
    List<Task> claimed =
        tasks
            .all(
                granted,
                ClaimRequest::id,
                one -> new PermittedClaim(owner, lease, one, createdAt(live, one.id()), isLate))
            .stream()
            .flatMap(Optional::stream)
            .toList();
    return new LimitedClaim(claimed, refused);
  }

  private static boolean mayBeClaimed(@Nullable Task live, LimitedRequest wanted) {
    return live != null
        && live.position().status() == Status.READY
        && live.position().version() == wanted.request().version();
  }

  private static Instant createdAt(Map<UUID, Task> live, UUID id) {
    return Objects.requireNonNull(live.get(id)).createdAt();
  }

  private static Reserve.Wanted wanted(Map<UUID, Task> live, LimitedRequest one) {
    UUID id = one.request().id();
    return new Reserve.Wanted(id, createdAt(live, id), one.request().version(), one.permits());
  }

  /** Returns the taken slots of limits that may be too full for all of these tasks. */
  private List<Taken> tight(List<Reserve.Wanted> wanted) {
    Map<String, Integer> lack = new TreeMap<>();
    for (Reserve.Wanted one : wanted) {
      for (Permit permit : one.permits()) {
        if (permit instanceof Permit.Slot slot) {
          lack.merge(slot.name(), wanted.size() - slot.slots(), Math::max);
        }
      }
    }
    Map<RowKey, Row> rows =
        lack.isEmpty()
            ? Map.of()
            : shards.rows(Map.of(SHARD, lack.keySet().stream().map(Keys::limit).toList()), false);
    List<Taken> taken = new ArrayList<>();
    lack.forEach(
        (name, missing) -> {
          List<Taken> of = LimitRow.of(rows.get(Keys.limit(name))).taken();
          if (of.size() + missing > 0) {
            taken.addAll(of);
          }
        });
    return taken;
  }

  /** Returns the state of a limit, with at most the given number of tasks that use it. */
  public LimitState state(String name, int most) {
    LimitRow limit =
        LimitRow.of(cql.await(shards.row(SHARD, Keys.limit(name), false)).orElse(null));
    List<LimitState.Holder> holders =
        held(List.of(new Named(name, limit)))
            .map(slot -> new LimitState.Holder(slot.task(), slot.owner()))
            .limit(most)
            .toList();
    return new LimitState(clock.now(), limit.paidUntil(), holders);
  }

  /** A limit and its row. */
  private record Named(String name, LimitRow row) {}

  private List<Named> limits(@Nullable RowKey after, int limit) {
    return shards.read(List.of(SHARD), List.of(Keys.limits(after)), limit).stream()
        .map(found -> new Named(Keys.limitName(found.key()), LimitRow.of(found.row())))
        .toList();
  }

  /** Returns the slots whose tasks are still claimed, by limit and task. */
  private Stream<TakenSlot> held(List<Named> limits) {
    Map<UUID, TaskRow> rows =
        slots.rows(limits.stream().flatMap(one -> one.row().taken().stream()).toList());
    return limits.stream()
        .flatMap(
            one ->
                one.row().taken().stream()
                    .filter(taken -> TakenSlots.isHeld(taken, rows.get(taken.task())))
                    .sorted(Comparator.comparing(Taken::task, IdOrder.BY_BYTES))
                    .map(
                        taken ->
                            new TakenSlot(
                                one.name(),
                                taken.task(),
                                taken.owner(),
                                type(rows.get(taken.task())))));
  }

  private static String type(@Nullable TaskRow row) {
    return row instanceof TaskRow.Live live ? live.task().spec().type() : "";
  }

  /** Returns the taken slots of all limits. */
  public List<TakenSlot> slots(int limit) {
    return held(limits(null, limit)).limit(limit).toList();
  }

  /** Returns the rates that have given out more than has accrued by now. */
  public List<UsedRate> rates(int limit) {
    Instant now = clock.now();
    return limits(null, limit).stream()
        .filter(one -> one.row().paidUntil() != null && !one.row().isIdleAt(now))
        .map(one -> new UsedRate(one.name(), Objects.requireNonNull(one.row().paidUntil())))
        .toList();
  }

  /** Removes ended slots and idle limits. Each call handles only some of the limits. */
  void prune(int limit) {
    List<Named> some = limits(pruned, limit);
    pruned = some.size() < limit ? null : Keys.limit(some.get(some.size() - 1).name());
    Instant now = clock.now();
    Set<Taken> over =
        slots.over(some.stream().flatMap(one -> one.row().taken().stream()).distinct().toList());
    some.stream()
        .filter(
            one -> one.row().isIdleAt(now) || one.row().taken().stream().anyMatch(over::contains))
        .map(one -> shards.submit(SHARD, new OneRow(Keys.limit(one.name()), without(one, over))))
        .toList()
        .forEach(cql::await);
  }

  private static OneRow.RowDecider without(Named limit, Set<Taken> over) {
    return (there, rows, now) -> {
      if (there == null) {
        return false;
      }
      LimitRow after = LimitRow.of(new Row(there, null)).without(over);
      if (after.isIdleAt(now)) {
        rows.remove(Keys.limit(limit.name()));
      } else {
        rows.put(Keys.limit(limit.name()), after.encoded());
      }
      return true;
    };
  }
}
