package dev.baton.chaos.process;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Occurrence;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.spi.TaskStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks in a separate process with several nodes: one at read committed that runs nearly all
 * tasks, and one for each other isolation level. It also adds tasks, which it may claim by their
 * insert. SIGTERM stops it gracefully.
 */
public final class WorkerMain {
  static final String READY = "ready";
  public static final String STOPPED = "stopped";

  /** Commands of the parent process. The worker records each execution. */
  public static final String BUCKET_OFF = "bucket-off";

  public static final String BUCKET_ON = "bucket-on";
  public static final String HEAP_FULL = "heap-full";
  static final String ADDS_OFF = "adds-off";

  private static final String BUCKET = "default";

  /**
   * One connection for each transactional handler that may run, and some for the nodes and the
   * adder.
   */
  private static final int CONNECTIONS = 30;

  private static final int CONNECTIONS_OUTSIDE = 8;

  private final Plan plan;
  private final Journal events;
  private final HikariDataSource pool;
  private final List<Baton> nodes = new ArrayList<>();
  private final CountDownLatch addsOff = new CountDownLatch(1);
  private final CountDownLatch addsEnded = new CountDownLatch(1);
  private @Nullable LeaderClient leaders;

  private WorkerMain(Plan plan, Journal events) {
    this.plan = plan;
    this.events = events;
    this.pool = plan.pool(CONNECTIONS);
  }

  public static void main(String[] arguments) throws Exception {
    Plan plan = Plan.of(arguments);
    WorkerMain worker = new WorkerMain(plan, Journal.open(plan.file(".events")));
    Parent.watch(worker::obey);
    worker.start();
    Stalls.watch(worker.events);
    Runtime.getRuntime().addShutdownHook(new Thread(worker::stop));
    worker.events.write(READY + " " + ProcessHandle.current().pid());
    worker.addUntilTold();
    new CountDownLatch(1).await();
  }

  private void start() throws Exception {
    Handlers handlers =
        new Handlers(
            plan.name(),
            plan.pool(CONNECTIONS_OUTSIDE),
            Journal.open(plan.file(".spans")),
            Journal.open(plan.file(".effects")),
            plan.ways().bug());
    WorkerListener listener = new WorkerListener(events, handlers, plan.ways().lease());
    JdbcTransactions transactions = JdbcTransactions.of(pool);
    // NOTIFY also passes through this worker's proxy, like all statements.
    Baton.Builder builder =
        plan.ways().links().channel(Baton.builder(JdbcStore.of(pool)).transactions(transactions));
    if (plan.ways().links().leaders() == Links.Leaders.ZOOKEEPER) {
      leaders = LeaderClient.start(plan.ways().links().zooKeeper());
      builder.leadership(leaders.orElse(pool));
    }
    TaskStore store = WatchedStore.around(JdbcTaskStore.of(pool), events);
    if (Bugs.among(plan.ways().bug(), Bugs.UNFENCED)) {
      builder.stores(s -> s.tasks(UnfencedStore.around(store)));
    } else if (Bugs.among(plan.ways().bug(), Bugs.HEEDLESS)) {
      builder.stores(s -> s.tasks(ForgetfulStore.around(store)));
    } else {
      builder.stores(s -> s.tasks(store));
    }
    builder.settings(s -> plan.settings()).listener(listener);
    handlers.all().forEach(builder::define);
    nodes.add(builder.start());
    if (plan.ways().more()) {
      nodes.addAll(new IsolatedNodes(plan, pool, events, listener).start(handlers));
    }
  }

  /** Executes a command of the parent. */
  private void obey(String word) {
    boolean isHeedless = Bugs.among(plan.ways().bug(), Bugs.HEEDLESS);
    switch (word) {
      case BUCKET_OFF -> {
        int inHand = nodes.get(0).leasedTasks();
        if (!isHeedless) {
          nodes.forEach(node -> node.stopBucket(BUCKET));
        }
        events.write(word + " " + System.currentTimeMillis());
        events.write(Occurrence.BUCKET_STOPPED.line(inHand));
      }
      case BUCKET_ON -> {
        events.write(word + " " + System.currentTimeMillis());
        nodes.forEach(node -> node.startBucket(BUCKET));
      }
      case HEAP_FULL -> {
        FullHeap.fill(Plan.LEASE.plusSeconds(2));
        events.write(word + " " + System.currentTimeMillis());
      }
      case ADDS_OFF -> {
        addsOff.countDown();
        try {
          addsEnded.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        events.write(word + " " + System.currentTimeMillis());
      }
      default -> System.exit(0);
    }
  }

  /** Adds tasks on the node that runs them, so that it may claim them by their insert. */
  private void addUntilTold() throws Exception {
    if (plan.ways().more()) {
      Journal journal = Journal.durable(plan.file(".adds"));
      Adds adds =
          new Adds(
              List.of((JdbcTransactions) nodes.get(0).transactions()),
              nodes.get(0).tasks(),
              journal,
              events,
              plan.ways().bug());
      Adder adder =
          new Adder(new Random(plan.seed()), adds, plan.ways(), AdderMain.kinds(plan.ways(), pool));
      while (!addsOff.await(4L * plan.ways().pauseMillis(), TimeUnit.MILLISECONDS)) {
        adder.addSome();
      }
    }
    addsEnded.countDown();
  }

  private void stop() {
    addsOff.countDown();
    try {
      boolean everything = true;
      for (Baton node : nodes) {
        everything &= node.stop(plan.settings().shutdown());
      }
      if (leaders != null) {
        leaders.close();
      }
      pool.close();
      events.write(STOPPED + " " + everything);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
