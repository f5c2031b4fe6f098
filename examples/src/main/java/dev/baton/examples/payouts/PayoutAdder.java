package dev.baton.examples.payouts;

import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.api.Uniqueness;
import dev.baton.api.error.StoreRefusedException;
import dev.baton.spi.Transactions;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes a payout and its task in one transaction: either both exist afterwards, or neither.
 *
 * <p>Adding a row again changes nothing and answers that it was added before. So when a commit's
 * answer is lost, or a run is killed, the way on is to do it again.
 */
final class PayoutAdder {
  /** The name that routes tasks to {@link PayoutHandler}. */
  static final String TASK_TYPE = "EXECUTE_PAYOUT";

  private static final int MOST_TRIES = 30;
  private static final long MILLIS_BETWEEN_TRIES = 500;

  private final Transactions transactions;
  private final Tasks tasks;
  private final PayoutBook book = new PayoutBook();

  PayoutAdder(Transactions transactions, Tasks tasks) {
    this.transactions = transactions;
    this.tasks = tasks;
  }

  /** What became of a row. */
  enum Added {
    NOW,
    /** By a run that was killed, or by a commit whose answer was lost. */
    BEFORE,
    /** An earlier row has this id. */
    DUPLICATE
  }

  /** Adds, and tries again when the database has trouble. */
  Added add(InputRow.Valid row, CommitTimes times) throws Exception {
    for (int tries = 1; ; tries++) {
      try {
        return addOnce(row, times);
      } catch (StoreRefusedException | IllegalArgumentException hopeless) {
        throw hopeless;
      } catch (Exception trouble) {
        if (tries == MOST_TRIES || trouble instanceof InterruptedException) {
          throw trouble;
        }
        Thread.sleep(MILLIS_BETWEEN_TRIES);
      }
    }
  }

  private Added addOnce(InputRow.Valid row, CommitTimes times) throws Exception {
    AtomicBoolean inserted = new AtomicBoolean();
    return transactions.call(
        transaction -> {
          // Before the add, so that it is told of the commit before the task can start.
          transaction.onEnd(end -> noteCommit(row, end, inserted.get(), times));
          AddResult result = tasks.add(transaction, request(row.payout()));
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

  private static TaskRequest request(Payout payout) {
    return TaskRequest.of(TASK_TYPE)
        .key(payout.flowKey())
        .priority(payout.priority())
        .runAfter(Duration.ofSeconds(payout.dueInSeconds()))
        .uniqueBy(payout.key(), Uniqueness.whileKept())
        .payload(PayoutJson.write(payout));
  }

  /** Payouts that are due later are left out: how long they wait is no merit of anybody. */
  private static void noteCommit(
      InputRow.Valid row, Transaction.End end, boolean inserted, CommitTimes times) {
    if (inserted && end == Transaction.End.COMMITTED && row.payout().dueInSeconds() == 0) {
      times.committed(row.payout());
    }
  }
}
