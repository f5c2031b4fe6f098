package dev.baton.examples.payouts;

import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.api.Unique;
import dev.baton.examples.payouts.input.InputRow;
import dev.baton.examples.payouts.input.Payout;
import dev.baton.spi.Transactions;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** Writes a payout and its task in one transaction: afterwards both exist, or neither. */
public final class PayoutAdder implements Adder {
  /** Tasks that carry a {@link Payout} as JSON. */
  public static final TaskType<Bytes, Void> EXECUTE_PAYOUT =
      TaskType.of("EXECUTE_PAYOUT", Bytes.class);

  private static final int LANES = 4;

  private final DataSource dataSource;
  private final Transactions transactions;
  private final Tasks tasks;
  private final PayoutBook book = new PayoutBook();

  PayoutAdder(DataSource dataSource, Transactions transactions, Tasks tasks) {
    this.dataSource = dataSource;
    this.transactions = transactions;
    this.tasks = tasks;
  }

  @Override
  public BitSet addedBefore() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return book.inputRows(connection);
    }
  }

  /** Returns how many commits may wait for the disk together. */
  @Override
  public int lanes() {
    return LANES;
  }

  @Override
  public CommitTimes commitTimes() {
    return new CommitTimes(new SqlCommitTimes(dataSource)::write);
  }

  @Override
  public Added add(InputRow.Valid row, CommitTimes times) throws Exception {
    AtomicBoolean inserted = new AtomicBoolean();
    return transactions.call(
        transaction -> {
          // Registered before the add, so that it is notified of the commit before the task can
          // start.
          transaction.onEnd(end -> noteCommit(row, end, inserted.get(), times));
          AddResult result = tasks.add(transaction, unique(row.payout()));
          Connection connection = transaction.unwrap(Connection.class);
          if (result.wasAdded()) {
            book.insert(connection, row, result.taskId());
            inserted.set(true);
            return Added.NOW;
          }
          boolean mine = book.inputRow(connection, row.payout()) == row.number();
          return mine ? Added.BEFORE : Added.DUPLICATE;
        });
  }

  private static TaskRequest<?, ?> unique(Payout payout) {
    return request(payout).unique(Unique.whileKept(payout.key()));
  }

  static TaskRequest<?, ?> request(Payout payout) {
    return EXECUTE_PAYOUT
        .with(Bytes.of(PayoutJson.write(payout)))
        .key(payout.flowKey())
        .priority(payout.priority())
        .runIn(Duration.ofSeconds(payout.dueInSeconds()));
  }

  /** Leaves out payouts that are due later, because their wait doesn't depend on Baton. */
  private static void noteCommit(
      InputRow.Valid row, Transaction.End end, boolean inserted, CommitTimes times) {
    if (inserted && end == Transaction.End.COMMITTED && row.payout().dueInSeconds() == 0) {
      times.committed(row.payout());
    }
  }
}
