package dev.baton.zookeeper;

import dev.baton.spi.Leadership;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.TransactionOp;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;

/**
 * Leadership through one ephemeral node per duty, its seat, which the leader writes again at each
 * call. Thread-safe. It sends requests to ZooKeeper only when called, and never waits for longer
 * than a second.
 *
 * <p>A term is half of the session's timeout. It begins before the leader's write is sent, so it
 * ends before the session can end, however long this process is paused after the response. A seat
 * becomes vacant when its session ends, when its leader resigns, or when others have seen it
 * unchanged for longer than its term. So a node with a live session and a hanging duty doesn't
 * block the other nodes.
 *
 * <p>While there is no connection, or no response within the second, {@link #lead} throws and this
 * node doesn't lead. Configure the database as a fallback:
 *
 * <pre>{@code
 * CuratorFramework client = CuratorFrameworkFactory.newClient("zk1:2181,zk2:2181,zk3:2181",
 *     10_000, 5_000, new ExponentialBackoffRetry(100, 3));
 * client.start();
 * Baton baton = Baton.builder(JdbcStore.of(dataSource))
 *     .leadership(ZooKeeperLeadership.on(client).orElse(JdbcLeadership.of(dataSource)))
 *     .start();
 * }</pre>
 */
public final class ZooKeeperLeadership implements Leadership {
  private static final String ROOT = "/baton/leaders";
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final CuratorFramework client;
  private final String root;

  /** Time at which this node first saw the current state of a seat, by duty. */
  private final Map<String, Sighting> sightings = new ConcurrentHashMap<>();

  private record Sighting(long change, long sinceNanos) {}

  private ZooKeeperLeadership(CuratorFramework client, String root) {
    this.client = client;
    this.root = root;
  }

  /**
   * Returns leadership on this client, which the caller has started and closes after the node has
   * stopped.
   */
  public static ZooKeeperLeadership on(CuratorFramework client) {
    return on(client, ROOT);
  }

  /**
   * Returns leadership with the seats under this path: each cluster of nodes on an ensemble needs
   * its own path.
   */
  public static ZooKeeperLeadership on(CuratorFramework client, String path) {
    return new ZooKeeperLeadership(client, path);
  }

  @Override
  public Optional<Duration> lead(String duty, UUID node) {
    Exchange exchange = new Exchange(client, PATIENCE);
    Session session = Session.of(client);
    Duration term = session.trusted();
    boolean leads = acquireOrRenew(exchange, session, duty, node);
    if (!leads) {
      return Optional.empty();
    }
    session.mustStillBe(client);
    if (exchange.hasLastedLongerThan(term)) {
      throw new ZooKeeperUnavailableException(
          "The response took longer than the term of "
              + term.toMillis()
              + " ms"
              + " that it would have begun");
    }
    return Optional.of(term);
  }

  @Override
  public void resign(String duty, UUID node) {
    Exchange exchange = new Exchange(client, PATIENCE);
    Session.of(client);
    Optional<LeaderEntry> seat = seat(exchange, duty).filter(taken -> taken.holder().equals(node));
    if (seat.isPresent()) {
      write(exchange, List.of(checkTaking(duty, seat.get()), delete(duty, seat.get())));
    }
  }

  @Override
  public String toString() {
    return "ZooKeeper";
  }

  private boolean acquireOrRenew(Exchange exchange, Session session, String duty, UUID node) {
    Optional<LeaderEntry> seat = seat(exchange, duty);
    if (seat.isEmpty()) {
      return take(exchange, session, duty, node, takings(exchange, duty), List.of());
    }
    if (seat.get().isOf(node, session)) {
      return keep(exchange, session, duty, seat.get());
    }
    // This node's seat of a former session ends with that session; a seat of the current session
    // replaces it.
    boolean vacant = seat.get().holder().equals(node) || hasLapsed(exchange, duty, seat.get());
    List<CuratorOp> first = List.of(delete(duty, seat.get()));
    return vacant && take(exchange, session, duty, node, seat.get().taking(), first);
  }

  private boolean keep(Exchange exchange, Session session, String duty, LeaderEntry seat) {
    byte[] data = LeaderEntry.data(seat.holder(), session.trusted(), seat.taking());
    CuratorOp renewal =
        op(() -> ops().setData().withVersion(seat.version()).forPath(path(duty), data));
    return written(exchange, duty, List.of(checkTaking(duty, seat), renewal));
  }

