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
 * Leadership by an ephemeral node per duty, its seat, which the leader writes anew whenever it
 * asks. Thread-safe; asks nothing of ZooKeeper but when it is asked, and never waits for it longer
 * than a second.
 *
 * <p>A term is half of the session's timeout. The leader's own write opens it, measured from before
 * that write was sent, so that it ends before the session can, however long this process is paused
 * after the answer. A seat falls vacant when its session ends, when its holder resigns, and when
 * others have seen it unchanged for longer than its term: so a node whose session lives but whose
 * duty hangs holds nobody up.
 *
 * <p>While there is no connection, or no answer within the second, {@link #lead} throws and the
 * duty rests on this node; give it the database to fall back on:
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

  /** By duty: since when its seat has been seen unchanged. */
  private final Map<String, Sighting> sightings = new ConcurrentHashMap<>();

  private record Sighting(long change, long sinceNanos) {}

  private ZooKeeperLeadership(CuratorFramework client, String root) {
    this.client = client;
    this.root = root;
  }

  /** On this client, which the caller has started and closes after his node has stopped. */
  public static ZooKeeperLeadership on(CuratorFramework client) {
    return on(client, ROOT);
  }

  /** With the seats under this path: each cluster of nodes on an ensemble needs one of its own. */
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
          "The answer took longer than the term of " + term + " it would have opened");
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
    // Our own of a former session goes with that session: one of this session takes its place.
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

  /** Every taking is counted by the version of the duty's own node, so that only one succeeds. */
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

  /** All or nothing; the last must be a write of data, whose number is then that of the seat. */
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

  /** The version of a seat begins anew with each taking, so alone it doesn't tell two apart. */
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
      throw new ZooKeeperUnavailableException("ZooKeeper can't be asked", broken);
    }
  }

  /** The version of the duty's own node, which is made if nobody has had the duty yet. */
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
            () -> new ZooKeeperUnavailableException("Somebody deletes " + parent(duty)))
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

  /** Whether the seat's last write is more than a term ago, as it was seen from here. */
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
