package dev.baton.chaos.fault;

import dev.baton.chaos.process.ChildProcess;
import dev.baton.chaos.process.Database;
import dev.baton.chaos.process.Fleet;
import dev.baton.chaos.process.LeaderClient;
import dev.baton.chaos.process.Plan;
import dev.baton.chaos.process.ServerKind;
import dev.baton.chaos.process.WorkerMain;
import dev.baton.chaos.record.Spans;
import dev.baton.chaos.record.TaskKind;
import dev.baton.chaos.record.Wait;
import dev.baton.local.proxy.FaultyProxy;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Injects the faults. Each method returns the wall-clock moment from which its recovery counts. */
public final class Faults {
  private static final Logger LOG = LoggerFactory.getLogger(Faults.class);
  private static final Duration PATIENCE = Duration.ofSeconds(4);
  private static final int COMMITS_EACH = 3;
  private static final Duration SLOW_PATIENCE = Duration.ofSeconds(60);

  private static final int SLOW = 900;
  private static final int SLOW_END_MILLIS = 5;

  /**
   * Duration of the first slow end, during which other ends wait for longer than a lease. It comes
   * first because a node that knows of slow ends claims less. It is not longer than the network
   * timeout.
   */
  private static final int FIRST_END_MILLIS = 3_000;

  private static final int IN_HAND = 200;

  private final Fleet fleet;
  private final Database database;
  private final Services services;
  private final Random random;
  private final Client client;
  private final StallsSince stalls;
  private final List<String> trouble = new ArrayList<>();
  private int bursts;
  private int kills;

  /** Returns whether a process got no processor for long since a moment. */
  public interface StallsSince {
    boolean since(long moment) throws IOException;
  }

  public Faults(Fleet fleet, Client client, Services services, Random random, StallsSince stalls) {
    this.fleet = fleet;
    this.database = client.database();
    this.client = client;
    this.services = services;
    this.stalls = stalls;
    this.random = random;
  }

  /** Returns the problems that the faults themselves found. */
  public List<String> trouble() {
    return List.copyOf(trouble);
  }

  /** Returns how many workers and adders were killed. */
  public int kills() {
    return kills;
  }

  /** Chooses the process for a fault: a busy worker, or none. */
  public String victim(FaultKind kind) throws InterruptedException {
    return switch (kind) {
      case KILL_WORKER, FULL_HEAP, STOP_WORKER, SILENT_WORKER, STOP_BUCKET -> busyWorker();
      case KILL_ADDER -> pick(fleet.adderNames());
      default -> "";
    };
  }

  public long inject(FaultKind kind, String victim) throws Exception {
    return switch (kind) {
      case KILL_WORKER -> killWorker(victim);
      case FULL_HEAP -> fillHeap(fleet.worker(victim));
      case STOP_WORKER -> stopWorker(fleet.worker(victim));
      case ROLLING_RESTART -> rollingRestart();
      case OTHER_VERSION -> otherVersion();
      case KILL_ADDER -> killAdder(victim);
      case KILL_DATABASE -> killDatabase(random.nextInt(1_500));
      case END_CONNECTIONS -> endConnections();
      case SLOW_NETWORK -> slowNetwork();
      case CUT_NETWORK -> cutNetwork();
      case SILENT_WORKER -> silentWorker(fleet.proxy(victim));
      case SILENT_NETWORK -> silentNetwork();
      case CUT_BEFORE_COMMIT -> cutCommits(FaultyProxy.CutAt.BEFORE_COMMIT);
      case CUT_BEFORE_ANSWER -> cutCommits(FaultyProxy.CutAt.BEFORE_ANSWER);
      case KILL_KAFKA -> killKafka();
      case KILL_ZOOKEEPER -> killZooKeeper();
      case PAUSE_ZOOKEEPER -> pauseZooKeeper();
      case SLOW_DATABASE -> slowDatabase();
      case STOP_BUCKET -> stopBuckets(victim);
    };
  }

  private long killWorker(String victim) throws Exception {
    long from = now();
    kills++;
    fleet.worker(victim).kill();
    fleet.launchWorker(victim);
    fleet.worker(victim).awaitReady();
    return from;
  }

  private long stopWorker(ChildProcess victim) throws Exception {
    long from = now();
    victim.signal("STOP");
    Wait.pause(pastTheLease());
    victim.signal("CONT");
    return from;
  }

  private long fillHeap(ChildProcess victim) throws Exception {
    victim.order(WorkerMain.HEAP_FULL);
    return now();
  }

  private long rollingRestart() throws Exception {
    for (String name : fleet.workerNames()) {
      fleet.worker(name).terminate();
      fleet.launchWorker(name);
      fleet.worker(name).awaitReady();
    }
    return now();
  }

  /**
   * Migrates the tables, and then replaces every process by one of the other version. In between,
   * the versions run side by side for longer than a lease, and processes of both are killed.
   */
  private long otherVersion() throws Exception {
    database.migrateFurther();
    boolean kill = random.nextBoolean();
    for (String name : fleet.workerNames()) {
      fleet.switchVersion(name);
      if (kill) {
        killWorker(name);
      } else {
        fleet.worker(name).terminate();
        fleet.launchWorker(name);
        fleet.worker(name).awaitReady();
      }
      kill = !kill;
      Wait.pause(pastTheLease());
      killWorker(busyWorker());
    }
    for (String name : fleet.adderNames()) {
      fleet.switchVersion(name);
      killAdder(name);
    }
    return now();
  }

  private long killAdder(String victim) throws Exception {
    long from = now();
    kills++;
    fleet.adder(victim).kill();
    fleet.launchAdder(victim);
    fleet.adder(victim).awaitReady();
    return from;
  }

