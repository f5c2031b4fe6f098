package dev.baton.zookeeper;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.WatchedEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that fetches a limit's permits and returns them. Only this class communicates with
 * ZooKeeper. It trusts a response for half of the session's timeout, counted from before the
 * request. Thread-safe.
 */
final class PermitKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(PermitKeeper.class);
  private static final int MAX_KEYS = 10_000;
  private static final int FEW_KEYS = 32;
  private static final Duration ASK_QUICKLY = Duration.ofMillis(10);
  private static final Duration ASK_SLOWLY = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration TICK = Duration.ofMillis(100);

  private final CuratorFramework client;
  private final String name;
  private final PermitQueue queue;
  private final int limit;
  private final Map<String, Permits> permits = new ConcurrentHashMap<>();

  /**
   * Keys to check. Each is in the queue at most twice: once for the check in progress and once for
   * later changes.
   */
  private final BlockingQueue<String> changed = new LinkedBlockingQueue<>();

  private final Map<String, Boolean> isListed = new ConcurrentHashMap<>();
  private final ConnectionStateListener listener = (theClient, state) -> connection(state);
  private final Thread thread;
  private volatile boolean closed;
  private volatile Trust trust = Trust.NONE;
  private long tickedNanos = System.nanoTime();
  private boolean saidUnreachable;

  /** The time until which the granted permits may be used. */
  private record Trust(boolean any, long untilNanos, long askAgainNanos) {
    static final Trust NONE = new Trust(false, 0, 0);

    boolean holds(long now) {
      return any && now - untilNanos < 0;
    }
  }

  /** A watcher that is equal for equal keys, because ZooKeeper stores equal watchers only once. */
  private record Watch(PermitKeeper keeper, String key) implements CuratorWatcher {
    @Override
    public void process(WatchedEvent event) {
      keeper.look(key);
    }
  }

  /** The reason why no permit was available. */
  record Reason(Duration askAgainAfter, String text) {}

  PermitKeeper(CuratorFramework client, String name, String root, int limit) {
    this.client = client;
    this.name = name;
    this.queue = new PermitQueue(root, limit);
    this.limit = limit;
    // The thread inherits no thread locals, so it keeps nothing of its creator alive.
    this.thread = new Thread(null, this::run, "baton-zookeeper-limit-" + name, 0, false);
    thread.setDaemon(true);
    thread.setPriority(Thread.NORM_PRIORITY);
  }

  void start() {
    client.getConnectionStateListenable().addListener(listener);
    thread.start();
  }

  /** Takes a permit for the key; never blocks. */
  Optional<Permits> take(String key) {
    long now = System.nanoTime();
    if (closed) {
      return Optional.empty();
    }
    boolean[] taken = new boolean[1];
    // Take the permit under the map's lock, so that the keeper doesn't remove the key as idle
    // meanwhile.
    Permits one =
        permits.compute(
            key,
            (theKey, known) -> {
              if (known == null && permits.size() >= MAX_KEYS) {
                return null;
              }
              Permits mine = known == null ? new Permits(theKey, limit, now) : known;
              taken[0] = isTrusted(now) && mine.take();
              if (!taken[0]) {
                mine.refused(now);
              }
              return mine;
            });
    if (taken[0]) {
      return Optional.of(one);
    }
    if (one != null && one.needsKeeper(now)) {
      look(key);
    }
    return Optional.empty();
  }

  Reason whyNone(String key) {
    if (!client.getZookeeperClient().isConnected()) {
      return new Reason(Duration.ofMillis(500), "ZooKeeper can't be reached");
    }
    Permits one = permits.get(key);
    if (one == null) {
      return new Reason(Duration.ofMillis(500), "closed, or too many keys are waiting");
    }
    // A permit that is free on another node takes one or two round trips. A permit that was handed
    // over and not fetched is useless to all nodes. With many waiting keys, more requests would
    // cost too much.
    boolean isSlow = one.isQueued() && permits.size() > FEW_KEYS;
    return new Reason(isSlow ? ASK_SLOWLY : ASK_QUICKLY, one.describe());
  }

  void release(Permits one) {
    if (one.release(System.nanoTime())) {
      look(one.key());
    }
  }

  void close() {
    closed = true;
    client.getConnectionStateListenable().removeListener(listener);
    thread.interrupt();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      Exchange exchange = new Exchange(client, PATIENCE);
      Session.of(client);
      permits.values().forEach(one -> giveAllBack(exchange, one));
    } catch (RuntimeException unreachable) {
      LOG.debug(
          "This node could not return its permits of {}: they end with its ZooKeeper session",
          name);
    }
  }

  private void giveAllBack(Exchange exchange, Permits one) {
    PermitQueue.Places places = queue.look(exchange, one.key(), new Watch(this, one.key()));
    places.queued().forEach(place -> queue.leave(exchange, one.key(), place));
    int free = Math.max(0, places.granted().size() - one.inUse());
    places.granted().stream().limit(free).forEach(place -> queue.leave(exchange, one.key(), place));
  }

  private boolean isTrusted(long now) {
    return trust.holds(now) && client.getZookeeperClient().isConnected();
  }

  private void connection(ConnectionState state) {
    if (!state.isConnected()) {
      trust = Trust.NONE;
    }
    permits.keySet().forEach(this::look);
  }

  private void look(String key) {
    if (isListed.putIfAbsent(key, true) == null) {
      changed.add(key);
    }
  }

  private void run() {
    while (!closed) {
      String key = null;
      try {
        key = changed.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
        if (key != null) {
          isListed.remove(key);
          tend(key);
        }
        tick();
        if (saidUnreachable) {
          saidUnreachable = false;
          LOG.info("The limit {} can reach ZooKeeper again", name);
        }
      } catch (InterruptedException stopped) {
        return;
      } catch (Throwable broken) {
        trust = Trust.NONE;
        again(key, broken);
      }
    }
  }

  /**
   * Puts the key back and reports the failure. Never throws: if this thread ended, no permit would
   * be requested any more.
   */
  private void again(@Nullable String key, Throwable broken) {
    try {
      if (key != null) {
        look(key);
      }
      unreachable(broken);
    } catch (Throwable unreported) {
      // The log or a full heap may be the cause itself.
    }
  }

  private void tick() {
    long now = System.nanoTime();
    if (now - tickedNanos < TICK.toNanos()) {
      return;
    }
    tickedNanos = now;
    permits.forEach(
        (key, one) -> {
          permits.computeIfPresent(key, (theKey, known) -> known.isIdle(now) ? null : known);
          if (one.needsKeeper(now)) {
            look(key);
          }
        });
    // Trust in permits must be renewed; a check of any key shows that the session is alive.
    if (now - trust.askAgainNanos() >= 0 || !trust.any()) {
      permits.keySet().stream().findFirst().ifPresent(this::look);
    }
  }

  private void tend(String key) {
    Permits one = permits.get(key);
    if (one == null) {
      return;
    }
    Exchange exchange = new Exchange(client, PATIENCE);
    Session session = Session.of(client);
    if (queue.enter(session)) {
      trust = Trust.NONE;
      permits.values().forEach(Permits::lost);
    }
    PermitQueue.Places places = look(exchange, one);
    Permits.Wish wish = one.wish(System.nanoTime());
    if (!wish.isNothing() || !places.stale().isEmpty()) {
      fulfil(exchange, one, places, wish);
      look(exchange, one);
    }
    session.mustStillBe(client);
    long half = session.trusted().toNanos();
    trust = new Trust(true, exchange.startNanos() + half, exchange.startNanos() + half / 2);
  }

  private PermitQueue.Places look(Exchange exchange, Permits one) {
    PermitQueue.Places places = queue.look(exchange, one.key(), new Watch(this, one.key()));
    one.told(places.told(limit), System.nanoTime());
    return places;
  }

  private void fulfil(
      Exchange exchange, Permits one, PermitQueue.Places places, Permits.Wish wish) {
    places.stale().forEach(place -> queue.leaveIfOfThisSession(exchange, one.key(), place));
    for (int i = 0; i < Math.min(wish.giveBack(), places.granted().size()); i++) {
      // Return the last places first: if another node has a lower limit, the first ones are permits
      // there too.
      queue.leave(exchange, one.key(), places.granted().get(places.granted().size() - 1 - i));
      one.gaveBack();
    }
    if (wish.leaveQueue()) {
      places.queued().forEach(place -> queue.leave(exchange, one.key(), place));
    }
    for (int i = 0; i < wish.ask(); i++) {
      queue.join(exchange, one.key());
    }
  }

  private void unreachable(Throwable broken) {
    trust = Trust.NONE;
    if (closed) {
      return;
    }
    if (!saidUnreachable) {
      saidUnreachable = true;
      LOG.warn(
          "The limit {} can't reach ZooKeeper: its tasks wait until it can, running handlers"
              + " continue. This is logged once",
          name,
          broken);
    }
    pause();
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(TICK.toMillis());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
