package dev.baton.engine.statistics;

import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskListener;
import dev.baton.operate.event.NodeEvent;
import dev.baton.operate.statistics.Histogram;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.task.Rule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Counts this node's events by bucket and type, with a few additions for each task. The first
 * {@value #MAX_PLACES} pairs of bucket and type have their own counts. All other types share one
 * counter, so that type names with ids don't fill the memory. Thread-safe.
 */
final class TaskCounters implements TaskListener {
  static final int MAX_PLACES = 200;

  private final ConcurrentHashMap<TypeInBucket, TypeCounters> counters = new ConcurrentHashMap<>();

  /** Counts at the last call of {@link #gather}. Only the thread that gathers uses this. */
  private final TreeMap<TypeInBucket, long[]> gathered = new TreeMap<>();

  @Override
  public void on(TaskEvent event) {
    if (event instanceof TaskEvent.Completed e) {
      completed(e, counters(e.bucket(), e.flow().type()));
    } else if (event instanceof NodeEvent.Claimed e) {
      counters(e.bucket(), e.flow().type()).waited(e.sinceReady());
    } else if (event instanceof TaskEvent.Started e) {
      TypeCounters counters = counters(e.bucket(), e.flow().type());
      counters.started.increment();
      if (e.dispatchedLocally()) {
        counters.waited(Duration.ZERO);
      }
    } else if (event instanceof TaskEvent.Added e) {
      counters(e.bucket(), e.flow().type()).added.increment();
    } else if (event instanceof NodeEvent.Unreadable e) {
      counters(e.bucket(), e.flow().type()).errors.increment();
    } else if (event instanceof NodeEvent.Swept e) {
      swept(e.rule(), e);
    }
  }

  private static void completed(TaskEvent.Completed event, TypeCounters counters) {
    switch (event.rule()) {
      case FINISH -> counters.done.increment();
      case FAIL -> counters.failed.increment();
      case STOP_IN_ERROR -> counters.errors.increment();
      case WAIT, RETRY_NOW, INTERRUPT -> {
        if (event.error() != null) {
          counters.retried.increment();
        }
      }
      default -> {}
    }
    if (event.rule() != Rule.NEXT_STATE) {
      counters.ran(event.running());
    }
  }

  private void swept(Rule rule, NodeEvent.Swept event) {
    if (rule == Rule.LOST || rule == Rule.LOST_TO_ERROR) {
      counters(event.bucket(), event.flow().type()).lost.increment();
    }
    if (rule == Rule.LOST_TO_ERROR || rule == Rule.UNKNOWN_TYPE) {
      counters(event.bucket(), event.flow().type()).errors.increment();
    }
  }

  private TypeCounters counters(String bucket, String type) {
    TypeInBucket place = new TypeInBucket(bucket, type);
    TypeCounters known = counters.get(place);
    if (known != null) {
      return known;
    }
    // Several threads may exceed the limit at the same time. That is harmless, because the limit
    // only protects the memory.
    TypeInBucket counted = counters.size() < MAX_PLACES ? place : TypeInBucket.OTHERS;
    return counters.computeIfAbsent(counted, name -> new TypeCounters());
  }

  /**
   * Returns the counts since the last call; types without any are missing. Only one thread calls
   * this.
   */
  Map<TypeInBucket, TaskStatistics> gather() {
    Map<TypeInBucket, TaskStatistics> news = new TreeMap<>();
    for (Map.Entry<TypeInBucket, TypeCounters> one : new TreeMap<>(counters).entrySet()) {
      long[] sums = gathered.computeIfAbsent(one.getKey(), place -> TypeCounters.nothing());
      TaskStatistics statistics = one.getValue().since(sums);
      if (!statistics.equals(TaskStatistics.none())) {
        news.put(one.getKey(), statistics);
      }
    }
    return news;
  }

  /** The counts of one bucket and type since this node started. They only grow. Thread-safe. */
  private static final class TypeCounters {
    final LongAdder added = new LongAdder();
    final LongAdder started = new LongAdder();
    final LongAdder done = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder errors = new LongAdder();
    final LongAdder retried = new LongAdder();
    final LongAdder lost = new LongAdder();
    private final LongAdder[] waited = steps();
    private final LongAdder[] ran = steps();

    void waited(Duration length) {
      waited[Histogram.stepOf(length)].increment();
    }

    void ran(Duration length) {
      ran[Histogram.stepOf(length)].increment();
    }

    /**
     * Returns the counts since these sums were taken, and replaces the sums with the current ones.
     */
    TaskStatistics since(long[] sums) {
      long[] now =
          LongStream.concat(counts(), Stream.of(waited, ran).flatMapToLong(TypeCounters::sums))
              .toArray();
      long[] news = new long[now.length];
      for (int i = 0; i < now.length; i++) {
        news[i] = now[i] - sums[i];
        sums[i] = now[i];
      }
      int first = COUNTS;
      int second = first + Histogram.steps();
      return new TaskStatistics(
          news[0],
          news[1],
          news[2],
          news[3],
          news[4],
          news[5],
          news[6],
          Histogram.of(part(news, first)),
          Histogram.of(part(news, second)));
    }

    /** Returns sums that are all zero. */
    static long[] nothing() {
      return new long[COUNTS + 2 * Histogram.steps()];
    }

    private static final int COUNTS = 7;

    private LongStream counts() {
      return sums(new LongAdder[] {added, started, done, failed, errors, retried, lost});
    }

    private static LongStream sums(LongAdder[] adders) {
      return Stream.of(adders).mapToLong(LongAdder::sum);
    }

    private static List<Long> part(long[] all, int from) {
      return LongStream.of(all).skip(from).limit(Histogram.steps()).boxed().toList();
    }

    private static LongAdder[] steps() {
      return Stream.generate(LongAdder::new).limit(Histogram.steps()).toArray(LongAdder[]::new);
    }
  }
}
