package dev.baton.jdbc.sql;

import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.operate.StandbyRead;
import dev.baton.spi.OperatorRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Searches in a copy of the database, as long as it is there and not too old. Used by the one
 * thread that searches: see {@link OperatorThrottle#search}.
 */
public final class StandbyReads {
  private static final Logger LOG = LoggerFactory.getLogger(StandbyReads.class);

  /** A copy that can't be reached isn't tried again for so long: each try may wait for its pool. */
  private static final long MIN_PAUSE_NANOS = 5_000_000_000L;

  private static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final DataSource source;
  private final Duration maxAge;
  private final boolean refuses;

  private @Nullable Database database;
  private @Nullable String problem;
  private boolean isAway;
  private long awayNanos;

  public StandbyReads(DataSource source, Duration maxAge, boolean refuses) {
    this.source = source;
    this.maxAge = maxAge;
    this.refuses = refuses;
  }

  /** The answer of the copy, or else of the primary; the request notes which. */
  <T> T read(
      OperatorRequest request, String doing, Database.Work<T> work, Supplier<T> fromPrimary) {
    boolean tries = !isAway || request.nanoTime() - awayNanos >= MIN_PAUSE_NANOS;
    Optional<Answer<T>> answer = tries ? tried(request, doing, work) : Optional.empty();
    if (answer.isPresent()) {
      request.note(new StandbyRead(answer.get().age(), null));
      return answer.get().found();
    }
    if (refuses) {
      throw new StoreUnavailableException(doing + " didn't begin: " + problem);
    }
    request.note(new StandbyRead(Duration.ZERO, problem));
    return fromPrimary.get();
  }

  private record Answer<T>(Duration age, T found) {}

  private <T> Optional<Answer<T>> tried(
      OperatorRequest request, String doing, Database.Work<T> work) {
    try {
      return connected()
          .transaction(
              doing,
              connection -> {
                Duration age = age(connection);
                isAway = false;
                tell(age.compareTo(maxAge) > 0 ? words(age) : null);
                return problem == null
                    ? Optional.of(new Answer<>(age, work.with(connection)))
                    : Optional.empty();
              });
    } catch (StoreException broken) {
      if (broken.getCause() instanceof SQLException cause && SqlErrors.isTimedOut(cause)) {
        throw broken;
      }
      isAway = true;
      awayNanos = request.nanoTime();
      tell("the standby can't be read from");
      LOG.debug("The standby that operators read from failed", broken);
      return Optional.empty();
    }
  }

  private Duration age(Connection connection) throws SQLException {
    Database standby = connected();
    return Statements.of(standby.dialect())
        .query(
            connection,
            "standby-age",
            b -> {},
            row -> {
              Instant heard = standby.dialect().readInstant(row, 1);
              Instant now = standby.dialect().readInstant(row, 2);
              return heard == null || now == null ? NEVER : Duration.between(heard, now);
            })
        .get(0);
  }

  private String words(Duration age) {
    return age.equals(NEVER)
        ? "the standby has no heartbeat of any node"
        : "the standby is "
            + age.toSeconds()
            + " s behind, which is more than "
            + maxAge.toSeconds()
            + " s";
  }

  /** Once when it comes, and once when it goes. */
  private void tell(@Nullable String found) {
    if (found != null && problem == null) {
      LOG.warn(
          "Operators' searches {}: {}", refuses ? "are refused" : "read from the primary", found);
    } else if (found == null && problem != null) {
      LOG.info("Operators' searches read from the standby again");
    }
    problem = found;
  }

  private Database connected() {
    Database known = database;
    if (known == null) {
      known = Database.of(source);
      database = known;
    }
    return known;
  }
}
