package dev.baton.benchmarks.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Job;
import dev.baton.benchmarks.Job.Kind;
import dev.baton.benchmarks.Site;
import dev.baton.benchmarks.Staffing;
import dev.baton.local.DatabaseAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * The test of a contender: a hundred jobs, half of them added one by one and half in bulk, from two
 * threads, each run once; a job that throws runs again; no thread remains after close. This is main
 * code so that the tests of two modules, lab/benchmarks and lab/benchmarks/dbos, can use it.
 */
public record ContenderCheck(Supplier<Contender> contenders, Site site, boolean onceOnly) {
  private static final int PAYLOAD = 200;
  private static final long HALF = 50;
  private static final long FAILS = 3;

  /**
   * Tests a contender on a new database of this server.
   *
   * @param onceOnly whether a job that doesn't throw may run only once, or sometimes again
   */
  public static void on(
      DatabaseAddress address, boolean mariaDb, Supplier<Contender> contenders, boolean onceOnly)
      throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(12);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Site site =
          new Site(
              mariaDb, address.url(), address.user(), address.password(), pool, Staffing.of(4));
      new ContenderCheck(contenders, site, onceOnly).run();
    }
  }

  private void run() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    Map<Long, AtomicInteger> runs = new ConcurrentHashMap<>();
    try (Contender contender = contenders.get()) {
      // Retries are tested on one database only: JobRunr's take up to two polls of 5 s.
      boolean retries = !site.mariaDb() && contender.abilities().contains(Ability.RETRY);
      CountDownLatch left = new CountDownLatch((int) (2 * HALF) + (retries ? 1 : 0));
      contender.prepare(site);
      contender.open(site);
      addOneByOne(contender, 0, HALF / 2);
      check(runs.isEmpty(), "it ran %s before it worked", runs);
      contender.work(
          number -> {
            int run = runs.computeIfAbsent(number, n -> new AtomicInteger()).incrementAndGet();
            boolean fails = retries && number == FAILS;
            if (run == 1 || (fails && run == 2)) {
              left.countDown();
            }
            if (fails && run == 1) {
              throw new Exception("on purpose");
            }
          });
      addFromTwoThreads(contender);
      check(left.await(120, TimeUnit.SECONDS), "%d runs are missing of %s", left.getCount(), runs);
      check(runs.size() == 2 * HALF, "it ran other jobs than those added: %s", runs);
      runs.forEach(
          (number, count) -> {
            int wanted = retries && number == FAILS ? 2 : 1;
            check(
                count.get() == wanted || (!onceOnly && count.get() > wanted),
                "job %d ran %s times, not %d",
                number,
                count,
                wanted);
          });
    }
    noThreadIsLeft(before);
  }

  private void addFromTwoThreads(Contender contender) throws Exception {
    ExecutorService producers = Executors.newFixedThreadPool(2);
    try {
      List<Callable<Void>> adds = new ArrayList<>();
      adds.add(() -> addOneByOne(contender, HALF / 2, HALF));
      adds.add(() -> addRest(contender));
      for (Future<Void> added : producers.invokeAll(adds, 120, TimeUnit.SECONDS)) {
        added.get();
      }
    } finally {
      producers.shutdown();
    }
  }

  private static Void addOneByOne(Contender contender, long from, long to) throws Exception {
    for (long number = from; number < to; number++) {
      contender.add(job(number));
    }
    return null;
  }

  private static Void addRest(Contender contender) throws Exception {
    if (contender.abilities().contains(Ability.BULK)) {
      contender.addAll(LongStream.range(HALF, 2 * HALF).mapToObj(ContenderCheck::job).toList());
      return null;
    }
    return addOneByOne(contender, HALF, 2 * HALF);
  }

  private static Job job(long number) {
    return new Job(number, number % 10 == 0 ? Kind.SLOW : Kind.FAST, null, PAYLOAD, null);
  }

  private static void noThreadIsLeft(Set<Thread> before) throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!before.contains(thread) && !belongsToOthers(thread)) {
        thread.join(60_000);
        check(!thread.isAlive(), "%s runs after close", thread);
      }
    }
  }

  private static void check(boolean right, String otherwise, Object... arguments) {
    if (!right) {
      throw new AssertionError(otherwise.formatted(arguments));
    }
  }

  /** Returns whether a thread belongs to the pool, the drivers, the servers or the JVM. */
  private static boolean belongsToOthers(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return (group != null && group.getName().equals("InnocuousThreadGroup"))
        || thread
            .getName()
            .matches("(?i)(HikariPool|PostgreSQL-JDBC|MariaDb|ForkJoinPool|process reaper).*");
  }
}
