package dev.baton.examples.payouts.site;

import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** What the tables say about the run. Everything is counted from committed rows. Thread-safe. */
public interface Tally {
  /** Payouts with a row in the ledger. */
  long paid() throws SQLException;

  long ledgerRows() throws SQLException;

  /** Payouts with more than one row in the ledger. */
  long paidTwice() throws SQLException;

  /** Payouts the bank refused for good. */
  long refused() throws SQLException;

  /** Attempts beyond the first. */
  long retried() throws SQLException;

  /** Attempts whose node died, and which were resumed. */
  long losses() throws SQLException;

  /** When the last attempt ended; 0 when there was none. */
  long lastEndMicros() throws SQLException;

  /** The times of all payouts whose bank was called. */
  List<PayoutTimes> times() throws SQLException;

  /** The tasks of payouts that are neither paid nor refused. */
  List<UUID> outstanding() throws SQLException;
}
