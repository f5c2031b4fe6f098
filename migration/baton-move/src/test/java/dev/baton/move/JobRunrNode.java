package dev.baton.move;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.TaskType;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.StorageProviderUtils.DatabaseOptions;
import org.jobrunr.storage.sql.common.DefaultSqlStorageProvider;
import org.jobrunr.storage.sql.mariadb.MariaDbStorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A JobRunr node. */
final class JobRunrNode implements OldNode {
  private final HikariDataSource pool;

  JobRunrNode(HikariDataSource pool) {
    this.pool = pool;
  }

  /** Creates its tables if they are missing. */
  static StorageProvider storage(HikariDataSource pool) {
    DefaultSqlStorageProvider storage =
        pool.getJdbcUrl().contains("postgresql")
            ? new PostgresStorageProvider(pool, DatabaseOptions.CREATE)
            : new MariaDbStorageProvider(pool, DatabaseOptions.CREATE);
    storage.setJobMapper(new JobMapper(new Jackson3JsonMapper()));
    return storage;
  }

  static BackgroundJobServer server(StorageProvider storage, JobActivator activator, int workers) {
    return new BackgroundJobServer(
        storage,
        new Jackson3JsonMapper(),
        activator,
        BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
            .andPollInterval(Duration.ofSeconds(5)) // JobRunr allows no shorter interval
            .andWorkerCount(workers));
  }

  @Override
  public OldEngine engine() {
    return JobRunr.tables();
  }

  @Override
  public Mapping mapping() {
    JsonMapper json = new JsonMapper();
    return Mapping.builder()
        .type(
            EffectHandler.class.getName() + ".run",
            old -> {
              JsonNode effect = json.readTree(old.text()).path(0);
              return TaskType.of("EFFECT", Bytes.class)
                  .with(Bytes.of(effect.path("task").asString()));
            })
        .build();
  }

  @Override
  public void run() throws Exception {
    server(storage(pool), new Activator(pool), 4).start();
    Thread.currentThread().join();
  }

  /** Adds this many jobs. A third of them is due later. */
  void add(int rows, Random random) {
    Instant now = Instant.now();
    new JobRequestScheduler(storage(pool))
        .create(IntStream.range(0, rows).mapToObj(i -> job(i, now, random)));
  }

  private static JobBuilder job(int number, Instant now, Random random) {
    UUID id = new UUID(random.nextLong(), number);
    JobBuilder job = JobBuilder.aJob().withId(id).withJobRequest(new Effect(id.toString()));
    return number % 3 == 0 ? job.scheduleAt(now.plusMillis(random.nextInt(2_000))) : job;
  }

  /** Creates handlers with access to the database. */
  private record Activator(HikariDataSource pool) implements JobActivator {
    @Override
    public <T> T activateJob(Class<T> type) {
      return type.cast(new EffectHandler(pool));
    }
  }

  /** The stored form of a job. */
  public static final class Effect implements JobRequest {
    private String task = "";

    public Effect() {}

    Effect(String task) {
      this.task = task;
    }

    public String getTask() {
      return task;
    }

    @Override
    public Class<EffectHandler> getJobRequestHandler() {
      return EffectHandler.class;
    }
  }

  /** A handler whose effect is a row. */
  public static final class EffectHandler implements JobRequestHandler<Effect> {
    private final HikariDataSource pool;

    EffectHandler(HikariDataSource pool) {
      this.pool = pool;
    }

    @Override
    public void run(Effect effect) throws SQLException {
      try (Connection connection = pool.getConnection()) {
        MoveChild.effect(connection, effect.getTask(), "old");
      }
    }
  }
}
