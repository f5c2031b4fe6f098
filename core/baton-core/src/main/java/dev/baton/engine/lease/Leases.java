package dev.baton.engine.lease;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Everything this node may hold. A task enters before its claim is sent and leaves when the verdict
 * on its end is known, so a row that carries one of this node's owners and isn't here was never
 * started. Entries are told apart by task and owner: after a failover that rewound the database the
 * same row may come again while its old attempt still runs. Thread-safe, ordered by id.
 */
public final class Leases {
  private record Key(UUID id, UUID owner) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byTask = id.compareTo(other.id);
      return byTask != 0 ? byTask : owner.compareTo(other.owner);
    }
  }

  /** A caller waits until nothing of a bucket is held any more. */
  private record Rest(String bucket, CompletableFuture<Void> begun) {}

  private final ConcurrentSkipListMap<Key, LeasedTask> byKey = new ConcurrentSkipListMap<>();
  private final List<Rest> rests = new CopyOnWriteArrayList<>();
  private final AtomicLong bytes = new AtomicLong();

  /**
   * The same entries, newest first, each linked to the one before it: whoever looks through them by
   * these links needs no memory to do so, and no lock. One that leaves still leads to older ones.
   */
  private volatile @Nullable LeasedTask newest;

  /** Enters a task about to be taken under an owner that was never used before. */
  public LeasedTask enter(UUID id, UUID owner, String bucket) {
    LeasedTask holding = new LeasedTask(this, id, owner, bucket);
    byKey.put(new Key(id, owner), holding);
    synchronized (this) {
      holding.link(newest);
      newest = holding;
    }
    return holding;
  }

  /** The one entered last, from which {@link LeasedTask#older} leads to all others. */
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

  /** Completes when this node holds no task of the bucket. */
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

  /** How many bytes all of them have, as far as that was said. */
  public long bytes() {
    return bytes.get();
  }

  public int size() {
    return byKey.size();
  }

  /** All, by id. */
  List<LeasedTask> all() {
    return List.copyOf(byKey.values());
  }

  /** Those whose handlers live, by id. */
  public List<LeasedTask> running() {
    return byKey.values().stream().filter(LeasedTask::isRunning).toList();
  }
}
