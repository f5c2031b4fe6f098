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
 * isn't here, its handler was never started. The key of an entry is task and owner: after a
 * failover that lost commits, the node may claim a row again while its old attempt still runs.
 * Thread-safe; sorted by task id.
 */
public final class Leases {
  private record Key(UUID id, UUID owner) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byTask = id.compareTo(other.id);
      return byTask != 0 ? byTask : owner.compareTo(other.owner);
    }
  }

  /** A caller that waits until this node has no claimed task of a bucket. */
  private record Rest(String bucket, CompletableFuture<Void> begun) {}

  private final ConcurrentSkipListMap<Key, LeasedTask> byKey = new ConcurrentSkipListMap<>();
  private final List<Rest> rests = new CopyOnWriteArrayList<>();
  private final AtomicLong bytes = new AtomicLong();

  /**
   * The newest entry. Each entry links to the entry made before it. Following the links needs
   * neither memory nor a lock. A removed entry still links to older ones.
   */
  private volatile @Nullable LeasedTask newest;

  private long entered;

  /**
   * Enters a task before its claim is sent. Each claim has its own owner; only tasks of the same
   * batch or insert share one.
   */
  public LeasedTask enter(UUID id, UUID owner, String bucket) {
    LeasedTask holding = new LeasedTask(this, id, owner, bucket);
    byKey.put(new Key(id, owner), holding);
    synchronized (this) {
      holding.link(newest);
      newest = holding;
      entered++;
    }
    return holding;
  }

  /** Returns how many tasks have ever been entered. */
  synchronized long entered() {
    return entered;
  }

  /** Returns the newest entry. {@link LeasedTask#older} leads from it to all others. */
  @Nullable LeasedTask newest() {
    return newest;
  }

  void leave(LeasedTask holding) {
    if (byKey.remove(new Key(holding.id(), holding.owner()), holding)) {
      bytes.addAndGet(-holding.bytes());
      synchronized (this) {
        newest = holding.unlink(newest);
      }
    }
    if (!rests.isEmpty()) {
      tellRests();
    }
  }

  /** Returns a future that completes when this node has no claimed task of the bucket. */
  public CompletableFuture<Void> rest(String bucket) {
    Rest rest = new Rest(bucket, new CompletableFuture<>());
    rests.add(rest);
    tellRests();
    return rest.begun();
  }

  private void tellRests() {
    for (Rest rest : rests) {
      if (byKey.values().stream().noneMatch(one -> one.bucket().equals(rest.bucket()))
          && rests.remove(rest)) {
        rest.begun().complete(null);
      }
    }
  }

  public @Nullable LeasedTask find(UUID id, UUID owner) {
    return byKey.get(new Key(id, owner));
  }

  void add(long some) {
    bytes.addAndGet(some);
  }

  /** Returns the bytes of all entries, as far as they are known. */
  public long bytes() {
    return bytes.get();
  }

  public int size() {
    return byKey.size();
  }

  /** Returns all entries, sorted by task id. */
  List<LeasedTask> all() {
    return List.copyOf(byKey.values());
  }

  /** Returns the entries with a running handler, sorted by task id. */
  public List<LeasedTask> running() {
    return byKey.values().stream().filter(LeasedTask::isRunning).toList();
  }
}
