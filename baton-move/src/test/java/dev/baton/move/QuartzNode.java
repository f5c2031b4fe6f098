package dev.baton.move;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.TaskRequest;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
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

/** Quartz itself, clustered. */
final class QuartzNode implements OldNode {
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
            old -> TaskRequest.of("EFFECT").payload(Bytes.of(old.id().replace("DEFAULT.", ""))))
        .build();
  }

  @Override
  public void run() throws Exception {
    Scheduler scheduler = scheduler();
    scheduler.getContext().put("pool", pool);
    scheduler.start();
    Thread.currentThread().join();
  }

  /** Adds so many triggers, each with a job of its own; a third of them due later. */
  void add(int rows, Random random) throws SchedulerException {
    Map<JobDetail, Set<? extends Trigger>> all = new HashMap<>();
    Instant now = Instant.now();
    for (int i = 0; i < rows; i++) {
      Instant due = i % 3 == 0 ? now.plusMillis(random.nextInt(2_000)) : now;
      String name = new UUID(random.nextLong(), i).toString();
      Trigger trigger =
          TriggerBuilder.newTrigger()
              .withIdentity(name)
              .usingJobData("task", name)
              .startAt(Date.from(due))
              .withSchedule(
                  SimpleScheduleBuilder.simpleSchedule().withMisfireHandlingInstructionFireNow())
              .build();
      all.put(
          JobBuilder.newJob(Effect.class).withIdentity(name).build(),
          new HashSet<>(Set.of(trigger)));
    }
    Scheduler scheduler = scheduler();
    scheduler.scheduleJobs(all, false);
    scheduler.shutdown();
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

  /** Its effect is a row. */
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
