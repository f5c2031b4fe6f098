package dev.baton.examples.store;

import dev.baton.api.AddResult;
import dev.baton.examples.store.SmallKeys.Key;
import dev.baton.spi.core.CoreStore;
import dev.baton.spi.core.IdOrder;
import dev.baton.spi.core.ReadyTasks.ReadyPlace;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.SweepRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store with only the core, as small as possible: three maps under one lock, and every query
 * scans all tasks. Nothing is durable. Thread-safe.
 */
public final class SmallStore implements CoreStore {
  private static final Comparator<Candidate> IN_ORDER =
      Comparator.comparing(Candidate::flow)
          .thenComparing(Candidate::priority)
          .thenComparing(ReadyPlace::of);

  private final TreeMap<UUID, SmallRow> live = new TreeMap<>(IdOrder.BY_BYTES);
  private final Map<UUID, FinishedTask> finished = new HashMap<>();
  private final SmallKeys keys = new SmallKeys();
  private final InstantSource clock;

  public SmallStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public void check() {}

  /**
   * Returns the time of the store's clock. All stored times come from it, never from a node's
   * clock.
   */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  // region insert
  @Override
  public synchronized List<AddResult> insert(List<NewTask> tasks) {
    Instant now = now();
    return tasks.stream().map(task -> insert(task, now)).toList();
  }

  private AddResult insert(NewTask task, Instant now) {
    List<Key> wanted = task.keys().stream().map(key -> Key.of(task, key, now)).toList();
    UUID holder = keys.holderOfOne(wanted, now);
    if (holder != null) {
      return new AddResult.AlreadyExists(holder);
    }
    keys.take(wanted, task.id());
    live.put(task.id(), SmallRow.of(task, wanted, now));
    return new AddResult.Added(task.id());
  }

  // endregion

  // region apply
  @Override
  public synchronized List<Boolean> apply(List<Transition> transitions) {
    Instant now = now();
    return transitions.stream().map(transition -> apply(transition, now)).toList();
  }

  private boolean apply(Transition transition, Instant now) {
    SmallRow row = live.get(transition.id());
    if (row == null || !row.fits(transition.guard(), now)) {
      return false;
    }
    if (transition.change() instanceof Change.Move) {
      live.put(row.id(), row.moved(transition, now));
    } else if (transition.change() instanceof Change.Finish finish) {
      FinishedTask end = row.finished(finish, transition.error(), now);
      live.remove(row.id());
      keys.settle(row.keys(), row.id(), end.keepUntil());
      if (!finish.keep().isZero()) {
        finished.put(row.id(), end);
      }
    }
    return true;
  }

  // endregion

