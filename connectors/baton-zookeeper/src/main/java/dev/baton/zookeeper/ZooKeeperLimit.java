package dev.baton.zookeeper;

import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.task.Candidate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;

/**
 * At most so many at a time on all nodes together, by permits in ZooKeeper: an alternative to a
 * limit kept in the database, for teams whose database shall not have that work. Thread-safe.
 *
 * <p>Booking never waits for ZooKeeper. The first candidate is refused for some milliseconds, until
 * a thread of this limit has been granted a permit; then permits are used again and again without
 * asking. While other nodes wait, each of them is given one permit in a fifth of a second, when a
 * task ends, and nodes are served in turn; what a node doesn't use it gives back within half a
 * second when others wait, within three otherwise. Name it last: {@code limits(Limit.node(15),
 * Limit.custom(ensemble))}, so that no permit is fetched for what the others refuse.
 *
 * <p><b>How strict it is.</b> What is booked holds a permit, and there are never more permits than
 * the limit. But a permit lasts as long as its node's ZooKeeper session, and a handler may outlive
 * that: a node that ZooKeeper doesn't hear of for the session's timeout loses its permits, while
 * what runs there goes on, and other nodes may then start as many. For that time more run than the
 * limit says. It is a limit, not a lock; against doubled effects there is the fencing token. A node
 * that loses its connection books nothing more at once, trusts its permits no longer than half of
 * the session's timeout after its last contact, and after a lost session first gets permits for
 * what still runs.
 *
 * <p>One object per limit and node, shared by all definitions it limits together. Whoever makes it
 * closes it, after his node has stopped and before the client is closed. All nodes must name the
 * same limit; while they differ, as in a rolling update, each goes by its own.
 */
public final class ZooKeeperLimit implements BookingPolicy, AutoCloseable {
  private static final String ROOT = "/baton/limits/";

  private final Booking.Scope scope;
  private final String description;
  private final PermitKeeper keeper;

  private ZooKeeperLimit(CuratorFramework client, String name, int slots, Booking.Scope scope) {
    if (!name.matches("[A-Za-z0-9_-]{1,100}")) {
      throw new IllegalArgumentException(
          "The name of a limit has letters, digits, _ and - only, at most 100: " + name);
    }
    if (slots < 1) {
      throw new IllegalArgumentException("A limit needs at least one slot, not " + slots);
    }
    this.scope = scope;
    this.description = "limit " + name + " of " + slots + " in the ensemble";
    this.keeper = new PermitKeeper(client, name, ROOT + name, slots);
    keeper.start();
  }

  /**
   * At most this many at a time of everything that books with limits of this name.
   *
   * @param client started by the caller, who closes it after this
   */
  public static ZooKeeperLimit ensemble(CuratorFramework client, String name, int slots) {
    return new ZooKeeperLimit(client, name, slots, Booking.Scope.DEFINITION);
  }

  /** At most this many at a time for each key. At most 10,000 keys are in demand at a time. */
  public static ZooKeeperLimit ensemblePerKey(CuratorFramework client, String name, int slots) {
    return new ZooKeeperLimit(client, name, slots, Booking.Scope.KEY);
  }

  @Override
  public Booking book(Candidate candidate) {
    String key = scope == Booking.Scope.KEY ? candidate.flow().key() : "";
    Optional<Permits> taken = keeper.take(key);
    if (taken.isEmpty()) {
      PermitKeeper.Reason why = keeper.whyNone(key);
      return new Booking.Refused(scope, why.askAgainAfter(), description + ": " + why.text());
    }
    AtomicBoolean released = new AtomicBoolean();
    return Booking.held(
        () -> {
          if (released.compareAndSet(false, true)) {
            keeper.release(taken.get());
          }
        });
  }

  /** Gives back what isn't in use; nothing is booked any more. Takes some seconds at most. */
  @Override
  public void close() {
    keeper.close();
  }

  @Override
  public String toString() {
    return description;
  }
}
