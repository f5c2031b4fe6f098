package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.Micros;
import dev.baton.examples.payouts.site.Tally;
import java.sql.SQLException;

/**
 * How fast this process got on. What an earlier start of a resumed run did is left out, and so is
 * the time in which nothing ran.
 *
 * @param beginMicros when the first row was read
 * @param endedBefore payouts that had ended by then
 */
record Stopwatch(long beginMicros, long endedBefore) {

  static Stopwatch start(Tally tally) throws SQLException {
    return new Stopwatch(Micros.now(), tally.paid() + tally.refused());
  }

  /** From the first row to the end of the last task; zero when nothing was left to do. */
  double seconds(long lastEndMicros) {
    return Math.max(0, lastEndMicros - beginMicros) / 1e6;
  }

  double perSecond(long ended, long lastEndMicros) {
    double seconds = seconds(lastEndMicros);
    return seconds == 0 ? 0 : Math.round((ended - endedBefore) / seconds * 10) / 10.0;
  }
}
