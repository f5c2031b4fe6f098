package dev.baton.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.statistics.Histogram;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.spi.StatisticsStore.Minute;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the statistics that wait to be written. */
class UnwrittenStatisticsTest {
  private static final TypeInBucket T = new TypeInBucket("b", "T");
  private final UnwrittenStatistics unwritten = new UnwrittenStatistics();

  @Test
  void growingMinuteIsWrittenWhole() {
    unwritten.add(7, Map.of(T, done(2)));
    unwritten.written(unwritten.unwritten(10));
    assertThat(unwritten.isWritten()).isTrue();
    unwritten.add(7, Map.of(T, done(3)));
    assertThat(unwritten.unwritten(10)).containsExactly(new Minute(7, "b", "T", done(5)));
  }

  @Test
  void lateCountsAreAddedToTheirMinute() {
    unwritten.add(7, Map.of(T, done(2)));
    unwritten.add(8, Map.of(T, done(1)));
    unwritten.written(unwritten.unwritten(10));
    unwritten.add(7, Map.of(T, done(1)));
    assertThat(unwritten.unwritten(10)).containsExactly(new Minute(7, "b", "T", done(3)));
  }

  @Test
  void clockThatGoesBackReplacesNoMinute() {
    unwritten.add(7, Map.of(T, done(2)));
    unwritten.add(9, Map.of(T, done(4)));
    unwritten.written(unwritten.unwritten(10));
    unwritten.add(7, Map.of(T, done(1)));
    assertThat(unwritten.unwritten(10)).containsExactly(new Minute(8, "b", "T", done(1)));
  }

  @Test
  void unwrittenMinutesAreBoundedAndOldestIsDropped() {
    int dropped = 0;
    for (int minute = 1; minute <= 100; minute++) {
      Map<TypeInBucket, TaskStatistics> news = new TreeMap<>();
      IntStream.range(0, 100).forEach(type -> news.put(new TypeInBucket("b", "T" + type), done(1)));
      dropped += unwritten.add(minute, news);
    }
    assertThat(dropped).isEqualTo(100 * 100 - UnwrittenStatistics.MAX_ENTRIES);
    assertThat(unwritten.unwritten(Integer.MAX_VALUE)).hasSize(UnwrittenStatistics.MAX_ENTRIES);
    assertThat(unwritten.unwritten(1).get(0).number()).isEqualTo(51);
    int written = 0;
    while (!unwritten.isWritten()) {
      written += unwritten.unwritten(500).size();
      unwritten.written(unwritten.unwritten(500));
    }
    assertThat(written).isEqualTo(UnwrittenStatistics.MAX_ENTRIES);
  }

  private static TaskStatistics done(long times) {
    return new TaskStatistics(0, 0, times, 0, 0, 0, 0, Histogram.empty(), Histogram.empty());
  }
}
