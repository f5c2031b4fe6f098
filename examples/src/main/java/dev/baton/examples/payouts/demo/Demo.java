package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.PayoutNode;
import dev.baton.examples.payouts.input.InputRow;
import dev.baton.examples.payouts.input.PayoutInput;
import dev.baton.examples.payouts.site.Cleanup;
import dev.baton.examples.payouts.site.DatabaseChoice;
import dev.baton.examples.payouts.site.Run;
import dev.baton.examples.payouts.site.Site;
import dev.baton.examples.payouts.site.Tally;
import dev.baton.management.JdkHttp;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

/** One start of the demo, from reading the options to printing the figures. Used by one thread. */
public final class Demo {
  /** Share of the payouts, in percent, after which a node is killed. */
  private static final long PERCENT_AT_KILL = 40;

  private final DemoOptions options;
  private final Path folder;
  private final Screen screen;
  private final Cleanup cleanup;
  private volatile boolean done;

  /**
   * @param folder where embedded databases and logs are kept
   * @param cleanup collects everything that this start opens
   */
  Demo(DemoOptions options, Path folder, Screen screen, Cleanup cleanup) {
    this.options = options;
    this.folder = folder;
    this.screen = screen;
    this.cleanup = cleanup;
  }

  /**
   * Executes all payouts and returns whether none was lost or paid twice. Never returns if the demo
   * keeps serving the dashboard.
   */
  boolean run() throws Exception {
    int nodes = options.nodes();
    DatabaseChoice choice = options.database();
    PayoutInput input = options.input();
    Optional<JsonFile> json = options.json();
    Integer port = options.port();

    Site site = choice.site(folder, nodes, cleanup);
    Run run = site.open(input);
    announce(input, site, run, nodes);

    PayoutNode node = cleanup.later(site.start());
    JdkHttp page = cleanup.later(node.page(port));
    screen.say("Dashboard: " + page.uri());

    Summary summary = execute(input, site, node, nodes);
    if (json.isPresent()) {
      json.get().write(summary.figures());
    }
    run.close();
    summary.lines().forEach(screen::say);
    done = true;
    if (!options.endsByItself()) {
      screen.say("Dashboard: " + page.uri() + " stays up until you press Ctrl-C");
      new CountDownLatch(1).await();
    }
    return summary.figures().areGood();
  }

  /** Returns whether the only work left is to serve the dashboard. */
  boolean isDone() {
    return done;
  }

  private Summary execute(PayoutInput input, Site site, PayoutNode node, int nodes)
      throws Exception {
    Cluster cluster = cleanup.later(new Cluster());
    cluster.start(nodes - 1, site.plan(), folder);

    Tally tally = site.tally();
    ImportCounts counts = new ImportCounts();
    Stopwatch stopwatch = Stopwatch.start(tally);
    Importer importer = cleanup.later(new Importer(node.adder(), counts));
    FutureTask<Void> importing = importing(input, importer);
    Watch.Midway midway = (ended, total) -> midway(cluster, ended, total);
    new Watch(input, counts, tally, node::isUnderWay, screen, midway).untilTheEnd(importing);
    return Summary.of(counts, tally, stopwatch, cluster.victim(), nodes, site.plan().slots());
  }

  private FutureTask<Void> importing(PayoutInput input, Importer importer) {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              importer.run(input, this::complain);
              return null;
            });
    Thread thread = new Thread(task, "import");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private void complain(InputRow.Malformed row, long soFar) {
    if (soFar <= ImportCounts.KEPT) {
      screen.complain(row.toString());
    } else if (soFar == ImportCounts.KEPT + 1) {
      screen.complain("... and more malformed rows, which are only counted");
    }
  }

  private void midway(Cluster cluster, long ended, long total) throws InterruptedException {
    if (options.kill() && cluster.victim().isEmpty() && ended * 100 >= total * PERCENT_AT_KILL) {
      NodeProcess victim = cluster.kill();
      screen.say(
          String.format(
              "Node %d (process %d) was killed with -9 after %,d payouts",
              victim.number(), victim.pid(), ended));
    }
  }

  private void announce(PayoutInput input, Site site, Run run, int nodes) {
    run.givenUp()
        .ifPresent(
            other ->
                screen.complain(
                    "The run of " + other + " was never finished; this run replaces it"));
    screen.say(
        String.format(
            "%s %,d rows of %s on %s%s",
            run.isResumed() ? "Continuing with" : "Working through",
            input.rowCount(),
            input.name(),
            site.name(),
            nodes == 1 ? "" : ", " + nodes + " nodes"));
  }
}
