package dev.baton.chaos;

import dev.baton.chaos.check.Checker;
import dev.baton.chaos.check.MetTasks;
import dev.baton.chaos.check.Occurrences;
import dev.baton.chaos.check.Recovery;
import dev.baton.chaos.check.Report;
import dev.baton.chaos.check.Result;
import dev.baton.chaos.check.TouchedRules;
import dev.baton.chaos.fault.Client;
import dev.baton.chaos.fault.FaultKind;
import dev.baton.chaos.fault.Faults;
import dev.baton.chaos.fault.Meddler;
import dev.baton.chaos.fault.Operator;
import dev.baton.chaos.fault.Probes;
import dev.baton.chaos.fault.Services;
import dev.baton.chaos.process.Database;
import dev.baton.chaos.process.Fleet;
import dev.baton.chaos.process.IsolatedNodes;
import dev.baton.chaos.process.Isolation;
import dev.baton.chaos.process.Links;
import dev.baton.chaos.process.ServerKind;
import dev.baton.chaos.process.Stalls;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Occurrence;
import dev.baton.chaos.record.TaskKind;
import dev.baton.chaos.record.Verdict;
import dev.baton.chaos.record.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run: workers and adders under faults, then a time without faults, then the check. Used by one
 * thread.
 */
final class ChaosRun implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChaosRun.class);
  private static final Duration RECOVERY = Duration.ofSeconds(120);
  private static final Duration SETTLING = Duration.ofSeconds(180);

  private final String name;
  private final Setting setting;
  private final Path folder;
  private final Database database;
  private final Fleet fleet;
  private final Client client;
  private final Operator operator;
  private final Meddler meddler;
  private final Faults faults;
  private final long startedAt = System.currentTimeMillis();
  private final List<Recovery> recoveries = new ArrayList<>();
  private final List<String> trouble = new ArrayList<>();
  private @Nullable Probes probes;

  /** The settings of a run. */
  record Setting(long seed, int workers, int adders, Fleet.Ways ways) {
    static Setting sound(long seed, Links links) {
      return new Setting(seed, 3, 2, Fleet.Ways.usual(links));
    }
  }

  private ChaosRun(String name, Setting setting, Database database, Services services, Path folder)
      throws IOException {
    this.name = name;
    this.setting = setting;
    this.folder = folder;
    this.database = database;
    this.fleet = new Fleet(folder, database, setting.ways(), setting.seed());
    this.client = Client.start(database, fleet.plan("client"));
    this.operator =
        new Operator(client, Journal.open(folder.resolve(TouchedRules.ACTS)), setting.seed());
    this.meddler = new Meddler(client, setting.seed());
    this.faults =
        new Faults(fleet, client, services, new Random(setting.seed()), this::stalledSince);
  }

  /** Starts all processes of the run. Its files go to {@code target/chaos/NAME}. */
  static ChaosRun start(String name, ServerKind.Server server, Setting setting) throws Exception {
    return start(name, server, Services.none(), setting);
  }

  /**
   * Starts all processes of a run that uses more services than a database. The setting's links are
   * those of the services.
   */
  static ChaosRun start(String name, ServerKind.Server server, Services services, Setting setting)
      throws Exception {
    Path folder = emptyFolder(name);
    ChaosRun run = new ChaosRun(name, setting, new Database(server), services, folder);
    try {
      run.fleet.start(setting.workers(), setting.adders());
      run.probes = Probes.start(run.database, run.fleet);
      run.awaitQuick(run.startedAt);
      run.letOthersIn();
      return run;
    } catch (Exception | Error e) {
      run.close();
      throw e;
    }
  }

  private void letOthersIn() {
    if (setting.ways().more()) {
      operator.start();
      meddler.start();
    }
  }

  Fleet fleet() {
    return fleet;
  }

  Database database() {
    return database;
  }

  Faults faults() {
    return faults;
  }

  Probes probes() {
    if (probes == null) {
      throw new IllegalStateException("Not started");
    }
    return probes;
  }

  /** Injects one fault and waits until the run has recovered from it. */
  Recovery inject(FaultKind kind) throws Exception {
    // Choose the victim first: its running tasks must be among the watched tasks.
    String victim = faults.victim(kind);
    int lapsed = lapses();
    MetTasks met = MetTasks.now(database, RECOVERY);
    LOG.info("Fault: {}", kind.words());
    long from = faults.inject(kind, victim);
    long ended = met.awaitEnd();
    long quick = awaitQuick(from);
    boolean recovered = quick >= 0 && ended >= 0;
    long millis = Math.max(0, Math.max(quick, ended) - from);
    Recovery recovery = new Recovery(kind, millis, lapses() - lapsed, recovered);
    recoveries.add(recovery);
    if (!recovered) {
      fleet.dumpThreads();
      trouble.add("no recovery within " + RECOVERY + " from: " + kind.words());
    }
    trouble.addAll(fleet.dead());
    LOG.info("{} ms to recover from: {}", recovery.millis(), kind.words());
    return recovery;
  }

  /** Returns whether a worker or the database was delayed by something other than Baton. */
  private boolean stalledSince(long moment) throws IOException {
    return probes().stalledAt() > moment || Stalls.since(moment, folder, fleet.workerNames());
  }

  /** Stops adding, waits until everything has ended, and checks the run. */
  Result finish() throws Exception {
    return finish(SETTLING);
  }

  /** Finishes the run with another time limit for tasks to end: with some bugs they never do. */
  Result finish(Duration settling) throws Exception {
    fleet.stopAdders();
    fleet.stopLocalAdders();
    meddler.close();
    operator.finishWhatYouBegan();
    probes().close();
    if (!Wait.until(settling, () -> database.live(false).isEmpty())) {
      fleet.dumpThreads();
      trouble.add(database.live(false).size() + " tasks have not ended within " + settling);
    }
    operator.close();
    trouble.addAll(faults.trouble());
    Verdict verdict = Checker.check(database, folder, fleet.workerNames());
    Map<Occurrence, Integer> occurrences = Occurrences.read(folder, verdict);
    missed(occurrences);
    List<Long> millis = probes().done().stream().map(Probes.Probe::millis).sorted().toList();
    Result result =
        new Result(
            name,
            setting.seed(),
            setting.ways().links().words(),
            (System.currentTimeMillis() - startedAt) / 1_000,
            List.copyOf(recoveries),
            verdict,
            occurrences,
            faults.kills(),
            count("lease-lost "),
            database.lapses(),
            millis.isEmpty() ? -1 : millis.get(millis.size() / 2),
            millis.isEmpty() ? -1 : millis.get(millis.size() - 1),
            List.copyOf(trouble));
    Report.write(result, folder.resolveSibling(name + ".json"));
    System.out.println(Report.table(result));
    return result;
  }

  /**
   * Reports the occurrences that the run should have but did not have. Without them the run proves
   * nothing.
   */
  private void missed(Map<Occurrence, Integer> occurrences) throws Exception {
    if (!setting.ways().more()) {
      return;
    }
    Set<FaultKind> done = EnumSet.noneOf(FaultKind.class);
    recoveries.forEach(recovery -> done.add(recovery.kind()));
    boolean atIsolation = Isolation.allowsHandlers(database.pool(), TaskKind.SERIAL.isolation());
    for (Occurrence what : Occurrences.expected(database.kind(), atIsolation, done)) {
      if (occurrences.getOrDefault(what, 0) == 0) {
        trouble.add("never occurred: " + what.words());
      }
    }
    int notRefused = count(IsolatedNodes.NOT_REFUSED);
    if (notRefused > 0) {
      trouble.add(notRefused + " nodes started with handlers that their database doesn't allow");
    }
  }

  /** Returns the number of expired leases so far. Repeats the query while the database restarts. */
  int lapses() throws InterruptedException {
    int[] found = {0};
    Wait.until(
        RECOVERY,
        () -> {
          found[0] = database.lapses();
          return true;
        });
    return found[0];
  }

  private long awaitQuick(long since) throws InterruptedException {
    OptionalLong[] found = {OptionalLong.empty()};
    Wait.until(
        RECOVERY,
        () -> {
          found[0] = probes().quickSince(since);
          return found[0].isPresent();
        });
    return found[0].orElse(-1);
  }

  /** Returns how many lines of the workers' events begin with this prefix. */
  int count(String prefix) throws IOException {
    int count = 0;
    for (String worker : fleet.workerNames()) {
      for (String line : Journal.read(fleet.worker(worker).plan().file(".events"))) {
        count += line.startsWith(prefix) ? 1 : 0;
      }
    }
    return count;
  }

  /** Returns the folder of a run's files, without those of a run before. */
  static Path emptyFolder(String name) throws IOException {
    Path folder = Path.of("target", "chaos", name).toAbsolutePath();
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    return Files.createDirectories(folder);
  }

  @Override
  public void close() throws InterruptedException, IOException {
    meddler.close();
    operator.close();
    fleet.close();
    if (probes != null) {
      probes.close();
    }
    client.close();
    database.close();
  }
}
