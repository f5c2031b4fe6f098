package dev.baton.chaos;

import dev.baton.api.CommitUnknownException;
import dev.baton.api.TaskRequest;
import dev.baton.api.Tasks;
import dev.baton.jdbc.JdbcTransaction;
import dev.baton.jdbc.JdbcTransactions;
import java.sql.Connection;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Adds business rows with their tasks, and keeps a journal of what was intended and what became of
 * it: {@code C} committed, {@code R} rolled back, {@code U} unknown, since the answer was lost.
 */
final class Adds {
  private final JdbcTransactions transactions;
  private final Tasks tasks;
  private final Journal journal;
  private final boolean tasksOutside;

  Adds(JdbcTransactions transactions, Tasks tasks, Journal journal, boolean tasksOutside) {
    this.transactions = transactions;
    this.tasks = tasks;
    this.journal = journal;
    this.tasksOutside = tasksOutside;
  }

  /** One task to be added, and whether it is rolled back to a savepoint. */
  record Intended(String addId, TaskRequest request, boolean undone) {}

  /** How the adding is to end, and ended. */
  enum End {
    COMMITTED("C"),
    ROLLED_BACK("R"),
    UNKNOWN("U");

    private final String mark;

    End(String mark) {
      this.mark = mark;
    }
  }

  /** Adds them in one transaction; {@code rollBack} ends it by an exception on purpose. */
  End add(List<Intended> all, boolean rollBack) {
    journal.write(lines("I", all));
    End end = transact(all, rollBack);
    List<Intended> kept = new ArrayList<>(all);
    kept.removeIf(Intended::undone);
    List<Intended> undone = new ArrayList<>(all);
    undone.removeIf(intended -> !intended.undone());
    List<String> marks = new ArrayList<>();
    if (!kept.isEmpty()) {
      marks.add(lines(end.mark, kept));
    }
    if (!undone.isEmpty()) {
      marks.add(lines(End.ROLLED_BACK.mark, undone));
    }
    journal.write(String.join("\n", marks));
    return end;
  }

  private End transact(List<Intended> all, boolean rollBack) {
    try {
      transactions.run(
          transaction -> {
            for (Intended intended : all) {
              add(transaction, intended);
            }
            if (rollBack) {
              throw new OnPurpose();
            }
          });
      return End.COMMITTED;
    } catch (CommitUnknownException answerLost) {
      return End.UNKNOWN;
    } catch (Exception nothingWasCommitted) {
      return End.ROLLED_BACK;
    }
  }

  private void add(JdbcTransaction transaction, Intended intended) throws Exception {
    Connection connection = transaction.connection();
    Savepoint before = intended.undone() ? connection.setSavepoint() : null;
    TaskRequest request = intended.request();
    String taskId =
        (tasksOutside
                ? transactions.compute(inner -> tasks.add(inner, request))
                : tasks.add(transaction, request))
            .taskId()
            .toString();
    Tables.business(connection, intended.addId(), TaskKind.valueOf(request.type()), taskId);
    if (before != null) {
      connection.rollback(before);
    }
  }

  private static String lines(String mark, List<Intended> all) {
    return all.stream()
        .map(intended -> mark + " " + intended.addId() + " " + intended.request().type())
        .collect(Collectors.joining("\n"));
  }

  /** Rolls back. */
  private static final class OnPurpose extends Exception {
    private static final long serialVersionUID = 1;
  }
}
