package dev.baton.benchmarks.ours;

import static java.util.Collections.nCopies;

import dev.baton.Baton;
import dev.baton.api.SignalType;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Job;
import dev.baton.benchmarks.Site;
import dev.baton.benchmarks.child.Filling;
import dev.baton.benchmarks.child.Flowing;
import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.child.Ticking;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.Workflow;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.limit.Limit;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Baton, configured like a service: the pool, how many tasks may run, and whether finished tasks
 * are kept. All other settings are defaults.
 */
public final class BatonContender implements Contender, Filling, Flowing, Ticking {
  private static final int ATTEMPTS = 10;

  /**
   * Inserts tasks whose ids rise with the numbers and end in random bits, like the ids of tasks
   * that are added one after the other.
   */
  private static final String FILL =
      """
      INSERT INTO baton_task (id, version, created_at, run_at, next_event_at, attempts, losses,
        loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,
        correlation_id, payload)
      SELECT q.id, 1, now(), now() + q.n * interval '1 microsecond', now() + interval '1 hour', 0, 0,
        5, 2, 5, 0, false, 'default', ?,
        CASE WHEN ? = 0 THEN '' ELSE 'key-' || q.n % greatest(1, ?) END, '', q.id,
        convert_to(rpad(q.n::text, ?, '.'), 'UTF8')
      FROM (
        SELECT n, ('01900000-' || left(h, 4) || '-7' || substr(h, 5, 3) || '-8' || substr(h, 8, 3)
          || '-' || substr(h, 11, 2) || left(md5(n::text), 10))::uuid AS id
        FROM generate_series(?, ?) AS n CROSS JOIN LATERAL (SELECT lpad(to_hex(n), 12, '0') AS h)
      ) q""";

  private static final TaskType<Integer, Void> FLOW = TaskType.of("FLOW", Integer.class);
  private static final SignalType<String> SIGNAL = SignalType.of("go", String.class);
  private static final Duration WAIT = Duration.ofDays(3);
  private static final int ADDED_AT_ONCE = 5_000;

  private boolean flows;
  private @Nullable Site site;

  /** A client if it adds before it works, later the node itself. */
  private volatile @Nullable Baton node;

  @Override
  public Set<Ability> abilities() {
    return EnumSet.complementOf(EnumSet.of(Ability.POLLS));
  }

  @Override
  public void prepare(Site place) {
    BatonSchema.apply(place.pool());
  }

  @Override
  public void open(Site place) {
    site = place;
  }

  /** Returns the node, or a client if this contender doesn't work yet or never works. */
  private Baton adder() {
    Baton running = node;
    return running == null ? client() : running;
  }

  private synchronized Baton client() {
    Baton running = node;
    if (running == null) {
      running = Baton.builder(JdbcStore.of(given(site).pool())).client().name("adder").start();
      node = running;
    }
    return running;
  }

  @Override
  public void work(Handler handler) {
    Site place = given(site);
    replace(
        describe(place)
            .define(
                define(Job.Kind.FAST, place.workers(), place, handler),
                define(Job.Kind.SLOW, place.slowAtATime(), place, handler)));
  }

  @Override
  public void tickEverySecond(int schedules, Handler handler) {
    Site place = given(site);
    Baton.Builder builder =
        describe(place).define(define(Job.Kind.FAST, place.workers(), place, handler));
    for (int i = 0; i < schedules; i++) {
      builder.schedule(
          Schedule.fixedRate("every-second-" + i, Duration.ofSeconds(1))
              .adds(
                  TaskType.of(Job.Kind.FAST.name(), Bytes.class)
                      .with(Bytes.of(Integer.toString(i)))));
    }
    replace(builder);
  }

