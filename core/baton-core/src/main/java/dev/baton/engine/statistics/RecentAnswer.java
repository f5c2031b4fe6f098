package dev.baton.engine.statistics;

import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches the last result of a query, so that many callers cost one read of the store. A result that
 * took long is reused for longer, so that queries use at most about a tenth of the store's time.
 * While one thread reads, the others get the previous result if it isn't too old. Thread-safe; has
 * no lock during a read.
 */
final class RecentAnswer<Q, A> {
  private static final long USABLE_NANOS = Duration.ofSeconds(30).toNanos();
  private static final int REST = 10;

  private final NodeRuntime runtime;
  private final Function<A, Duration> freshFor;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile @Nullable Known<Q, A> last;

  private record Known<Q, A>(Q question, A answer, long nanos, long tookNanos) {

    boolean isFresh(long age, Duration atLeast) {
      return age < Math.max(atLeast.toNanos(), Math.min(REST * tookNanos, USABLE_NANOS));
    }
  }

  /**
   * @param freshFor shortest time for which an answer is reused
   */
  RecentAnswer(NodeRuntime runtime, Function<A, Duration> freshFor) {
    this.runtime = runtime;
    this.freshFor = freshFor;
  }

  A get(Q question, Supplier<A> ask) {
    long now = runtime.nanoTime();
    Known<Q, A> known = last;
    if (known != null && known.question.equals(question)) {
      long age = now - known.nanos;
      boolean askedNow = asking.get() && age < USABLE_NANOS;
      if (askedNow || known.isFresh(age, freshFor.apply(known.answer))) {
        return known.answer;
      }
    }
    boolean first = asking.compareAndSet(false, true);
    try {
      A answer = ask.get();
      last = new Known<>(question, answer, now, runtime.nanoTime() - now);
      return answer;
    } finally {
      if (first) {
        asking.set(false);
      }
    }
  }
}
