package dev.baton.engine.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.statistics.Histogram;
import dev.baton.api.statistics.TaskFigures;
import dev.baton.spi.FiguresStore.Minute;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What waits to be written. */
class LedgerTest {
  private static final Place T = new Place("b", "T");
  private final Ledger ledger = new Ledger();

  @Test
  void aMinuteIsWrittenWholeEachTimeItGrows() {
    ledger.add(7, Map.of(T, done(2)));
    ledger.written(ledger.unwritten(10));
    assertThat(ledger.isWritten()).isTrue();
    ledger.add(7, Map.of(T, done(3)));
    assertThat(ledger.unwritten(10)).containsExactly(new Minute(7, "b", "T", done(5)));
  }

  @Test
  void whatIsToldLateOfTheMinuteBeforeIsAddedToIt() {
    ledger.add(7, Map.of(T, done(2)));
    ledger.add(8, Map.of(T, done(1)));
    ledger.written(ledger.unwritten(10));
    ledger.add(7, Map.of(T, done(1)));
    assertThat(ledger.unwritten(10)).containsExactly(new Minute(7, "b", "T", done(3)));
  }

  @Test
  void aClockThatGoesBackReplacesNothing() {
    ledger.add(7, Map.of(T, done(2)));
    ledger.add(9, Map.of(T, done(4)));
    ledger.written(ledger.unwritten(10));
    ledger.add(7, Map.of(T, done(1)));
    assertThat(ledger.unwritten(10)).containsExactly(new Minute(8, "b", "T", done(1)));
  }

  @Test
  void whatCantBeWrittenForLongIsBoundedAndTheOldestIsDropped() {
    int dropped = 0;
    for (int minute = 1; minute <= 100; minute++) {
      Map<Place, TaskFigures> news = new TreeMap<>();
      IntStream.range(0, 100).forEach(type -> news.put(new Place("b", "T" + type), done(1)));
      dropped += ledger.add(minute, news);
    }
    assertThat(dropped).isEqualTo(100 * 100 - Ledger.MOST);
    assertThat(ledger.unwritten(Integer.MAX_VALUE)).hasSize(Ledger.MOST);
    assertThat(ledger.unwritten(1).get(0).number()).isEqualTo(51);
    int written = 0;
    while (!ledger.isWritten()) {
      written += ledger.unwritten(500).size();
      ledger.written(ledger.unwritten(500));
    }
    assertThat(written).isEqualTo(Ledger.MOST);
  }

  private static TaskFigures done(long times) {
    return new TaskFigures(0, 0, times, 0, 0, 0, 0, Histogram.empty(), Histogram.empty());
  }
}
