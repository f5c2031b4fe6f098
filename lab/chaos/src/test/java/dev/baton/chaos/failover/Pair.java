package dev.baton.chaos.failover;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** A primary and its standby, which takes over when a test promotes it. */
interface Pair extends Servers {

  /** Kills the primary, like kill -9. */
  void killPrimary();

  /** Pauses the primary, which keeps its connections and does not respond. */
  void stopPrimary();

  /** Resumes the primary, next to the new one. */
  void letPrimaryGoOn();

  /** Cuts the standby off, so that it gets no further log. */
  void cutStandbyOff() throws Exception;

  /** Makes the standby the primary. Returns when it accepts writes. */
  void promote() throws SQLException;

  /** Kills the primary and promotes the standby. */
  default void failOver() throws SQLException {
    killPrimary();
    promote();
  }

  /**
   * Kills the primary after the standby has missed some acknowledged commits, and promotes the
   * standby.
   */
  default void failOverBehind(Load load) throws Exception {
    cutStandbyOff();
    load.more(Trial.LOAD);
    failOver();
  }

  /** Pauses the primary and resumes it for three seconds, long after the standby has taken over. */
  default void failOverBesideThePrimary(Load load) throws Exception {
    stopPrimary();
    promote();
    load.more(Trial.LOAD);
    letPrimaryGoOn();
    TimeUnit.SECONDS.sleep(3);
    killPrimary();
  }
}
