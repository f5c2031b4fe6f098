package dev.baton.zookeeper;

import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.task.row.Candidate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;

/**
 * Limits how many tasks run at a time on all nodes together, with permits in ZooKeeper. It is an
 * alternative to a limit in the database, for teams that want to keep this work off their database.
 * Thread-safe.
 *
 * <p>Booking never waits for ZooKeeper. The first candidate is refused for some milliseconds, until
 * a thread of this limit has been granted a permit. Then permits are reused without further
 * requests. While other nodes wait, each of them gets one permit in a fifth of a second, when a
 * task ends, and nodes are served in turn. A node returns unused permits within half a second if
 * others wait, otherwise within three. Name this limit last: {@code limits(Limit.node(15),
 * Limit.custom(ensemble))}, so that no permit is fetched for a task that another limit refuses.
 *
 * <p><b>How strict it is.</b> Each booking has a permit, and there are never more permits than the
 * limit. But a permit ends with its node's ZooKeeper session, and a handler may run longer. If
 * ZooKeeper receives nothing from a node for the session's timeout, the node loses its permits
 * while its handlers continue, and other nodes may start as many tasks. During that time more tasks
 * run than the limit allows. It is a limit, not a lock; the fencing token protects against
 * duplicated effects. A node that loses its connection stops booking at once. The limit trusts its
 * permits for at most half of the session's timeout after the last contact. After a lost session it
 * first gets permits for the tasks that still run.
 *
 * <p>Use one object per limit and node, shared by all definitions that it limits together. Its
 * creator closes it after the node has stopped and before the client is closed. All nodes must use
 * the same number of slots; while they differ, as in a rolling update, each node applies its own.
 */
public final class ZooKeeperLimit implements BookingPolicy, AutoCloseable {
  private static final String ROOT = "/baton/limits/";

  private final boolean isPerKey;
  private final String description;
  private final PermitKeeper keeper;

  private ZooKeeperLimit(CuratorFramework client, String name, int slots, boolean isPerKey) {
    if (!name.matches("[A-Za-z0-9_-]{1,100}")) {
      throw new IllegalArgumentException(
          "The name of a limit has letters, digits, _ and - only, at most 100: " + name);
    }
    if (slots < 1) {
      throw new IllegalArgumentException("A limit needs at least one slot, not " + slots);
    }
    this.isPerKey = isPerKey;
    this.description = "limit " + name + " of " + slots + " in the ensemble";
    this.keeper = new PermitKeeper(client, name, ROOT + name, slots);
    keeper.start();
  }

  /**
   * Returns a limit of {@code slots} bookings at a time, for all bookings with this name together.
   *
   * @param client started by the caller, who closes it after this limit
   */
  public static ZooKeeperLimit ensemble(CuratorFramework client, String name, int slots) {
    return new ZooKeeperLimit(client, name, slots, false);
  }

  /**
   * Returns a limit of {@code slots} bookings at a time for each key. At most 10,000 keys may have
   * demand at a time.
   */
  public static ZooKeeperLimit ensemblePerKey(CuratorFramework client, String name, int slots) {
    return new ZooKeeperLimit(client, name, slots, true);
  }

  @Override
  public Booking book(Candidate candidate) {
    String key = isPerKey ? candidate.flow().key() : "";
    Optional<Permits> taken = keeper.take(key);
    if (taken.isEmpty()) {
      PermitKeeper.Reason why = keeper.whyNone(key);
      String reason = description + ": " + why.text();
      Booking refusal = isPerKey ? Booking.keyFull(reason) : Booking.definitionFull(reason);
      return why.askAgainAfter() == null ? refusal : refusal.notBefore(why.askAgainAfter());
    }
    AtomicBoolean released = new AtomicBoolean();
    return Booking.held(
        () -> {
          if (released.compareAndSet(false, true)) {
            keeper.release(taken.get());
          }
        });
  }

  /** Returns unused permits; no further task is booked. Takes some seconds at most. */
  @Override
  public void close() {
    keeper.close();
  }

  @Override
  public String toString() {
    return description;
  }
}