  // region claim
  @Override
  public synchronized List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
    Instant now = now();
    List<Task> claimed = new ArrayList<>();
    for (ClaimRequest request : requests) {
      SmallRow row = live.get(request.id());
      if (row != null && row.isReadyAt(request.version())) {
        Position before = row.task().position();
        Position held = HolderRules.claimed(before, owner, lease, request.lossLimit(), now);
        SmallRow taken = row.at(held, now);
        live.put(row.id(), taken);
        claimed.add(taken.task());
      }
    }
    return claimed;
  }

  @Override
  public synchronized Renewal renew(Duration lease, List<ClaimFence> held) {
    Instant now = now();
    Instant until = now.plus(lease).truncatedTo(ChronoUnit.MICROS);
    Set<UUID> renewed = confirm(held);
    renewed.forEach(
        id ->
            live.computeIfPresent(
                id, (same, row) -> row.at(row.task().position().until(until), now)));
    return new Renewal(renewed, Set.of());
  }

  // endregion

  @Override
  public synchronized List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit) {
    return tasks(task -> isOf(node, task.position().owner()))
        .filter(task -> after == null || IdOrder.BY_BYTES.compare(task.id(), after) > 0)
        .limit(limit)
        .map(Task::outline)
        .toList();
  }

  private static boolean isOf(NodeStart node, @Nullable UUID owner) {
    return owner != null
        && node.firstOwner().compareTo(owner) <= 0
        && owner.compareTo(node.lastOwner()) <= 0;
  }

  private Stream<Task> tasks(Predicate<Task> wanted) {
    return live.values().stream().map(SmallRow::task).filter(wanted);
  }

  @Override
  public synchronized List<Candidate> firstOfEachFlow(
      String bucket, @Nullable Candidate after, int limit) {
    Set<Object> seen = new HashSet<>();
    return ready(bucket)
        .filter(task -> isBehind(task, after))
        .filter(task -> seen.add(List.of(task.flow(), task.priority())))
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
    return ready(bucket).filter(task -> isBehind(task, after)).limit(limit).toList();
  }

  @Override
  public synchronized List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit) {
    List<Candidate> found = new ArrayList<>();
    for (FetchRequest request : requests) {
      ready(bucket)
          .filter(task -> task.flow().equals(request.flow()))
          .filter(task -> isIn(request.share(), task.id()))
          .filter(request::wants)
          .limit(limit)
          .forEach(found::add);
    }
    return found;
  }

  private Stream<Candidate> ready(String bucket) {
    return tasks(task -> task.position().status() == Status.READY)
        .filter(task -> task.spec().bucket().equals(bucket))
        .map(Task::candidate)
        .sorted(IN_ORDER);
  }

  private static boolean isBehind(Candidate task, @Nullable Candidate after) {
    if (after == null) {
      return true;
    }
    int byFlow = task.flow().compareTo(after.flow());
    return byFlow > 0 || (byFlow == 0 && task.priority() > after.priority());
  }

  private static boolean isIn(Share share, UUID id) {
    return Math.floorMod(id.hashCode(), share.parts()) == share.part();
  }

  @Override
  public synchronized List<Task> leasesBeyond(Duration ahead, int limit) {
    Instant end = now().plus(ahead);
    return live.values().stream()
        .map(SmallRow::task)
        .filter(task -> task.position().status() == Status.RUNNING)
        .filter(task -> nextEventAt(task).isAfter(end))
        .limit(limit)
        .map(Task::outline)
        .toList();
  }

  @Override
  public synchronized List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    Instant now = now();
    List<Candidate> ready = new ArrayList<>();
    for (Task task : over(Status.WAITING, SweepPlace.since(since), now, limit)) {
      apply(SweepRules.due(task, hintExpiry), now);
      ready.add(find(task.id()).orElseThrow().candidate());
    }
    return ready;
  }

  @Override
  public synchronized List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
    Instant now = now();
    List<Task> found = new ArrayList<>(over(Status.RUNNING, leases, now, limit));
    found.addAll(over(Status.READY, hints, now, limit - found.size()));
    return found.stream().map(Task::outline).toList();
  }

  private List<Task> over(Status status, SweepPlace from, Instant now, int limit) {
    return live.values().stream()
        .filter(row -> row.task().position().status() == status && row.isOverAt(now))
        .map(SmallRow::task)
        .filter(task -> from.isBefore(nextEventAt(task), task.id()))
        .sorted(
            Comparator.comparing(SmallStore::nextEventAt).thenComparing(Task::id, IdOrder.BY_BYTES))
        .limit(limit)
        .toList();
  }

  private static Instant nextEventAt(Task task) {
    return Objects.requireNonNull(task.position().nextEventAt());
  }

  @Override
  public synchronized int prune(int limit) {
    Instant now = now();
    List<UUID> over =
        finished.values().stream()
            .filter(task -> !task.keepUntil().isAfter(now))
            .limit(limit)
            .map(FinishedTask::id)
            .toList();
    over.forEach(finished::remove);
    keys.prune(now);
    return over.size();
  }

  @Override
  public synchronized Optional<Task> find(UUID id) {
    return Optional.ofNullable(live.get(id)).map(SmallRow::task);
  }

  @Override
  public synchronized Optional<FinishedTask> findFinished(UUID id) {
    return Optional.ofNullable(finished.get(id));
  }
}
