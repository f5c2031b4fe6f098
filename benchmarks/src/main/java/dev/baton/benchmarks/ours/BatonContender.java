package dev.baton.benchmarks.ours;

import dev.baton.Baton;
import dev.baton.api.BookingPolicy;
import dev.baton.api.Limit;
import dev.baton.api.NodeSettings;
import dev.baton.api.Outcome;
import dev.baton.api.Retry;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.Contender;
import dev.baton.benchmarks.Job;
import dev.baton.benchmarks.Site;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcBaton;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Baton as a service would set it up: the pool, how many tasks may run, whether finished ones are
 * kept. All else is as it comes.
 */
public final class BatonContender implements Contender {
  private static final Duration KEPT = Duration.ofDays(7);
  private static final int ATTEMPTS = 10;

  private @Nullable Site site;

  /** A client until it works, then the node itself. */
  private volatile @Nullable Baton node;

  @Override
  public Set<Ability> abilities() {
    return EnumSet.allOf(Ability.class);
  }

  @Override
  public void prepare(Site place) {
    BatonSchema.apply(place.pool());
  }

  @Override
  public void open(Site place) {
    site = place;
    node = JdbcBaton.on(place.pool()).client().name("adder").start();
  }

  @Override
  public void work(Handler handler) {
    Site place = given(site);
    NodeSettings settings =
        NodeSettings.defaults()
            .maxRunning(place.workers())
            .keepDone(place.keepsFinished() ? KEPT : Duration.ZERO);
    if (place.mariaDb()) {
      // As JdbcBaton sets it where nothing tells a node of another's tasks.
      settings = settings.poll(Duration.ofMillis(75));
    }
    Baton worker =
        JdbcBaton.on(place.pool())
            .settings(settings)
            .define(
                define(Job.Kind.FAST, place.workers(), place, handler),
                define(Job.Kind.SLOW, place.slowAtATime(), place, handler))
            .start();
    given(node).close();
    node = worker;
  }

  private static TaskDefinition define(Job.Kind kind, int atATime, Site place, Handler handler) {
    BookingPolicy limit = Limit.perNode(atATime);
    return TaskDefinition.of(
            kind.name(),
            attempt -> {
              handler.run(Job.numberOf(attempt.payloadText()));
              return Outcome.done();
            })
        .concurrency(place.perKey() == 0 ? limit : limit.and(Limit.perKey(place.perKey())))
        .retry(Retry.fixed(Duration.ZERO).attempts(ATTEMPTS));
  }

  @Override
  public void add(Job job) {
    given(node).tasks().add(request(job));
  }

  @Override
  public void addAll(List<Job> jobs) {
    given(node).tasks().addAll(jobs.stream().map(BatonContender::request).toList());
  }

  private static TaskRequest request(Job job) {
    TaskRequest request = TaskRequest.of(job.kind().name()).payload(job.payload());
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
