package dev.baton.examples.payouts;

import dev.baton.examples.payouts.input.Payout;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * When payouts were committed, known only after the commit; written down in batches, so that starts
 * on other nodes, or after a kill, can be measured against them. Used by one thread.
 */
public final class CommitTimes {
  private static final int BATCH = 200;

  /** A payout, and when its commit was answered. */
  record Committed(String payoutKey, long micros) {}

  /** Where they are written down. */
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

  /** Writes a full batch. */
  public void writeIfMany() throws SQLException {
    if (unwritten.size() >= BATCH) {
      write();
    }
  }

  /** Writes what there is. */
  public void write() throws SQLException {
    sink.write(List.copyOf(unwritten));
    unwritten.clear();
  }
}
