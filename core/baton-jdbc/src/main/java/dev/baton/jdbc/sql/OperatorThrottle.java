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
public final class OperatorThrottle {
  public static final int DEFAULT_CONNECTIONS = 3;

  /** Searches take a quarter of the time of one of the server's processors. */
  private static final int REST = 3;

  /** Searches that wait longer would keep other reads from the places that requests have. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);

  private static final long MAX_REST_NANOS = 2_000_000_000;

  /** Searches of one request that took less than this together don't rest between each other. */
  private static final long AT_ONCE_NANOS = 1_000_000_000;

  private final @Nullable DataSource own;
  private final int most;
  private final Semaphore places;
  private final Semaphore searches = new Semaphore(1, true);

  /** These are used by the thread that has the permit of {@link #searches} alone. */
  private @Nullable OperatorRequest latest;

  private boolean hasBegun;

  private long beganNanos;
  private long endedNanos;
  private long usedNanos;

  /**
   * So many connections at the most.
   *
   * @param own where they are from; null for the engine's
   */
  public OperatorThrottle(@Nullable DataSource own, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("Operators need one connection at least, not " + most);
    }
    this.own = own;
    this.most = most;
    this.places = new Semaphore(most, true);
  }

  /**
   * One search at a time, and after those of a request a rest of three times as long as they took
   * together.
   */
  <T> T search(OperatorRequest request, String doing, Supplier<T> search) {
    if (!request.takes(searches, MAX_WAIT)) {
      throw new StoreUnavailableException(
          doing
              + " didn't begin: operators' searches run one at a time, and earlier ones took all"
              + " the time");
    }
    try {
      if (request != latest || usedNanos > AT_ONCE_NANOS) {
        long rest = Math.min(REST * usedNanos, MAX_REST_NANOS);
        request.rest(Math.min(rest, rest - (request.nanoTime() - endedNanos)));
        usedNanos = 0;
        latest = request;
      }
      hasBegun = false;
      try {
        return search.get();
      } finally {
        // Also after one that failed: those that were given up took longest.
        endedNanos = request.nanoTime();
        usedNanos += hasBegun ? endedNanos - beganNanos : 0;
      }
    } finally {
      searches.release();
    }
  }

  /** This search has its connection: what it waited for that cost the server nothing. */
  void begins(OperatorRequest request) {
    if (!hasBegun) {
      hasBegun = true;
      beganNanos = request.nanoTime();
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
