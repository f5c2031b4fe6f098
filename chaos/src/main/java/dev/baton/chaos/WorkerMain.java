package dev.baton.chaos;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.NodeSettings;
import dev.baton.api.TaskEvent;
import dev.baton.api.TaskListener;
import dev.baton.jdbc.JdbcBaton;
import dev.baton.jdbc.JdbcTaskStore;
import java.util.concurrent.CountDownLatch;

/** A node that runs tasks, in a process of its own. SIGTERM stops it gracefully. */
public final class WorkerMain {
  static final String READY = "ready";
  static final String STOPPED = "stopped";
  private static final int CONNECTIONS = 24;

  private WorkerMain() {}

  public static void main(String[] arguments) throws Exception {
    Plan plan = Plan.of(arguments);
    Parent.watch(() -> System.exit(0));
    Journal spans = Journal.open(plan.file(".spans"));
    Journal events = Journal.open(plan.file(".events"));
    HikariDataSource pool = plan.pool(CONNECTIONS);
    Baton baton = start(plan, pool, spans, events);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(baton, pool, events)));
    events.write(READY + " " + ProcessHandle.current().pid());
    new CountDownLatch(1).await();
  }

  private static Baton start(Plan plan, HikariDataSource pool, Journal spans, Journal events) {
    NodeSettings settings = Plan.settings();
    Baton.Builder builder = JdbcBaton.on(pool);
    if (plan.bug().equals(Bugs.UNFENCED)) {
      builder.store(UnfencedStore.around(JdbcTaskStore.of(pool)));
    }
    boolean outside = plan.bug().equals(Bugs.EFFECT_OUTSIDE);
    return builder
        .settings(settings)
        .listener(listener(events))
        .define(new Handlers(plan.name(), pool, spans, outside).all())
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

  private static void stop(Baton baton, HikariDataSource pool, Journal events) {
    try {
      boolean everything = baton.stop(Plan.settings().shutdown());
      pool.close();
      events.write(STOPPED + " " + everything);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
