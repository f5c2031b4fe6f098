package dev.baton.chaos.process;

import dev.baton.local.proxy.FaultyProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The worker and adder processes of one run, by name. Each has its own proxy. */
public final class Fleet implements AutoCloseable {
  /** System property: the class path of the processes of the other version. */
  private static final String OTHER_VERSION = "baton.chaos.other-version";

  private final Path folder;
  private final Database database;
  private final Ways ways;
  private final Map<String, FaultyProxy> proxies = new TreeMap<>();
  private final Map<String, ChildProcess> workers = new LinkedHashMap<>();
  private final Map<String, ChildProcess> adders = new LinkedHashMap<>();
  private final Set<String> ofOtherVersion = new HashSet<>();
  private long seed;

  public Fleet(Path folder, Database database, Ways ways, long seed) {
    this.folder = folder;
    this.database = database;
    this.ways = ways;
    this.seed = seed;
  }

  /**
   * The setup of the processes.
   *
   * @param bug what is wrong on purpose; empty for nothing
   * @param pauseMillis pause between an adder's transactions
   * @param longestMillis longest duration of a handler
   * @param links how nodes exchange hints and elect a leader
   * @param more whether there are more kinds of tasks, workers that add, operators, and programs
   *     that lock claimed rows
   */
  public record Ways(
      String bug, Duration lease, int pauseMillis, int longestMillis, Links links, boolean more) {
    public Ways(String bug, Duration lease, int pauseMillis, int longestMillis) {
      this(bug, lease, pauseMillis, longestMillis, Links.usual(), false);
    }

    public static Ways usual(Links links) {
      return new Ways("", Plan.LEASE, 100, 1_500, links, true);
    }

    /**
     * Returns a setup with this bug. The longest handlers run for three leases, because a sweeper
     * gives a live node one more lease to renew its own.
     */
    public static Ways broken(String bug) {
      return new Ways(bug, Plan.LEASE, 40, 3 * (int) Plan.LEASE.toMillis());
    }

    /** Returns a setup with this bug and everything that a usual run has. */
    public static Ways brokenWithMore(String bug) {
      return new Ways(bug, Plan.LEASE, 40, 300, Links.usual(), true);
    }
  }

  public void start(int workerCount, int adderCount) throws IOException, InterruptedException {
    for (int i = 1; i <= workerCount; i++) {
      launchWorker("worker-" + i);
    }
    for (int i = 1; i <= adderCount; i++) {
      launchAdder("adder-" + i);
    }
    for (ChildProcess child : all()) {
      child.awaitReady();
    }
  }

  public List<String> workerNames() {
    return List.copyOf(workers.keySet());
  }

  public List<String> adderNames() {
    return List.copyOf(adders.keySet());
  }

  public ChildProcess worker(String name) {
    return found(workers.get(name), name);
  }

  public ChildProcess adder(String name) {
    return found(adders.get(name), name);
  }

  public FaultyProxy proxy(String name) {
    return found(proxies.get(name), name);
  }

  public List<FaultyProxy> proxies() {
    return List.copyOf(proxies.values());
  }

  public void launchWorker(String name) throws IOException {
    launchWorker(name, WorkerMain.class);
  }

  /** Starts a worker with another program. */
  public void launchWorker(String name, Class<?> program) throws IOException {
    workers.put(name, ChildProcess.start(program, plan(name), classPath(name)));
  }

  public void launchAdder(String name) throws IOException {
    adders.put(name, ChildProcess.start(AdderMain.class, plan(name), classPath(name)));
  }

  /** Returns whether the run has a second version of Baton, to upgrade from and to go back to. */
  public static boolean hasOtherVersion() {
    return !System.getProperty(OTHER_VERSION, "").isEmpty();
  }

  /** Makes the next launches of this process use the other version. */
  public void switchVersion(String name) {
    if (!ofOtherVersion.remove(name)) {
      ofOtherVersion.add(name);
    }
  }

  private String classPath(String name) {
    return System.getProperty(ofOtherVersion.contains(name) ? OTHER_VERSION : "java.class.path");
  }

  public void stopAdders() throws IOException, InterruptedException {
    for (ChildProcess adder : adders.values()) {
      adder.askToStop();
    }
  }

  /** Stops the adders inside workers. */
  public void stopLocalAdders() throws IOException, InterruptedException {
    if (ways.more()) {
      for (ChildProcess worker : workers.values()) {
        worker.order(WorkerMain.ADDS_OFF);
      }
    }
  }

  /** Makes every child write its threads' stacks to its log. */
  public void dumpThreads() throws IOException, InterruptedException {
    for (ChildProcess child : all()) {
      child.signal("QUIT");
    }
  }

  /** Returns the child processes that ended unexpectedly. */
  public List<String> dead() {
    return all().stream()
        .filter(child -> !child.isAlive())
        .map(child -> child.plan().name() + " died:\n" + child.tail())
        .toList();
  }

  List<ChildProcess> all() {
    List<ChildProcess> children = new ArrayList<>(workers.values());
    children.addAll(adders.values());
    return children;
  }

  public Path folder() {
    return folder;
  }

  /** Returns the plan of a child of this name. */
  public Plan plan(String name) throws IOException {
    FaultyProxy proxy = proxies.get(name);
    if (proxy == null) {
      proxy = FaultyProxy.start(database.port(), database.kind().protocol());
      proxies.put(name, proxy);
    }
    return new Plan(name, folder, database.through(proxy.port()), seed++, ways);
  }

  private static <T> T found(@Nullable T value, String name) {
    if (value == null) {
      throw new IllegalArgumentException("There is no " + name);
    }
    return value;
  }

  @Override
  public void close() throws InterruptedException {
    for (ChildProcess child : all()) {
      child.kill();
    }
    proxies.values().forEach(FaultyProxy::close);
  }
}
