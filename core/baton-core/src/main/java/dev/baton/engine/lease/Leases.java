package dev.baton.engine.lease;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that this node has claimed or may have claimed. A task enters before its claim is sent
 * and leaves when the result of its transition is known. So a row with an owner of this node that
 * isn't here was never started. Entries are identified by task and owner: after a failover that
 * lost commits, the same row may be claimed again while its old attempt still runs. Thread-safe,
 * ordered by id.
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
   * The newest entry. Each entry links to the one entered before it. A walk along these links needs
   * neither memory nor a lock. A removed entry still links to older ones.
   */
  private volatile @Nullable LeasedTask newest;

  private long entered;

  /** Enters a task before its claim, under an owner that was never used before. */
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

  /** Returns how many tasks were ever entered. */
  synchronized long entered() {
    return entered;
  }

  /** Returns the newest entry, from which {@link LeasedTask#older} leads to all others. */
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

  /** Returns the known bytes of all entries. */
  public long bytes() {
    return bytes.get();
  }

  public int size() {
    return byKey.size();
  }

  /** Returns all entries, by id. */
  List<LeasedTask> all() {
    return List.copyOf(byKey.values());
  }

  /** Returns the entries with a running handler, by id. */
  public List<LeasedTask> running() {
    return byKey.values().stream().filter(LeasedTask::isRunning).toList();
  }
}
