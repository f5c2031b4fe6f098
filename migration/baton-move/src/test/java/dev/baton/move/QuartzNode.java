package dev.baton.move;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.TaskType;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;
import org.quartz.impl.jdbcjobstore.PostgreSQLDelegate;
import org.quartz.impl.jdbcjobstore.StdJDBCDelegate;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/** A clustered Quartz node. */
final class QuartzNode implements OldNode {
  private static final int PAGE = 2_000;

  private final HikariDataSource pool;

  QuartzNode(HikariDataSource pool) {
    this.pool = pool;
  }

  Scheduler scheduler() throws SchedulerException {
    String source = UUID.randomUUID().toString();
    DBConnectionManager.getInstance().addConnectionProvider(source, new Pool(pool));
    Class<?> delegate =
        pool.getJdbcUrl().contains("postgresql") ? PostgreSQLDelegate.class : StdJDBCDelegate.class;
    Properties settings = new Properties();
    settings.put("org.quartz.scheduler.instanceName", "payouts");
    settings.put("org.quartz.scheduler.instanceId", "AUTO");
    settings.put("org.quartz.scheduler.idleWaitTime", "1000");
    settings.put("org.quartz.threadPool.threadCount", "2");
    settings.put("org.quartz.jobStore.class", JobStoreTX.class.getName());
    settings.put("org.quartz.jobStore.driverDelegateClass", delegate.getName());
    settings.put("org.quartz.jobStore.dataSource", source);
    settings.put("org.quartz.jobStore.isClustered", "true");
    settings.put("org.quartz.jobStore.useProperties", "true");
    return new StdSchedulerFactory(settings).getScheduler();
  }

  @Override
  public OldEngine engine() {
    return Quartz.scheduler("payouts");
  }

  @Override
  public Mapping mapping() {
    return Mapping.builder()
        .type(
            Effect.class.getName(),
            old ->
                TaskType.of("EFFECT", Bytes.class).with(Bytes.of(old.id().replace("DEFAULT.", ""))))
        .build();
  }

  @Override
  public void run() throws Exception {
    Scheduler scheduler = scheduler();
    scheduler.getContext().put("pool", pool);
    scheduler.start();
    Thread.currentThread().join();
  }

  /** Adds this many triggers, each with a separate job. A third of them is due later. */
  void add(int rows, Random random) throws SchedulerException, SQLException {
    Scheduler scheduler = scheduler();
    Instant now = Instant.now();
    for (int from = 0; from < rows; from += PAGE) {
      Map<JobDetail, Set<? extends Trigger>> page = new HashMap<>();
      for (int i = from; i < Math.min(rows, from + PAGE); i++) {
        Instant due = i % 3 == 0 ? now.plusMillis(random.nextInt(2_000)) : now;
        String name = new UUID(random.nextLong(), i).toString();
        page.put(
            JobBuilder.newJob(Effect.class).withIdentity(name).build(),
            new HashSet<>(Set.of(trigger(name, due))));
      }
      scheduler.scheduleJobs(page, false);
      countRows();
    }
    scheduler.shutdown();
  }

  private static Trigger trigger(String name, Instant due) {
    return TriggerBuilder.newTrigger()
        .withIdentity(name)
        .usingJobData("task", name)
        .startAt(Date.from(due))
        .withSchedule(
            SimpleScheduleBuilder.simpleSchedule().withMisfireHandlingInstructionFireNow())
        .build();
  }

  /** Otherwise the database plans for empty tables, and each lookup reads all rows. */
  private void countRows() throws SQLException {
    boolean isPostgres = pool.getJdbcUrl().contains("postgresql");
    String count = isPostgres ? "ANALYZE " : "ANALYZE TABLE ";
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : List.of("TRIGGERS", "SIMPLE_TRIGGERS", "JOB_DETAILS")) {
        statement.execute(count + "QRTZ_" + table);
      }
    }
  }

  private record Pool(HikariDataSource pool) implements ConnectionProvider {
    @Override
    public Connection getConnection() throws SQLException {
      return pool.getConnection();
    }

    @Override
    public void initialize() {}

    @Override
    public void shutdown() {}
  }

  /** A job whose effect is a row. */
  public static final class Effect implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      try (Connection connection =
          ((HikariDataSource) context.getScheduler().getContext().get("pool")).getConnection()) {
        MoveChild.effect(connection, context.getMergedJobDataMap().getString("task"), "old");
      } catch (SQLException | SchedulerException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
