package dev.baton.examples.payouts;

import dev.baton.examples.payouts.input.Payout;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Records when payouts were committed, in batches. A commit time is known only after the commit.
 * The times let the demo measure starts on other nodes or after a kill. Used by one thread.
 */
public final class CommitTimes {
  private static final int BATCH = 200;

  /** A payout and the time of its commit's reply. */
  record Committed(String payoutKey, long micros) {}

  /** Stores commit times. */
  @FunctionalInterface
  interface Sink {
    void write(List<Committed> times) throws SQLException;
  }

  private final Sink sink;
  private final List<Committed> unwritten = new ArrayList<>();

  CommitTimes(Sink sink) {
    this.sink = sink;
  }

  void committed(Payout payout) {
    unwritten.add(new Committed(payout.key(), Micros.now()));
  }

  /** Writes the times if they fill a batch. */
  public void writeIfMany() throws SQLException {
    if (unwritten.size() >= BATCH) {
      write();
    }
  }

  /** Writes the remaining times. */
  public void write() throws SQLException {
    sink.write(List.copyOf(unwritten));
    unwritten.clear();
  }
}
