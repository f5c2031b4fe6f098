package dev.baton.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers' time. It is read every {@value #ASK_SECONDS} s, and advanced in between by a
 * monotonic clock, so the clocks of Baton's nodes don't matter. If a server's clock differs from
 * the clocks of other servers, it is ignored until a second result confirms it. Thread-safe.
 */
final class ServerClock implements ShardClock {
  private static final Logger LOG = LoggerFactory.getLogger(ServerClock.class);

  private static final SimpleStatement ASK =
      SimpleStatement.newInstance("SELECT toTimestamp(now()) AS now FROM system.local");
  private static final int ASK_SECONDS = 10;
  private static final int FIRST_ANSWERS = 3;

  /**
   * A difference up to this isn't corrected. Results of queries take a while, and have a resolution
   * of a millisecond.
   */
  private static final Duration NOISE = Duration.ofMillis(30);

  private static final Duration FAR_OFF = Duration.ofSeconds(1);

  private final CqlSession session;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile Anchor anchor;

  /**
   * A result that no second result has confirmed yet; only one result at a time uses this field.
   */
  private @Nullable Anchor doubted;

  /** A time, and the value of {@link System#nanoTime} at that moment. */
  private record Anchor(Instant time, long nanos) {
    Instant at(long laterNanos) {
      return time.plusNanos(laterNanos - nanos);
    }

    Duration awayFrom(Anchor other) {
      return Duration.between(other.at(nanos), time).abs();
    }
  }

  ServerClock(CqlSession session) {
    this.session = session;
    List<Anchor> answers =
        IntStream.range(0, FIRST_ANSWERS)
            .mapToObj(
                i -> {
                  long sent = nanoTime();
                  return anchor(session.execute(ASK).one(), sent);
                })
            .sorted((one, other) -> one.at(other.nanos()).compareTo(other.time()))
            .toList();
    anchor = answers.get(FIRST_ANSWERS / 2);
  }

  private Anchor anchor(@Nullable Row row, long sentNanos) {
    Instant time = row == null ? null : row.getInstant("now");
    if (time == null) {
      throw new StoreUnavailableException("Cassandra returned no time");
    }
    long received = nanoTime();
    return new Anchor(time, sentNanos + (received - sentNanos) / 2);
  }

  @Override
  public Instant now() {
    Anchor from = anchor;
    long nanos = nanoTime();
    if (nanos - from.nanos() > ASK_SECONDS * 1_000_000_000L && asking.compareAndSet(false, true)) {
      ask();
    }
    return from.at(nanos).truncatedTo(ChronoUnit.MICROS);
  }

  private void ask() {
    long sent = nanoTime();
    session
        .executeAsync(ASK)
        .whenComplete(
            (answer, failure) -> {
              try {
                if (failure == null) {
                  heard(anchor(answer.one(), sent));
                }
              } finally {
                asking.set(false);
              }
            });
  }

  private void heard(Anchor told) {
    Anchor believed = anchor;
    Duration away = told.awayFrom(believed);
    Anchor before = doubted;
    doubted = null;
    if (away.compareTo(NOISE) <= 0) {
      anchor = new Anchor(believed.at(told.nanos()), told.nanos());
    } else if (away.compareTo(FAR_OFF) <= 0
        || (before != null && told.awayFrom(before).compareTo(FAR_OFF) <= 0)) {
      anchor = told;
    } else {
      doubted = told;
      LOG.warn(
          "A Cassandra server's clock differs by {} from other servers' clocks: Baton uses its own"
              + " clock until a second result agrees. Synchronize the servers' clocks with NTP",
          Texts.about(away));
    }
  }
}
