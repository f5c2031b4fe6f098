package dev.baton.chaos;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskEvent;
import dev.baton.api.TaskListener;
import dev.baton.jdbc.JdbcBaton;
import dev.baton.jdbc.JdbcTaskStore;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A node that runs tasks, in a process of its own. SIGTERM stops it gracefully. */
public final class WorkerMain {
  static final String READY = "ready";
  static final String STOPPED = "stopped";

  /** One for each transactional handler that may run, and some for the node itself. */
  private static final int CONNECTIONS = 14;

  private static final int CONNECTIONS_OUTSIDE = 6;

  private WorkerMain() {}

  public static void main(String[] arguments) throws Exception {
    Plan plan = Plan.of(arguments);
    Parent.watch(() -> System.exit(0));
    Journal spans = Journal.open(plan.file(".spans"));
    boolean bug = plan.ways().bug().equals(Bugs.EFFECT_OUTSIDE);
    Journal events = Journal.open(plan.file(".events"));
    HikariDataSource pool = plan.pool(CONNECTIONS);
    HikariDataSource outside = plan.pool(CONNECTIONS_OUTSIDE);
    LeaderClient leaders =
        plan.ways().links().leaders() == Links.Leaders.ZOOKEEPER
            ? LeaderClient.start(plan.ways().links().zooKeeper())
            : null;
    Handlers handlers = new Handlers(plan.name(), outside, spans, bug);
    Baton baton = start(plan, pool, leaders, handlers, events);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> stop(plan, baton, pool, leaders, events)));
    events.write(READY + " " + ProcessHandle.current().pid());
    new CountDownLatch(1).await();
  }

  private static Baton start(
      Plan plan,
      HikariDataSource pool,
      @Nullable LeaderClient leaders,
      Handlers handlers,
      Journal events) {
    // NOTIFY goes the way of all statements, through this worker's proxy.
    Baton.Builder builder = plan.ways().links().channel(JdbcBaton.on(pool));
    if (leaders != null) {
      builder.leadership(leaders.orElse(pool));
    }
    if (plan.ways().bug().equals(Bugs.UNFENCED)) {
      builder.stores(s -> s.tasks(UnfencedStore.around(JdbcTaskStore.of(pool))));
    }
    return builder
        .settings(plan.settings())
        .listener(listener(events))
        .define(handlers.all())
        .start();
  }

  private static TaskListener listener(Journal events) {
    return event -> {
      if (event instanceof TaskEvent.LeaseLost lost) {
        events.write("lease-lost " + lost.taskId() + " " + lost.during());
      } else if (event instanceof TaskEvent.OrphanReleased orphan) {
        events.write("orphan " + orphan.taskId());
      }
    };
  }

  private static void stop(
      Plan plan,
      Baton baton,
      HikariDataSource pool,
      @Nullable LeaderClient leaders,
      Journal events) {
    try {
      boolean everything = baton.stop(plan.settings().shutdown());
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
