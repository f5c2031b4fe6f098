package dev.baton.engine.statistics;

import dev.baton.api.statistics.Histogram;
import dev.baton.api.statistics.TaskStatistics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What was done with the tasks of one place since this node began; it only grows. Thread-safe. */
final class TypeCounters {
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

  /** What was counted since these sums were taken; they are brought up to date. */
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

  /** The sums of a counters in which nothing was counted yet. */
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
