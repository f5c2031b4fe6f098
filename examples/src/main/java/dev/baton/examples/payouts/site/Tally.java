package dev.baton.examples.payouts.site;

import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** The counts of the run. All of them come from committed rows. Thread-safe. */
public interface Tally {
  /** Returns the number of payouts with a row in the ledger. */
  long paid() throws SQLException;

  long ledgerRows() throws SQLException;

  /** Returns the number of payouts with more than one row in the ledger. */
  long paidTwice() throws SQLException;

  /** Returns the number of payouts that the bank refused. */
  long refused() throws SQLException;

  /** Returns the number of attempts beyond the first. */
  long retried() throws SQLException;

  /** Returns the number of attempts whose node died and whose task was resumed. */
  long losses() throws SQLException;

  /** Returns when the last attempt ended; 0 if no attempt ended. */
  long lastEndMicros() throws SQLException;

  /** Returns the times of all payouts whose bank was called. */
  List<PayoutTimes> times() throws SQLException;

  /** Returns the tasks of payouts that are neither paid nor refused. */
  List<UUID> outstanding() throws SQLException;
}
