package dev.baton.chaos;

import dev.baton.api.CommitUnknownException;
import dev.baton.api.TaskRequest;
import dev.baton.api.Tasks;
import dev.baton.jdbc.JdbcTransaction;
import dev.baton.jdbc.JdbcTransactions;
import java.sql.Connection;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Adds business rows with their tasks, and keeps a journal of what was intended and what became of
 * it: {@code C} committed, {@code R} rolled back, {@code U} unknown, since the answer was lost.
 */
final class Adds {
  private final JdbcTransactions transactions;
  private final Tasks tasks;
  private final Journal journal;
  private final String bug;

  Adds(JdbcTransactions transactions, Tasks tasks, Journal journal, String bug) {
    this.transactions = transactions;
    this.tasks = tasks;
    this.journal = journal;
    this.bug = bug;
  }

  /**
   * One task to be added.
   *
   * @param undone whether it is rolled back to a savepoint
   * @param after an earlier one of the same transaction, which is kept and waited for; null for
   *     none
   */
  record Intended(String addId, TaskRequest request, boolean undone, @Nullable String after) {}

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
            Map<String, UUID> tasks = new HashMap<>();
            for (Intended intended : all) {
              tasks.put(intended.addId(), add(transaction, intended, tasks));
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

  private UUID add(JdbcTransaction transaction, Intended intended, Map<String, UUID> earlier)
      throws Exception {
    Connection connection = transaction.connection();
    Savepoint before = intended.undone() ? connection.setSavepoint() : null;
    UUID waitedFor = earlier.get(intended.after());
    TaskRequest request =
        waitedFor == null || bug.equals(Bugs.WAITS_FORGOTTEN)
            ? intended.request()
            : intended.request().after(waitedFor);
    UUID taskId =
        (bug.equals(Bugs.ADD_OUTSIDE)
                ? transactions.compute(inner -> tasks.add(inner, request))
                : tasks.add(transaction, request))
            .taskId();
    Tables.business(
        connection,
        intended.addId(),
        TaskKind.valueOf(request.type()),
        taskId.toString(),
        intended.after() == null ? "-" : intended.after());
    if (before != null) {
      connection.rollback(before);
    }
    return taskId;
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
