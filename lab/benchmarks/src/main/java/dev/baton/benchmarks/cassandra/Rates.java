package dev.baton.benchmarks.cassandra;

import com.sun.management.OperatingSystemMXBean;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.benchmarks.trial.ProcessTree;
import dev.baton.benchmarks.work.Percentiles;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.operate.TaskFilter;
import dev.baton.task.Status;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Adds and drains tasks in one place with a given number of nodes. Used once. */
final class Rates {
  static final String HEAD =
      """
      | Store | Nodes | Adds/s, batches of 500 | Single adds/s, 16 callers | Drained/s | CPU of nodes, server, ms a task | Delay by the adding node, ms | by another node, ms |
      |---|--:|--:|--:|--:|--:|--:|--:|
      """;

  private static final String TYPE = "BENCH";
  private static final int BATCH = 500;
  private static final int CALLERS = 16;
  private static final int SLOTS = 500;
  private static final int MAX_DELAYS = 100;
  private static final Duration BETWEEN = Duration.ofMillis(30);
  private static final long MINUTES = 30;

  private final Place place;
  private final int nodes;
  private final AtomicLong left = new AtomicLong();
  private final AtomicLong startedNanos = new AtomicLong();
  private volatile CountDownLatch drained = new CountDownLatch(0);

  Rates(Place place, int nodes) {
    this.place = place;
    this.nodes = nodes;
  }

  /** Returns one line of the table. */
  String measure(int tasks) throws Exception {
    double batches;
    double single;
    try (Baton adder = place.nodes().get().start()) {
      add(adder, tasks);
      long begin = System.nanoTime();
      add(adder, tasks);
      batches = rate(tasks, begin);
      single = singleAdds(adder, Math.max(CALLERS, tasks / 10));
    }
    int all = 2 * tasks + Math.max(CALLERS, tasks / 10);
    expect(all);
    long cpu = cpuNanos();
    long serverCpu = serverCpuNanos();
    long begin = System.nanoTime();
    List<Baton> running = new ArrayList<>();
    try {
      for (int i = 0; i < nodes; i++) {
        running.add(runner());
      }
      await();
      double rate = rate(all, begin);
      double ofNodes = (cpuNanos() - cpu) / 1e6 / all;
      double ofServer = (serverCpuNanos() - serverCpu) / 1e6 / all;
      int delays = Math.min(MAX_DELAYS, Math.max(1, tasks / 10));
      Percentiles own = delays(running.get(0), delays);
      Percentiles others;
      try (Baton adder = place.nodes().get().start()) {
        others = delays(adder, delays);
      }
      return String.format(
          Locale.ROOT,
          "| %s | %d | %,.0f | %,.0f | %,.0f | %.2f, %s | %.1f / %.1f | %.0f / %.0f |",
          place.name(),
          nodes,
          batches,
          single,
          rate,
          ofNodes,
          place.server().isPresent() ? String.format(Locale.ROOT, "%.2f", ofServer) : "–",
          own.millis(50),
          own.millis(99),
          others.millis(50),
          others.millis(99));
    } finally {
      running.forEach(Baton::close);
    }
  }

  /**
   * Adds and drains a backlog, and prints figures for each part. They show whether rates and reads
   * stay constant.
   */
  void backlog(int tasks, int part) throws Exception {
    int all = tasks / part * part;
    say("added", "tasks/s", "list of 50 ready ones, ms");
    try (Baton adder = place.nodes().get().start()) {
      for (int added = 0; added < all; added += part) {
        long begin = System.nanoTime();
        add(adder, part);
        say(added + part, rate(part, begin), listMillis(adder));
      }
    }
    expect(all);
    say("drained", "tasks/s", "list of 50 ready ones, ms");
    try (Baton reader = place.nodes().get().start();
        Baton runner = runner()) {
      for (int done = part; done <= all; done += part) {
        long begin = System.nanoTime();
        while (left.get() > all - done) {
          TimeUnit.MILLISECONDS.sleep(20);
        }
        say(done, rate(part, begin), listMillis(reader));
      }
    }
  }

  private static void say(Object count, Object rate, Object list) {
    String shown = rate instanceof Double ? "| %,d | %,.0f | %.1f |%n" : "| %s | %s | %s |%n";
    System.out.printf(Locale.ROOT, shown, count, rate, list);
  }

  private static double listMillis(Baton baton) {
    long begin = System.nanoTime();
    baton.operations().search(TaskFilter.all().status(Status.READY).oldestFirst()).page(50);
    return (System.nanoTime() - begin) / 1e6;
  }

  private Baton runner() {
    return place
        .nodes()
        .get()
        .settings(s -> s.maxRunning(SLOTS).keepDone(Duration.ZERO).poll(Duration.ofMillis(200)))
        .define(
            RawDefinition.of(
                    TYPE,
                    attempt -> {
                      startedNanos.set(System.nanoTime());
                      if (left.decrementAndGet() == 0) {
                        drained.countDown();
                      }
                      return Outcome.done();
                    })
                .limits(Limit.node(SLOTS)))
        .start();
  }

  private void expect(int tasks) {
    left.set(tasks);
    drained = new CountDownLatch(1);
  }

  private void await() throws InterruptedException, TimeoutException {
    if (!drained.await(MINUTES, TimeUnit.MINUTES)) {
      throw new TimeoutException(left + " tasks are left after " + MINUTES + " minutes");
    }
  }

  private static void add(Baton adder, int tasks) {
    for (int added = 0; added < tasks; added += BATCH) {
      adder
          .tasks()
          .addAll(
              Collections.nCopies(
                  Math.min(BATCH, tasks - added), TaskRequest.of(TaskType.of(TYPE))));
    }
  }

  private static double singleAdds(Baton adder, int tasks) {
    long begin = System.nanoTime();
    List<CompletableFuture<Void>> callers =
        IntStream.range(0, CALLERS)
            .mapToObj(
                caller ->
                    CompletableFuture.runAsync(
                        () -> {
                          for (int i = caller; i < tasks; i += CALLERS) {
                            adder.tasks().add(TaskRequest.of(TaskType.of(TYPE)));
                          }
                        },
                        thread -> new Thread(thread).start()))
            .toList();
    callers.forEach(CompletableFuture::join);
    return rate(tasks, begin);
  }

  /**
   * Measures from the beginning of the add to the start of the handler, one task after the other.
   */
  private Percentiles delays(Baton adder, int times) throws Exception {
    long[] delays = new long[times];
    for (int i = 0; i < times; i++) {
      TimeUnit.MILLISECONDS.sleep(BETWEEN.toMillis());
      expect(1);
      long begin = System.nanoTime();
      adder.tasks().add(TaskRequest.of(TaskType.of(TYPE)));
      await();
      delays[i] = startedNanos.get() - begin;
    }
    return Percentiles.of(delays);
  }

  private static double rate(int tasks, long beginNanos) {
    return tasks * 1e9 / (System.nanoTime() - beginNanos);
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private long serverCpuNanos() {
    OptionalLong server = place.server();
    return server.isEmpty() ? 0 : new ProcessTree(server.getAsLong()).cpuNanos().orElse(0);
  }
}
