package dev.baton.cassandra.task;

import dev.baton.api.AddResult;
import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.spi.core.CoreStore;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stores tasks in Cassandra. Thread-safe. */
public final class CassandraTaskStore implements CoreStore {
  /** Maximum number of keyed tasks of one call that are added at the same time. */
  private static final int MAX_KEYED_AT_ONCE = 64;

  private final Cql cql;
  private final Shards shards;
  private final ReadyRows ready;
  private final Sweeps sweeps;
  private final Adding adding;
  private final CassandraRunAgainStore runAgain;
  private final CassandraLimitStore limits;
  private final CassandraWaitStore waits;
  private final Runnable check;

  /**
   * @param patience how long a command may wait for its shard
   * @param check fails if the keyspace can't be used
   */
  public CassandraTaskStore(
      Cql cql, Shards shards, ShardClock clock, Duration patience, Runnable check) {
    this.cql = cql;
    this.shards = shards;
    this.check = check;
    ready = new ReadyRows(shards);
    UniqueKeys keys = new UniqueKeys(new KeyTable(cql), shards, clock);
    sweeps = new Sweeps(cql, shards, keys, clock);
    adding = new Adding(shards, keys, clock, patience);
    runAgain = new CassandraRunAgainStore(cql, shards, keys, clock);
    limits = new CassandraLimitStore(cql, shards, sweeps, clock, patience);
    waits = new CassandraWaitStore(cql, shards, sweeps, clock);
  }

  /** Returns the store that runs finished tasks again. */
  public CassandraRunAgainStore runAgain() {
    return runAgain;
  }

  /** Returns the store that claims tasks within limits of the cluster. */
  public CassandraLimitStore limits() {
    return limits;
  }

  /** Returns the store that knows which tasks wait for others. */
  public CassandraWaitStore waits() {
    return waits;
  }

  /** Returns access to rows of tasks by id. */
  public Sweeps sweeps() {
    return sweeps;
  }

  @Override
  public void check() {
    check.run();
  }

  @Override
  public List<AddResult> insert(List<NewTask> tasks) {
    tasks.forEach(CassandraWaitStore::requireFew);
    List<CompletableFuture<AddResult>> begun = new ArrayList<>();
    List<CompletableFuture<AddResult>> keyed = new ArrayList<>();
    Set<Object> wanted = new HashSet<>();
    for (NewTask task : tasks) {
      if (task.waits() != null) {
        // Wait for earlier adds first: a task to wait for that doesn't exist would count as done.
        begun.forEach(cql::await);
      }
      if (task.spec().keyed()) {
        List<Object> names = new ArrayList<>(Adding.names(task));
        names.add(task.id());
        // Earlier tasks decide first if this one requests the same key or id.
        if (keyed.size() >= MAX_KEYED_AT_ONCE || names.stream().anyMatch(wanted::contains)) {
          keyed.forEach(cql::await);
          keyed.clear();
          wanted.clear();
        }
        wanted.addAll(names);
        keyed.add(adding.add(task));
      }
      begun.add(task.spec().keyed() ? keyed.get(keyed.size() - 1) : adding.add(task));
    }
    return begun.stream().map(cql::await).toList();
  }

  @Override
  public List<Boolean> apply(List<Transition> transitions) {
    return sweeps.all(transitions, Transition::id, Apply::new).stream()
        .map(Optional::isPresent)
        .toList();
  }

  @Override
  public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
    return sweeps
        .all(requests, ClaimRequest::id, request -> new Claim(owner, lease, request))
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  @Override
  public Renewal renew(Duration lease, List<ClaimFence> held) {
    Set<UUID> renewed =
        sweeps.all(held, ClaimFence::id, fence -> new Renew(fence, lease)).stream()
            .flatMap(Optional::stream)
            .collect(Collectors.toSet());
    return new Renewal(renewed, Set.of());
  }

  @Override
  public Set<UUID> confirm(List<ClaimFence> held) {
    Map<UUID, Task> live = sweeps.outlines(held.stream().map(ClaimFence::id).toList());
    Set<UUID> confirmed = new HashSet<>();
    for (ClaimFence fence : held) {
      Task task = live.get(fence.id());
      if (task != null && Moves.isHeldSo(task, fence)) {
        confirmed.add(fence.id());
      }
    }
    return confirmed;
  }

  @Override
  public List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit) {
    return sweeps.heldBy(node, after, limit);
  }

  @Override
  public List<Candidate> firstOfEachFlow(String bucket, @Nullable Candidate after, int limit) {
    return ready.firstOfEachFlow(bucket, after, limit);
  }

  @Override
  public List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
    return ready.scan(bucket, after, limit);
  }

  @Override
  public List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit) {
    return requests.stream()
        .flatMap(request -> ready.fetch(bucket, request, limit).stream())
        .toList();
  }

  @Override
  public List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    List<Candidate> ready = new ArrayList<>(sweeps.due(hintExpiry, since, limit));
    ready.addAll(waits.release(limit));
    return ready;
  }

  @Override
  public List<Task> leasesBeyond(Duration ahead, int limit) {
    return sweeps.leasesBeyond(ahead, limit);
  }

  @Override
  public List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
    return sweeps.overdue(leases, hints, limit);
  }

  @Override
  public int prune(int limit) {
    limits.prune(limit);
    return sweeps.prune(limit);
  }

  @Override
  public Optional<Task> find(UUID id) {
    return row(id) instanceof TaskRow.Live live ? Optional.of(live.task()) : Optional.empty();
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return row(id) instanceof TaskRow.Finished finished && finished.isKept()
        ? Optional.of(finished.task())
        : Optional.empty();
  }

  @Override
  public LiveAndFinished liveAndFinished(Set<UUID> ids) {
    Set<UUID> live = new LinkedHashSet<>();
    Set<UUID> inError = new LinkedHashSet<>();
    List<FinishedTask> finished = new ArrayList<>();
    for (TaskRow row : sweeps.wholeRows(ids).values()) {
      if (row instanceof TaskRow.Live one) {
        live.add(one.id());
        if (one.task().position().status() == Status.ERROR) {
          inError.add(one.id());
        }
      } else if (row instanceof TaskRow.Finished one && one.isKept()) {
        finished.add(one.task());
      }
    }
    return new LiveAndFinished(live, inError, finished);
  }

  private @Nullable TaskRow row(UUID id) {
    return cql.await(TaskRows.find(shards, id)).orElse(null);
  }
}
