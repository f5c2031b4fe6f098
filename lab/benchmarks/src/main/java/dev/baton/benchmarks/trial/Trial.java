package dev.baton.benchmarks.trial;

import dev.baton.benchmarks.Staffing;
import dev.baton.benchmarks.child.Ledger;
import dev.baton.benchmarks.child.Probe;
import dev.baton.benchmarks.child.Setup;
import dev.baton.benchmarks.child.Words;
import dev.baton.local.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One contender in one round of one work: a separate database, and processes that end with the
 * trial. Not thread-safe.
 */
public final class Trial implements AutoCloseable {
  /** Number of threads that add jobs one by one. */
  public static final int PRODUCERS = 8;

  /** Number of jobs that may run at a time in a process, unless a work says otherwise. */
  public static final int WORKERS = 200;

  /**
   * Time in which the writes after the last handlers end. Without this wait they would count for
   * the next reading.
   */
  private static final int SETTLING_MILLIS = 300;

  private static final long LOOK_MILLIS = 1;

  private final Server server;
  private final WarmNodes processes;
  private final Entrant entrant;
  private final Scale scale;
  private final DatabaseAddress address;
  private final Connection observer;
  private final Path folder;
  private final Probe probe;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Node> cold = new ArrayList<>();
  private Staffing staffing = throughput();
  private boolean ended;

  /**
   * @param jobs the largest number of its jobs
   */
  public Trial(Server server, WarmNodes processes, Entrant entrant, Scale scale, int jobs)
      throws IOException, SQLException {
    this.server = server;
    this.processes = processes;
    this.entrant = entrant;
    this.scale = scale;
    this.folder = Files.createTempDirectory(sharedMemory(), "baton-bench");
    // An interrupted run leaves no files behind.
    folder.toFile().deleteOnExit();
    folder.resolve("probe").toFile().deleteOnExit();
    this.probe = Probe.on(folder.resolve("probe"), jobs);
    this.address = server.newDatabase();
    this.observer = address.connect();
  }

  /** Returns many workers, no limits and no kept tasks. */
  public static Staffing throughput() {
    return Staffing.of(WORKERS);
  }

  /** Returns a folder in memory if the system has one: writing times to a disk would cost time. */
  private static Path sharedMemory() {
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
  }

  public Entrant entrant() {
    return entrant;
  }

  public Scale scale() {
    return scale;
  }

  public Probe probe() {
    return probe;
  }

  public DatabaseAddress database() {
    return address;
  }

  /** Sets how processes work that start from now on. */
  public void staff(Staffing choice) {
    staffing = choice;
  }

  /** Returns a process that is ready to add. The first one creates the tables. */
  public Node node() throws Exception {
    Node node = setUp(processes.take(entrant, scale.isTiny()));
    node.open();
    return node;
  }

  /** Returns a new process that is set up but not opened. It ends with the trial. */
  public Node coldNode() throws Exception {
    Node node = processes.start(entrant, scale.isTiny());
    cold.add(node);
    return setUp(node);
  }

  private Node setUp(Node node) throws Exception {
    nodes.add(node);
    node.setUp(
        new Setup(
            entrant.className(),
            server.isMariaDb(),
            address.url(),
            address.user(),
            address.password(),
            staffing,
            PRODUCERS,
            folder.resolve("probe"),
            probe.jobs()));
    if (nodes.size() == 1) {
      node.prepare();
    }
    return node;
  }

  /** Waits until this number of handlers have ended. */
  public void awaitRuns(long runs, Duration longest) throws InterruptedException {
    await(() -> probe.runs() >= runs, longest, () -> probe.runs() + " of " + runs + " runs");
  }

  /** Waits until a condition is true. */
  public void await(BooleanSupplier holds, Duration longest, Supplier<String> standing)
      throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException(
            entrant.name()
                + ": after "
                + longest.toSeconds()
                + " s only "
                + standing.get()
                + ". The log of its last process:\n"
                + nodes.get(nodes.size() - 1).tail());
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** Returns the costs so far. */
  public Reading read() throws Exception {
    long cpu = 0;
    long statements = 0;
    for (Node node : nodes) {
      Words cost = node.cost();
      cpu += cost.number("cpuNanos");
      statements += cost.number("statements");
    }
    ServerCost spent = server.cost(observer);
    return new Reading(
        System.nanoTime(),
        probe.runs(),
        spent.cpuNanos(),
        spent.logBytes(),
        spent.writeTransactions(),
        cpu,
        statements);
  }

  /** Returns the costs like {@link #read}, after the writes that follow the last handlers. */
  public Reading readSettled() throws Exception {
    Thread.sleep(scale.of(10, SETTLING_MILLIS, SETTLING_MILLIS));
    return read();
  }

  /**
   * Brings the server to the state after a backlog has existed for a while: it has statistics of
   * the tables and has written them to disk. Otherwise the contender would write the filled-in
   * rows.
   */
  public void settle() throws SQLException {
    server.vacuum(observer);
    writeOut();
  }

  private void writeOut() throws SQLException {
    if (!scale.isTiny()) {
      server.checkpoint();
    }
  }

  /** Returns the number of connections that the processes have open. */
  public long connections() throws SQLException {
    return server.connections(observer) - 1;
  }

  /** Returns the number of dead rows in the database that are not vacuumed yet. */
  public long deadRows() throws SQLException {
    return server.deadRows(observer);
  }

  /**
   * Stops all processes in order, and checks that every job of these numbers was started exactly
   * this often. A library that is quick because it loses or repeats work isn't measured.
   */
  public void endAndCheck(long from, long to, int starts) throws Exception {
    end();
    for (long number = from; number < to; number++) {
      if (probe.starts(number) != starts) {
        throw new WrongWork(
            entrant.name()
                + " started job "
                + number
                + " "
                + probe.starts(number)
                + " times instead of "
                + starts);
      }
    }
    if (staffing.transactional()) {
      checkLedger(to - from);
    }
  }

  private void checkLedger(long jobs) throws SQLException {
    long rows = Ledger.rows(observer);
    if (rows != jobs) {
      throw new WrongWork(entrant.name() + " wrote " + rows + " rows for " + jobs + " jobs");
    }
  }

  /** Stops all processes in order. They may serve the next trial. */
  public void end() throws Exception {
    for (Node node : nodes) {
      node.stop();
    }
    ended = true;
  }

  @Override
  public void close() throws Exception {
    for (Node node : nodes) {
      if (ended && !cold.contains(node)) {
        processes.rest(entrant, node);
      } else {
        node.close();
      }
    }
    observer.close();
    server.drop(address);
    // Write everything out, so that no write disturbs the next trial.
    writeOut();
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
