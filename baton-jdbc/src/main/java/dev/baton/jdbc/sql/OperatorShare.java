package dev.baton.jdbc.sql;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.spi.OperatorRequest;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The connections that requests of operators have: a few of the engine's pool at a time, or a pool
 * of their own. Whoever asks beyond that waits for as long as the request has time. Thread-safe;
 * for one node.
 */
public final class OperatorShare {
  private static final int USUAL = 3;

  /** Searches take a quarter of the time of one of the server's processors. */
  private static final int REST = 3;

  /** Searches that wait longer would keep other reads from the places that requests have. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);

  private static final long MAX_REST_NANOS = 2_000_000_000;

  private final @Nullable DataSource own;
  private final int most;
  private final Semaphore places;
  private final Semaphore searches = new Semaphore(1, true);

  /** These two are used by the thread that has the permit of {@link #searches} alone. */
  private long endedNanos;

  private long restNanos;

  private OperatorShare(@Nullable DataSource own, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("Operators need one connection at least, not " + most);
    }
    this.own = own;
    this.most = most;
    this.places = new Semaphore(most, true);
  }

  /** Three of the engine's. */
  public static OperatorShare usual() {
    return shared(USUAL);
  }

  /**
   * So many of the engine's at the most.
   *
   * @param most what the pool can spare: its size less what the engine and transactions use
   */
  public static OperatorShare shared(int most) {
    return new OperatorShare(null, most);
  }

  /**
   * So many of another data source, which leads to the same database, not to a copy of it: what
   * operators change goes there, too.
   *
   * @param most its pool's size
   */
  public static OperatorShare of(DataSource own, int most) {
    return new OperatorShare(own, most);
  }

  /** One search at a time, each after a rest of three times as long as the one before it took. */
  <T> T search(OperatorRequest request, String doing, Supplier<T> search) {
    if (!request.takes(searches, MAX_WAIT)) {
      throw new StoreUnavailableException(
          doing + " didn't begin: operators' searches run one at a time, and others came first");
    }
    try {
      long rested = request.nanoTime() - endedNanos;
      request.rest(Math.min(restNanos, restNanos - rested));
      long began = request.nanoTime();
      try {
        return search.get();
      } finally {
        // Also after one that failed: those that were given up took longest.
        endedNanos = request.nanoTime();
        restNanos = Math.min(REST * (endedNanos - began), MAX_REST_NANOS);
      }
    } finally {
      searches.release();
    }
  }

  /** What is done with a connection of this source. */
  @FunctionalInterface
  interface Use<T, E extends Exception> {
    T with(DataSource source) throws E;
  }

  <T, E extends Exception> T use(
      OperatorRequest request, DataSource engines, String doing, Use<T, E> use) throws E {
    if (!request.takes(places)) {
      throw new StoreUnavailableException(
          doing
              + " found no connection: operators have "
              + most
              + " at a time, and others had them all");
    }
    try {
      return use.with(own == null ? engines : own);
    } finally {
      places.release();
    }
  }
}
