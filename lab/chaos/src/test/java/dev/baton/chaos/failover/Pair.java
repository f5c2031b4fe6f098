package dev.baton.chaos.failover;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** A primary and the standby that takes over when a test says so. */
interface Pair extends Servers {

  /** The primary ends at once, as by kill -9. */
  void killPrimary();

  /** The primary keeps its connections and answers nothing. */
  void stopPrimary();

  /** It goes on as if nothing had happened, beside the new one. */
  void letPrimaryGoOn();

  /** The standby gets nothing from here on. */
  void cutStandbyOff() throws Exception;

  /** Makes the standby the primary; returns when it takes writes. */
  void promote() throws SQLException;

  /** The primary is killed, and the standby promoted. */
  default void failOver() throws SQLException {
    killPrimary();
    promote();
  }

  /** The standby misses what the primary acknowledges before it is killed. */
  default void failOverBehind(Load load) throws Exception {
    cutStandbyOff();
    load.more(Trial.LOAD);
    failOver();
  }

  /** The primary stops, and works on for three seconds when the standby has taken over long ago. */
  default void failOverBesideThePrimary(Load load) throws Exception {
    stopPrimary();
    promote();
    load.more(Trial.LOAD);
    letPrimaryGoOn();
    TimeUnit.SECONDS.sleep(3);
    killPrimary();
  }
}
