package dev.baton.chaos;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.jdbc.JdbcBaton;
import dev.baton.jdbc.JdbcTransactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Adds all kinds of tasks, in a process of its own, until it is told to stop. */
public final class AdderMain {
  private static final int MOST_AT_ONCE = 4;
  private static final int KEYS = 5;

  private final Random random;
  private final Adds adds;
  private final int longestMillis;

  private AdderMain(Random random, Adds adds, int longestMillis) {
    this.random = random;
    this.adds = adds;
    this.longestMillis = longestMillis;
  }

  public static void main(String[] arguments) throws Exception {
    Plan plan = Plan.of(arguments);
    CountDownLatch stop = new CountDownLatch(1);
    Parent.watch(stop::countDown);
    try (HikariDataSource pool = plan.pool(4);
        Journal journal = Journal.durable(plan.file(".adds"));
        Journal events = Journal.open(plan.file(".events"))) {
      JdbcTransactions transactions = JdbcTransactions.of(pool);
      try (Baton baton =
          plan.ways()
              .links()
              .channel(JdbcBaton.on(pool, transactions))
              .settings(plan.settings())
              .withoutSweeper()
              .withoutPruner()
              .start()) {
        Adds adds = new Adds(transactions, baton.tasks(), journal, plan.ways().bug());
        events.write(WorkerMain.READY + " " + ProcessHandle.current().pid());
        AdderMain adder = new AdderMain(new Random(plan.seed()), adds, plan.ways().longestMillis());
        while (!stop.await(plan.ways().pauseMillis(), TimeUnit.MILLISECONDS)) {
          adder.addSome();
        }
      }
    }
    System.exit(0);
  }

  private void addSome() {
    int count = 1 + random.nextInt(MOST_AT_ONCE);
    List<Adds.Intended> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String addId = UUID.randomUUID().toString();
      some.add(new Adds.Intended(addId, request(addId), random.nextInt(12) == 0, null));
    }
    Adds.Intended last = some.get(some.size() - 1);
    if (!last.undone() && random.nextInt(6) == 0 && mayBeWaitedFor(last)) {
      String addId = UUID.randomUUID().toString();
      TaskRequest request =
          TaskRequest.of(TaskKind.AFTER.name()).payload(new Work(addId, 0, 0).text());
      some.add(new Adds.Intended(addId, request, random.nextInt(12) == 0, last.addId()));
    }
    adds.add(some, random.nextInt(10) == 0);
  }

  /** One that may end in ERROR would keep its follower waiting. */
  private static boolean mayBeWaitedFor(Adds.Intended intended) {
    return TaskKind.valueOf(intended.request().type()).isExactlyOnce();
  }

  private TaskRequest request(String addId) {
    TaskKind kind = kind(random.nextInt(10));
    int failures = kind.isExactlyOnce() && random.nextInt(6) == 0 ? 1 + random.nextInt(2) : 0;
    String work = new Work(addId, millis(random.nextInt(100)), failures).text();
    TaskRequest request = TaskRequest.of(kind.name()).payload(work).priority(random.nextInt(10));
    if (kind == TaskKind.KEYED) {
      request = request.key("key-" + random.nextInt(KEYS));
    }
    return random.nextInt(6) == 0
        ? request.runAfter(Duration.ofMillis(200 + random.nextInt(2_000)))
        : request;
  }

  private static TaskKind kind(int dice) {
    if (dice < 4) {
      return dice == 0 ? TaskKind.STEPS : TaskKind.EXACT;
    }
    if (dice < 6) {
      return TaskKind.KEYED;
    }
    return dice < 8 ? TaskKind.LEAST : TaskKind.MOST;
  }

  /** Most are quick; some are long enough to be met by a fault. */
  private int millis(int dice) {
    if (dice < 75) {
      return random.nextInt(10);
    }
    return dice < 94
        ? 50 + random.nextInt(150)
        : longestMillis / 3 + random.nextInt(longestMillis * 2 / 3);
  }
}