  /**
   * Takes the seat. The version of the duty's own node counts every taking, so only one node
   * succeeds.
   */
  private boolean take(
      Exchange exchange,
      Session session,
      String duty,
      UUID node,
      int takings,
      List<CuratorOp> vacate) {
    byte[] data = LeaderEntry.data(node, session.trusted(), takings + 1);
    List<CuratorOp> all = new ArrayList<>(vacate);
    all.add(op(() -> ops().create().withMode(CreateMode.EPHEMERAL).forPath(path(duty), data)));
    all.add(op(() -> ops().setData().withVersion(takings).forPath(parent(duty))));
    return written(exchange, duty, all);
  }

  /**
   * Writes all operations or none. The last operation must write data; its number becomes the
   * number of the seat.
   */
  private boolean written(Exchange exchange, String duty, List<CuratorOp> all) {
    CuratorEvent event = write(exchange, all);
    if (Exchange.codeOf(event) != Code.OK) {
      return false;
    }
    seen(duty, event.getOpResults().get(all.size() - 1).getResultStat().getMzxid());
    return true;
  }

  private static CuratorEvent write(Exchange exchange, List<CuratorOp> all) {
    return exchange.ask(
        (c, answer) -> c.transaction().inBackground(answer).forOperations(all),
        Code.NONODE,
        Code.NODEEXISTS,
        Code.BADVERSION);
  }

  /**
   * Checks the number of takings of the seat. The version alone is not enough, because it starts
   * again with each taking.
   */
  private CuratorOp checkTaking(String duty, LeaderEntry seat) {
    return op(() -> ops().check().withVersion(seat.taking()).forPath(parent(duty)));
  }

  private CuratorOp delete(String duty, LeaderEntry seat) {
    return op(() -> ops().delete().withVersion(seat.version()).forPath(path(duty)));
  }

  private TransactionOp ops() {
    return client.transactionOp();
  }

  private static CuratorOp op(Callable<CuratorOp> description) {
    try {
      return description.call();
    } catch (Exception broken) {
      throw new ZooKeeperUnavailableException("The request to ZooKeeper could not be sent", broken);
    }
  }

  /**
   * Returns the version of the duty's own node, which is created if no node has had the duty yet.
   */
  private int takings(Exchange exchange, String duty) {
    Optional<Stat> stat = stat(exchange, parent(duty));
    if (stat.isEmpty()) {
      exchange.ask(
          (c, answer) ->
              c.create().creatingParentsIfNeeded().inBackground(answer).forPath(parent(duty)),
          Code.NODEEXISTS);
      stat = stat(exchange, parent(duty));
    }
    return stat.orElseThrow(
            () -> new ZooKeeperUnavailableException("Another client deletes " + parent(duty)))
        .getVersion();
  }

  private static Optional<Stat> stat(Exchange exchange, String path) {
    CuratorEvent event =
        exchange.ask(
            (c, answer) -> c.checkExists().inBackground(answer).forPath(path), Code.NONODE);
    return Optional.ofNullable(event.getStat());
  }

  private Optional<LeaderEntry> seat(Exchange exchange, String duty) {
    CuratorEvent event =
        exchange.ask(
            (c, answer) -> c.getData().inBackground(answer).forPath(path(duty)), Code.NONODE);
    return Exchange.codeOf(event) == Code.OK
        ? Optional.of(LeaderEntry.of(event.getData(), event.getStat()))
        : Optional.empty();
  }

  /** Returns whether this node has seen the seat unchanged for more than a term. */
  private boolean hasLapsed(Exchange exchange, String duty, LeaderEntry seat) {
    Sighting sighting = sightings.get(duty);
    if (sighting == null || sighting.change() != seat.change()) {
      seen(duty, seat.change());
      return false;
    }
    return exchange.startNanos() - sighting.sinceNanos() > seat.term().toNanos();
  }

  private void seen(String duty, long change) {
    sightings.put(duty, new Sighting(change, System.nanoTime()));
  }

  private String parent(String duty) {
    return root + "/" + URLEncoder.encode(duty, StandardCharsets.UTF_8);
  }

  private String path(String duty) {
    return parent(duty) + "/seat";
  }
}
