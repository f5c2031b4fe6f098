package dev.baton.jdbc.sql;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.spi.OperatorRequest;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The connections for operators' requests: either a limited number from the engine's pool, or a
 * separate pool. If all are in use, a request waits for one until its own time limit. Thread-safe.
 * Each node has its own instance.
 */
public final class OperatorThrottle {
  public static final int DEFAULT_CONNECTIONS = 3;

  /**
   * The length of a pause, as a multiple of the searches before it. So searches use at most a
   * quarter of one processor of the server.
   */
  private static final int REST = 3;

  /**
   * Maximum time that a search waits for its turn. The round trips of two other searches are added
   * to it. If a search waited longer, other requests could not be served.
   */
  private static final Duration MAX_WAIT = Duration.ofSeconds(3);

  /** Number of round trips of a usual search. They take time, but they don't use the server. */
  private static final int ROUND_TRIPS = 5;

  private static final long MAX_REST_NANOS = 2_000_000_000;

  /** The searches of one request run without a pause until they have taken this long together. */
  private static final long AT_ONCE_NANOS = 1_000_000_000;

  private final @Nullable DataSource own;
  private final int most;
  private final Semaphore places;
  private final Semaphore searches = new Semaphore(1, true);

  /** Duration of the latest statement that didn't use the server. */
  private volatile long roundTripNanos;

  /**
   * The request of the latest search. Only the thread that has the permit of {@link #searches} uses
   * this field and the following ones.
   */
  private @Nullable OperatorRequest latest;

  private boolean hasBegun;

  private long beganNanos;
  private long endedNanos;
  private long usedNanos;

  /**
   * Creates a throttle with a maximum number of connections.
   *
   * @param own the source of the connections; null for the engine's pool
   */
  public OperatorThrottle(@Nullable DataSource own, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("Operators need at least one connection, not " + most);
    }
    this.own = own;
    this.most = most;
    this.places = new Semaphore(most, true);
  }

  /**
   * Runs the search. Only one search runs at a time. Before the searches of another request, it
   * pauses for three times as long as the last ones took together.
   */
  <T> T search(OperatorRequest request, String doing, Supplier<T> search) {
    if (!request.takes(searches, MAX_WAIT) && !request.takes(searches, roundTripsOfOthers())) {
      throw new StoreUnavailableException(
          doing
              + " didn't begin: operators' searches run one at a time, and earlier ones used all"
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
        // A failed search counts, too, because searches that time out take longest.
        endedNanos = request.nanoTime();
        if (hasBegun) {
          usedNanos += Math.max(0, endedNanos - beganNanos - ROUND_TRIPS * roundTripNanos);
        }
      }
    } finally {
      searches.release();
    }
  }

  private Duration roundTripsOfOthers() {
    return Duration.ofNanos(2 * ROUND_TRIPS * roundTripNanos);
  }

  /**
   * Records that this search has got its connection. The wait for the connection doesn't count,
   * because it used no time of the server.
   */
  void begins(OperatorRequest request) {
    if (!hasBegun) {
      hasBegun = true;
      beganNanos = request.nanoTime();
    }
  }

  /** Records how long a statement took that doesn't use the server. */
  void madeRoundTrip(long nanos) {
    roundTripNanos = nanos;
  }

  /** Work that uses a connection of this source. */
  @FunctionalInterface
  interface Use<T, E extends Exception> {
    T with(DataSource source) throws E;
  }

  <T, E extends Exception> T use(
      OperatorRequest request, DataSource engines, String doing, Use<T, E> use) throws E {
    if (!request.takes(places)) {
      throw new StoreUnavailableException(
          doing
              + " got no connection: operators have "
              + most
              + " at a time, and other requests use them all");
    }
    try {
      return use.with(own == null ? engines : own);
    } finally {
      places.release();
    }
  }
}
