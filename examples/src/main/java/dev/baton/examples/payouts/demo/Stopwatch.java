package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.Micros;
import dev.baton.examples.payouts.site.Tally;
import java.sql.SQLException;

/**
 * Measures the speed of this process. The work of earlier starts of a resumed run doesn't count,
 * nor does the time in which nothing ran.
 *
 * @param beginMicros when the first row was read
 * @param endedBefore payouts that had ended by then
 */
record Stopwatch(long beginMicros, long endedBefore) {

  static Stopwatch start(Tally tally) throws SQLException {
    return new Stopwatch(Micros.now(), tally.paid() + tally.refused());
  }

  /** Returns the time from the first row to the end of the last task; zero if no work was left. */
  double seconds(long lastEndMicros) {
    return Math.max(0, lastEndMicros - beginMicros) / 1e6;
  }

  double perSecond(long ended, long lastEndMicros) {
    double seconds = seconds(lastEndMicros);
    return seconds == 0 ? 0 : Math.round((ended - endedBefore) / seconds * 10) / 10.0;
  }
}
