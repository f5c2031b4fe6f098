package dev.baton.benchmarks.child;

import com.sun.management.OperatingSystemMXBean;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Job;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process of a trial with one contender, which lines on its standard input control. It replies to
 * each line with one line, {@code bench> ok ...} or {@code bench> failed}. After its contender is
 * closed, it can be set up for another trial. It ends when its input ends.
 */
public final class NodeMain {
  /** The prefix of each reply, which distinguishes it from the output of libraries. */
  public static final String ANSWER = "bench> ";

  private static final int BULK = 5_000;

  private final Contender contender;
  private final Probe probe;
  private final Producers producers;
  private final Setup setup;
  private final HikariDataSource pool;
  private final @Nullable StatementCount count;

  private NodeMain(Setup setup) throws Exception {
    this.setup = setup;
    count = setup.staffing().countsStatements() ? new StatementCount() : null;
    pool = setup.pool(count);
    contender = Makers.make(setup.contender());
    probe = Probe.on(setup.probe(), setup.jobs());
    producers = new Producers(contender, probe);
  }

  public static void main(String[] args) throws Exception {
    PrintStream answers = System.out;
    // A library that prints a greeting must not mix it into a reply.
    System.setOut(System.err);
    serve(System.in, answers, false);
    // The parent has ended or no longer needs this process. A flight recording is still written.
    System.exit(0);
  }

  /**
   * Executes the lines until the input ends.
   *
   * @param closes whether to close the contender then; otherwise the end of the process ends it
   */
  public static void serve(InputStream lines, PrintStream answers, boolean closes)
      throws Exception {
    BufferedReader input = new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8));
    NodeMain node = null;
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      try {
        Words words = Words.parse(line);
        Words answer = Words.of("ok");
        if (words.verb().equals("setup")) {
          node = new NodeMain(Setup.of(words));
        } else if (node == null) {
          throw new IllegalStateException("The first line must be a setup, not " + line);
        } else {
          answer = node.obey(words);
        }
        answers.println(ANSWER + answer);
        answers.flush();
      } catch (Exception | LinkageError e) {
        fail(answers, e);
      }
    }
    if (closes && node != null) {
      node.close();
    }
  }

  @SuppressWarnings("CatchAndPrintStackTrace") // standard error is this process's log
  private static void fail(PrintStream answers, Throwable why) {
    why.printStackTrace();
    answers.println(ANSWER + "failed");
    answers.flush();
  }

  private Words obey(Words line) throws Exception {
    switch (line.verb()) {
      case "prepare" -> prepare();
      case "open" -> contender.open(setup.site(pool));
      case "work" -> contender.work(ProbedHandler.of(probe, line));
      case "start" -> {
        return start(line);
      }
      case "produce" -> {
        return produce(line);
      }
      case "bulk" -> bulk(JobSpec.of(line));
      case "fill" -> fill(JobSpec.of(line));
      case "tick" -> tick(line.count("schedules"));
      case "flow" -> flow(line);
      case "heap" -> {
        return heap();
      }
      case "cost" -> {
        return cost();
      }
      case "close" -> close();
      default -> throw new IllegalArgumentException("No such verb: " + line);
    }
    return Words.of("ok");
  }

  private void prepare() throws Exception {
    contender.prepare(setup.site(pool));
    if (setup.staffing().transactional()) {
      Ledger.create(pool);
    }
  }

  private Words start(Words line) throws Exception {
    long at = System.nanoTime();
    contender.open(setup.site(pool));
    contender.work(ProbedHandler.of(probe, line));
    return Words.of("ok").with("at", at);
  }

  private Words produce(Words line) throws Exception {
    int added =
        producers.add(
            JobSpec.of(line),
            line.count("producers"),
            line.count("perSecond"),
            line.count("seconds"));
    return Words.of("ok").with("added", added);
  }

  /** Closes the contender. May be called again. */
  private void close() throws Exception {
    if (!pool.isClosed()) {
      producers.close();
      contender.close();
      pool.close();
    }
  }

  private void bulk(JobSpec jobs) throws Exception {
    List<Job> some = new ArrayList<>(BULK);
    // At most about 20 MB at a time, however long the payloads are.
    int atOnce = Math.max(1, Math.min(BULK, 20_000_000 / jobs.payloadBytes()));
    for (int i = 0; i < jobs.count(); i++) {
      some.add(jobs.job(jobs.from() + i));
      if (some.size() == atOnce || i == jobs.count() - 1) {
        contender.addAll(List.copyOf(some));
        some.clear();
      }
    }
  }

  private void fill(JobSpec jobs) throws Exception {
    if (contender instanceof Filling filling) {
      filling.fill(jobs);
    } else {
      bulk(jobs);
    }
  }

  private void tick(int schedules) throws Exception {
    if (!(contender instanceof Ticking ticking)) {
      throw new IllegalStateException(setup.contender() + " has no schedules");
    }
    ticking.tickEverySecond(schedules, number -> probe.ended());
  }

  private void flow(Words line) throws Exception {
    if (!(contender instanceof Flowing flowing)) {
      throw new IllegalStateException(setup.contender() + " has no workflows");
    }
    flowing.flow(line.count("workflows"), line.count("steps"), number -> probe.ended());
  }

  /** Returns the used heap after a full collection. */
  private static Words heap() {
    System.gc();
    return Words.of("ok")
        .with("used", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
  }

  private Words cost() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    Runtime heap = Runtime.getRuntime();
    return Words.of("ok")
        .with("cpuNanos", system.getProcessCpuTime())
        .with("heapBytes", heap.totalMemory() - heap.freeMemory())
        .with("threads", ManagementFactory.getThreadMXBean().getThreadCount())
        .with("statements", count == null ? 0 : count.executed());
  }
}
