package dev.baton.cassandra.task;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.LimitRow.Taken;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds slots of limits that are over: their claims don't own their tasks and never will. A claim
 * names the task's version and creation time, so it can't be made after the task has changed. A
 * READY task may still be claimed. If its claimer seems to have died, this class first refuses the
 * claim in the task's shard. Thread-safe.
 */
final class TakenSlots {
  /**
   * A slower claimer may have its claim refused. This affects only speed, because the claimer gets
   * the refusal.
   */
  private static final Duration MAX_CLAIM = Duration.ofSeconds(5);

  private final Cql cql;
  private final Shards shards;
  private final Sweeps tasks;
  private final ShardClock clock;

  TakenSlots(Cql cql, Shards shards, Sweeps tasks, ShardClock clock) {
    this.cql = cql;
    this.shards = shards;
    this.tasks = tasks;
    this.clock = clock;
  }

  /** Returns the existing rows of the slots' tasks. */
  Map<UUID, TaskRow> rows(Collection<Taken> taken) {
    return tasks.rows(taken.stream().map(Taken::task).distinct().toList());
  }

  static boolean isHeld(Taken one, @Nullable TaskRow row) {
    return row instanceof TaskRow.Live live
        && live.task().createdAt().equals(one.createdAt())
        && one.owner().equals(live.task().position().owner());
  }

  /** Returns the slots that are over. */
  Set<Taken> over(Collection<Taken> taken) {
    if (taken.isEmpty()) {
      return Set.of();
    }
    Map<UUID, TaskRow> rows = rows(taken);
    Set<Taken> over = new LinkedHashSet<>();
    List<Taken> absent = new ArrayList<>();
    List<Taken> open = new ArrayList<>();
    Instant since = clock.now().minus(MAX_CLAIM);
    for (Taken one : taken) {
      TaskRow row = rows.get(one.task());
      if (row == null) {
        absent.add(one);
      } else if (hasGoneOn(one, row)) {
        over.add(one);
      } else if (!isHeld(one, row) && one.at().isBefore(since)) {
        open.add(one);
      }
    }
    over.addAll(reallyAbsent(absent));
    over.addAll(refused(open));
    return over;
  }

  /**
   * Returns whether the claim has failed for good: it doesn't own its task and can't get it any
   * more.
   */
  private static boolean hasGoneOn(Taken one, TaskRow row) {
    if (row instanceof TaskRow.Live live) {
      Task task = live.task();
      return !isHeld(one, row) && isLater(one, task.createdAt(), task.position().version());
    }
    if (row instanceof TaskRow.Finished finished) {
      FinishedTask task = finished.task();
      return isLater(one, task.createdAt(), task.version());
    }
    return false;
  }

  /**
   * Returns whether the row is later than the slot's claim. An earlier row proves nothing, because
   * it may have been read before the claim.
   */
  private static boolean isLater(Taken one, Instant createdAt, long version) {
    return createdAt.isAfter(one.createdAt())
        || (createdAt.equals(one.createdAt()) && version > one.version());
  }

  /**
   * Returns the slots whose tasks really don't exist. A plain read may miss a change that is
   * decided, but not after a serial read.
   */
  private Set<Taken> reallyAbsent(List<Taken> absent) {
    absent.stream().map(one -> shards.of(one.task())).distinct().forEach(this::settle);
    Map<UUID, TaskRow> again = rows(absent);
    Set<Taken> gone = new LinkedHashSet<>(absent);
    gone.removeIf(one -> again.containsKey(one.task()));
    return gone;
  }

  private void settle(int shard) {
    cql.await(shards.settled(shard));
  }

  private Set<Taken> refused(List<Taken> open) {
    List<CompletableFuture<Boolean>> begun =
        open.stream()
            .map(one -> shards.submit(shards.of(one.task()), new RefuseClaim(one)))
            .toList();
    Set<Taken> refused = new LinkedHashSet<>();
    for (int i = 0; i < open.size(); i++) {
      if (cql.await(begun.get(i))) {
        refused.add(open.get(i));
      }
    }
    return refused;
  }

  /**
   * Refuses a claim, so that it can't be made any more. Returns true if it is refused; false if it
   * had been made before.
   */
  private record RefuseClaim(Taken claim) implements Command<Boolean> {
    @Override
    public List<RowKey> reads() {
      return List.of(Keys.task(claim.task()), Keys.task(claim.owner()));
    }

    @Override
    public Boolean decide(Rows rows, Instant now) {
      if (isHeld(claim, TaskRows.get(rows, claim.task()))) {
        return false;
      }
      TaskRow before = TaskRows.get(rows, claim.owner());
      TaskRows.put(rows, before, new TaskRow.Refusal(claim.owner(), now.plus(Refuse.KEEP)));
      return true;
    }
  }
}
