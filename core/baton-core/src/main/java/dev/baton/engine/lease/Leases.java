package dev.baton.engine.lease;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that this node has claimed or tries to claim. A task enters before its claim is sent.
 * It leaves when the result of its transition is known. So if a row has an owner of this node but
 * isn't in this collection, its handler was never started. The key of a leased task is its id and
 * owner: after a failover that lost commits, the node may claim a row again while its old attempt
 * still runs. Thread-safe; sorted by task id.
 */
public final class Leases {
  private record LeaseKey(UUID id, UUID owner) implements Comparable<LeaseKey> {
    @Override
    public int compareTo(LeaseKey other) {
      int byTask = id.compareTo(other.id);
      return byTask != 0 ? byTask : owner.compareTo(other.owner);
    }
  }

  /** A caller that waits until this node has no claimed task of a bucket. */
  private record RestWaiter(String bucket, CompletableFuture<Void> begun) {}

  private final ConcurrentSkipListMap<LeaseKey, LeasedTask> byKey = new ConcurrentSkipListMap<>();
  private final List<RestWaiter> rests = new CopyOnWriteArrayList<>();
  private final AtomicLong bytes = new AtomicLong();

  /**
   * The newest task. Each task links to the one that entered before it. Following the links needs
   * neither memory nor a lock. A removed task still links to older ones.
   */
  private volatile @Nullable LeasedTask newest;

  private long entered;

  /**
   * Enters a task before its claim is sent. Each claim has its own owner; only tasks of the same
   * batch or insert share one.
   */
  public LeasedTask enter(UUID id, UUID owner, String bucket) {
    LeasedTask leased = new LeasedTask(this, id, owner, bucket);
    byKey.put(new LeaseKey(id, owner), leased);
    synchronized (this) {
      leased.link(newest);
      newest = leased;
      entered++;
    }
    return leased;
  }

  /** Returns how many tasks have ever been entered. */
  synchronized long entered() {
    return entered;
  }

  /** Returns the newest task. {@link LeasedTask#older} leads from it to all others. */
  @Nullable LeasedTask newest() {
    return newest;
  }

  void leave(LeasedTask leased) {
    if (byKey.remove(new LeaseKey(leased.id(), leased.owner()), leased)) {
      leased.left();
      synchronized (this) {
        newest = leased.unlink(newest);
      }
    }
    if (!rests.isEmpty()) {
      tellRests();
    }
  }

  /** Returns a future that completes when this node has no claimed task of the bucket. */
  public CompletableFuture<Void> rest(String bucket) {
    RestWaiter rest = new RestWaiter(bucket, new CompletableFuture<>());
    rests.add(rest);
    tellRests();
    return rest.begun();
  }

  private void tellRests() {
    for (RestWaiter rest : rests) {
      if (byKey.values().stream().noneMatch(one -> one.bucket().equals(rest.bucket()))
          && rests.remove(rest)) {
        rest.begun().complete(null);
      }
    }
  }

  public @Nullable LeasedTask find(UUID id, UUID owner) {
    return byKey.get(new LeaseKey(id, owner));
  }

  void add(long some) {
    bytes.addAndGet(some);
  }

  /** Returns the known bytes of all tasks. */
  public long bytes() {
    return bytes.get();
  }

  public int size() {
    return byKey.size();
  }

  /** Returns all tasks, sorted by id. */
  List<LeasedTask> all() {
    return List.copyOf(byKey.values());
  }

  /** Returns the tasks with a running handler, sorted by id. */
  public List<LeasedTask> running() {
    return byKey.values().stream().filter(LeasedTask::isRunning).toList();
  }
}