  public long killDatabase(long awayMillis) throws Exception {
    database.kill();
    Wait.pause(awayMillis);
    database.restart();
    return now();
  }

  private long endConnections() throws Exception {
    database.terminateBackends();
    return now();
  }

  private long slowNetwork() throws Exception {
    Duration delay = Duration.ofMillis(20L + random.nextInt(40));
    fleet.proxies().forEach(proxy -> proxy.delay(delay));
    Wait.pause(3_000);
    fleet.proxies().forEach(proxy -> proxy.delay(Duration.ZERO));
    return now();
  }

  private long cutNetwork() throws Exception {
    for (int i = 0; i < 3; i++) {
      fleet.proxies().forEach(FaultyProxy::cut);
      Wait.pause(random.nextInt(400));
    }
    return now();
  }

  private long silentWorker(FaultyProxy proxy) throws Exception {
    long from = now();
    proxy.silence(true);
    Wait.pause(pastTheLease());
    proxy.silence(false);
    return from;
  }

  private long silentNetwork() throws Exception {
    fleet.proxies().forEach(proxy -> proxy.silence(true));
    Wait.pause(1_000 + random.nextInt(2_500));
    fleet.proxies().forEach(proxy -> proxy.silence(false));
    return now();
  }

  private long cutCommits(FaultyProxy.CutAt where) throws Exception {
    List<FaultyProxy> proxies = fleet.proxies();
    proxies.forEach(proxy -> proxy.cutCommits(COMMITS_EACH, where));
    Wait.until(PATIENCE, () -> proxies.stream().allMatch(proxy -> proxy.commitsToCut() == 0));
    int left = proxies.stream().mapToInt(FaultyProxy::commitsToCut).sum();
    proxies.forEach(proxy -> proxy.cutCommits(0, where));
    if (left == COMMITS_EACH * proxies.size()) {
      throw new IllegalStateException("No proxy saw a COMMIT: is it sent in an unknown form?");
    }
    return now();
  }

  private long killKafka() throws Exception {
    long from = now();
    services.kafka().kill();
    Wait.pause(random.nextInt(2_000));
    services.kafka().restart();
    return from;
  }

  private long killZooKeeper() throws Exception {
    long from = now();
    services.zooKeeper().kill();
    Wait.pause(pastTheSession());
    services.zooKeeper().start();
    return from;
  }

  private long pauseZooKeeper() throws Exception {
    long from = now();
    services.zooKeeper().pause();
    Wait.pause(pastTheSession());
    services.zooKeeper().goOn();
    return from;
  }

  /**
   * Slows down ends in the database. No node dies, so no lease may expire, however long outcomes
   * wait to be written.
   */
  private long slowDatabase() throws Exception {
    String name = "slow-" + bursts++;
    database.slowEnds(name, SLOW_END_MILLIS, FIRST_END_MILLIS);
    long begun = now();
    client.burst(TaskKind.FREE, 1, 0, name + ServerKind.FIRST);
    client.burst(TaskKind.FREE, Options.length().isPresent() ? 2 * SLOW : SLOW, 0, name);
    boolean ended = Wait.until(SLOW_PATIENCE, () -> database.liveOf(name) == 0);
    if (!ended) {
      trouble.add(database.liveOf(name) + " tasks with slow ends still live");
    }
    Wait.until(SLOW_PATIENCE, () -> database.liveOf(name + ServerKind.FIRST) == 0);
    judgeLapses(database.lapsesOf(name), stalls.since(begun));
    Wait.until(SLOW_PATIENCE, () -> quickEnds());
    return now();
  }

  /** Reports expired leases of healthy nodes, unless the machine gave them no processor. */
  private void judgeLapses(int lapses, boolean stalled) {
    if (lapses > 0) {
      String words = lapses + " leases of healthy nodes expired while outcomes waited";
      LOG.info("{}{}", words, stalled ? ": the machine stalled" : "");
      if (!stalled) {
        trouble.add(words);
      }
    }
  }

  private boolean quickEnds() throws SQLException {
    database.quickEnds();
    return true;
  }

  private long stopBuckets(String victim) throws Exception {
    // Fill all slots, and let the workers claim more tasks ahead.
    client.burst(TaskKind.LEAST, IN_HAND, 60, "in-hand");
    client.burst(TaskKind.SHARED, IN_HAND / 4, 20, "in-hand");
    client.burst(TaskKind.FREE, 3 * IN_HAND, 1_000, "in-hand");
    Wait.pause(200);
    List<String> stopped = new ArrayList<>(fleet.workerNames());
    // One worker continues and takes over the others' tasks. It is not the victim, which may have
    // most tasks.
    stopped.remove(stopped.get(0).equals(victim) ? 1 : 0);
    for (String worker : stopped) {
      fleet.worker(worker).order(WorkerMain.BUCKET_OFF);
    }
    Wait.pause(pastTheLease());
    for (String worker : stopped) {
      fleet.worker(worker).order(WorkerMain.BUCKET_ON);
    }
    return now();
  }

  private long pastTheSession() {
    return LeaderClient.SESSION_MILLIS + 500L + random.nextInt(1_500);
  }

  /** Returns a worker with a running task, or any worker if none has one in time. */
  private String busyWorker() throws InterruptedException {
    String name = pick(fleet.workerNames());
    Wait.until(PATIENCE, () -> Spans.isBusy(fleet.folder(), name));
    return name;
  }

  private long pastTheLease() {
    return Plan.LEASE.toMillis() + 700 + random.nextInt(600);
  }

  private String pick(List<String> names) {
    return names.get(random.nextInt(names.size()));
  }

  private static long now() {
    return System.currentTimeMillis();
  }
}
