package dev.baton.engine.base;

import dev.baton.spi.NodeRuntime;
import dev.baton.spi.OperatorRequest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the last result of a query, so that many callers cost only one read of the store. A result
 * that took long to read is reused for longer, so that the queries use at most about a tenth of the
 * store's time. While one thread reads, other threads get the previous result, or wait for the read
 * if that result is too old. Thread-safe; a read has no lock.
 */
public final class RecentAnswer<Q, A> {
  private static final long USABLE_NANOS = Duration.ofSeconds(30).toNanos();
  private static final int REST = 10;

  private final NodeRuntime runtime;
  private final Function<A, Duration> freshFor;
  private final AtomicReference<@Nullable Reading<Q>> reading = new AtomicReference<>();
  private volatile @Nullable Known<Q, A> last;

  private record Known<Q, A>(Q question, A answer, long nanos, long tookNanos) {

    boolean isFresh(long age, Duration atLeast) {
      return age < Math.max(atLeast.toNanos(), Math.min(REST * tookNanos, USABLE_NANOS));
    }
  }

  /** A read in progress. */
  private record Reading<Q>(Q question, CountDownLatch ended) {

    /**
     * Waits until the read has ended, but at most for the time that the caller's own request has
     * left.
     *
     * @return true if the read has ended
     */
    boolean ends() {
      OperatorRequest request = OperatorRequest.current();
      long nanos = request == null ? USABLE_NANOS : request.left().toNanos();
      try {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  /**
   * @param freshFor the shortest time for which a result is reused
   */
  public RecentAnswer(NodeRuntime runtime, Duration freshFor) {
    this(runtime, answer -> freshFor);
  }

  /**
   * @param freshFor returns the shortest time for which a result is reused
   */
  public RecentAnswer(NodeRuntime runtime, Function<A, Duration> freshFor) {
    this.runtime = runtime;
    this.freshFor = freshFor;
  }

  public A get(Q question, Supplier<A> ask) {
    Reading<Q> other = reading.get();
    A known = known(question, other != null);
    if (known == null && other != null && other.question.equals(question) && other.ends()) {
      known = known(question, true);
    }
    if (known != null) {
      return known;
    }
    Reading<Q> own = new Reading<>(question, new CountDownLatch(1));
    boolean first = reading.compareAndSet(null, own);
    long now = runtime.nanoTime();
    try {
      A answer = ask.get();
      last = new Known<>(question, answer, now, runtime.nanoTime() - now);
      return answer;
    } finally {
      if (first) {
        reading.set(null);
        own.ended.countDown();
      }
    }
  }

  private @Nullable A known(Q question, boolean isBeingRead) {
    Known<Q, A> known = last;
    if (known == null || !known.question.equals(question)) {
      return null;
    }
    long age = runtime.nanoTime() - known.nanos;
    boolean isGoodMeanwhile = isBeingRead && age < USABLE_NANOS;
    return isGoodMeanwhile || known.isFresh(age, freshFor.apply(known.answer))
        ? known.answer
        : null;
  }
}