  @Override
  public void flow(int workflows, int steps, Handler ended) {
    if (!flows) {
      flows = true;
      replace(
          describe(given(site))
              .define(
                  TaskDefinition.of(FLOW).workflow((number, flow) -> flow(number, flow, ended))));
    }
    for (int left = workflows; left > 0; left -= ADDED_AT_ONCE) {
      adder().tasks().addAll(nCopies(Math.min(left, ADDED_AT_ONCE), FLOW.with(steps)));
    }
  }

  private static void flow(int steps, Workflow flow, Handler ended) throws Exception {
    for (int i = 0; i < steps; i++) {
      flow.run("step " + i, key -> {});
    }
    if (steps == 0) {
      flow.awaitSignal(SIGNAL, WAIT);
    }
    ended.run(0);
  }

  /** Replaces the client by the node that works. */
  private synchronized void replace(Baton.Builder builder) {
    Baton client = node;
    node = builder.start();
    if (client != null) {
      client.close();
    }
  }

  private static Baton.Builder describe(Site place) {
    return Baton.builder(JdbcStore.of(place.pool()))
        .settings(
            s ->
                s.maxRunning(place.workers())
                    .keepDone(Duration.ofSeconds(place.staffing().keptSeconds())));
  }

  private static TaskDefinition<?, ?> define(
      Job.Kind kind, int atATime, Site place, Handler handler) {
    Limit limit = atATime == place.workers() ? Limit.none() : Limit.node(atATime);
    Limit perKey = place.perKey() == 0 ? Limit.none() : Limit.node(place.perKey()).perKey();
    return handled(kind.name(), place, handler)
        .limits(limit, perKey)
        .retry(Retry.fixed(Duration.ZERO).maxAttempts(ATTEMPTS));
  }

  private static TaskDefinition<?, ?> handled(String type, Site place, Handler handler) {
    if (place.staffing().transactional()) {
      return RawDefinition.transactional(
          type,
          (attempt, transaction) -> {
            handler.run(Job.numberOf(attempt.payloadText()), transaction.unwrap(Connection.class));
            return Outcome.done();
          });
    }
    return RawDefinition.of(
        type,
        attempt -> {
          handler.run(Job.numberOf(attempt.payloadText()));
          return Outcome.done();
        });
  }

  @Override
  public void add(Job job) {
    adder().tasks().add(request(job));
  }

  @Override
  public void addAll(List<Job> jobs) {
    adder().tasks().addAll(jobs.stream().map(this::request).toList());
  }

  /** Lets the server create the rows that Baton's bulk add would write, ten times as fast. */
  @Override
  public void fill(JobSpec jobs) throws Exception {
    Site place = given(site);
    if (place.mariaDb()) {
      throw new IllegalStateException("This SQL doesn't exist for MariaDB");
    }
    try (Connection connection = place.pool().getConnection();
        PreparedStatement statement = connection.prepareStatement(FILL)) {
      statement.setString(1, jobs.kind().name());
      statement.setInt(2, jobs.keys());
      statement.setInt(3, jobs.keys());
      statement.setInt(4, jobs.payloadBytes());
      statement.setLong(5, jobs.from());
      statement.setLong(6, jobs.from() + jobs.count() - 1);
      statement.executeUpdate();
    }
  }

  private TaskRequest<?, ?> request(Job job) {
    TaskRequest<?, ?> request =
        TaskType.of(job.kind().name(), Bytes.class).with(Bytes.of(job.payload()));
    request =
        switch (given(site).staffing().naming()) {
          case NONE -> request;
          case OWN_ID -> request.id(new UUID(job.ownId(), job.number()));
          case UNIQUE_KEY -> request.unique(Unique.whileLive(job.uniqueKey()));
        };
    String key = job.key();
    Instant runAt = job.runAt();
    request = key == null ? request : request.key(key);
    return runAt == null ? request : request.runAt(runAt);
  }

  @Override
  public void close() {
    Baton last = node;
    if (last != null) {
      last.close();
    }
  }

  private static <T> T given(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("It isn't open");
    }
    return value;
  }
}
