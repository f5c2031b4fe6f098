package dev.baton.chaos.process;

import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.Tasks;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Occurrence;
import dev.baton.chaos.record.TaskKind;
import dev.baton.jdbc.transaction.JdbcTransaction;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.LocalDatabase;
import dev.baton.local.WayToUndo;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Adds business rows with their tasks, and keeps a journal of the intended and the real results:
 * {@code C} committed, {@code R} rolled back, {@code U} unknown, since the response was lost,
 * {@code X} added although it already existed. Thread-safe.
 */
public final class Adds {
  private static final int FEW = 20;

  /** Ways that undo one add of a transaction, on PostgreSQL and MariaDB. */
  private static final List<WayToUndo> WAYS =
      List.of(
          WayToUndo.SAVEPOINT_OF_THE_DRIVER,
          WayToUndo.SAVEPOINT_IN_TEXT,
          WayToUndo.COMMENT_BEFORE,
          WayToUndo.LINE_COMMENT_BEFORE,
          WayToUndo.PREPARED);

  private final List<JdbcTransactions> transactions;
  private final Tasks tasks;
  private final Journal journal;
  private final Journal events;
  private final String bug;

  /** Uses one of these transactions for each add. They have different isolation levels. */
  public Adds(
      List<JdbcTransactions> transactions,
      Tasks tasks,
      Journal journal,
      Journal events,
      String bug) {
    this.transactions = List.copyOf(transactions);
    this.tasks = tasks;
    this.journal = journal;
    this.events = events;
    this.bug = bug;
  }

  /**
   * A task to add.
   *
   * @param undone whether it is rolled back to a savepoint
   * @param after an earlier task of the same transaction, which is kept and waited for; null for
   *     none
   */
  public record Intended(
      String addId, TaskRequest<?, ?> request, boolean undone, @Nullable String after) {
    public static Intended of(String addId, TaskRequest<?, ?> request) {
      return new Intended(addId, request, false, null);
    }

    TaskKind kind() {
      return TaskKind.valueOf(request.type().name());
    }
  }

  /** The intended and the real end of an add. */
  public enum End {
    COMMITTED("C"),
    ROLLED_BACK("R"),
    UNKNOWN("U");

    private final String mark;

    End(String mark) {
      this.mark = mark;
    }
  }

  /** Adds all tasks in one transaction. {@code rollBack} rolls all of it back on purpose. */
  public End add(List<Intended> all, boolean rollBack) {
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
      events.write(Occurrence.ADD_UNDONE.line(undone.size()));
    }
    journal.write(String.join("\n", marks));
    return end;
  }

  /** Adds a task with an own id again, as a broker delivers it again, and returns the known end. */
  End addAgain(Intended own, End before) {
    if (before != End.COMMITTED) {
      journal.write(lines("I", List.of(own)));
    }
    boolean[] added = {false};
    End end =
        ended(
            transaction -> {
              AddResult result = tasks.add(transaction, own.request());
              added[0] = result.wasAdded();
              if (added[0] && before != End.COMMITTED) {
                business(transaction.connection(), own, result.taskId());
              }
            });
    if (before == End.COMMITTED) {
      if (added[0]) {
        journal.write(lines("X", List.of(own)));
      } else if (end == End.COMMITTED) {
        events.write(Occurrence.ADDED_AGAIN.line(1));
      }
      return before;
    }
    // Tasks with an unknown earlier result may exist regardless of this transaction.
    End known = end == End.ROLLED_BACK ? before : end;
    journal.write(lines(known.mark, List.of(own)));
    return known;
  }

  private End transact(List<Intended> all, boolean rollBack) {
    boolean inText = rollBack && ThreadLocalRandom.current().nextBoolean();
    End end =
        ended(
            transaction -> {
              if (all.size() > FEW) {
                addMany(transaction, all);
              } else {
                Map<String, UUID> earlier = new HashMap<>();
                for (Intended intended : all) {
                  earlier.put(intended.addId(), add(transaction, intended, earlier));
                }
              }
              if (inText) {
                execute(transaction.connection(), "/* all of it */ ROLLBACK");
              } else if (rollBack) {
                throw new WayToUndo.OnPurpose();
              }
            });
    if (inText && end == End.COMMITTED) {
      events.write(Occurrence.ROLLED_BACK_IN_TEXT.line(1));
    }
    return inText ? End.ROLLED_BACK : end;
  }

  private End ended(JdbcTransactions.Action action) {
    int choice = ThreadLocalRandom.current().nextInt(transactions.size());
    try {
      transactions.get(choice).run(action);
      return End.COMMITTED;
    } catch (CommitUnknownException answerLost) {
      return End.UNKNOWN;
    } catch (Exception nothingWasCommitted) {
      return End.ROLLED_BACK;
    }
  }

  private void addMany(JdbcTransaction transaction, List<Intended> all) throws SQLException {
    List<AddResult> results =
        tasks.addAll(transaction, all.stream().map(Intended::request).toList());
    List<Tables.Business> rows = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      rows.add(row(all.get(i), results.get(i).taskId()));
    }
    Tables.business(transaction.connection(), rows);
  }

  private UUID add(JdbcTransaction transaction, Intended intended, Map<String, UUID> earlier)
      throws Exception {
    UUID waitedFor = earlier.get(intended.after());
    TaskRequest<?, ?> request =
        waitedFor == null || Bugs.among(bug, Bugs.WAITS_FORGOTTEN)
            ? intended.request()
            : intended.request().waitForDone(List.of(waitedFor));
    Adding adding = new Adding(transaction, intended, request);
    WayToUndo way =
        intended.undone()
            ? WAYS.get(ThreadLocalRandom.current().nextInt(WAYS.size()))
            : WayToUndo.NOTHING_IS_UNDONE;
    way.steps().with(adding);
    return UUID.fromString(adding.taskId);
  }

  /** An add whose task is undone. */
  private final class Adding implements WayToUndo.Add {
    private final JdbcTransaction transaction;
    private final Intended intended;
    private final TaskRequest<?, ?> request;
    private String taskId = "";

    private Adding(JdbcTransaction transaction, Intended intended, TaskRequest<?, ?> request) {
      this.transaction = transaction;
      this.intended = intended;
      this.request = request;
    }

    @Override
    public String run() {
      try {
        AddResult result =
            Bugs.among(bug, Bugs.ADD_OUTSIDE)
                ? transactions.get(0).call(inner -> tasks.add(inner, request))
                : tasks.add(transaction, request);
        business(connection(), intended, result.taskId());
        if (intended.kind() == TaskKind.ORDERED) {
          Tables.place(connection(), intended.addId(), request.key());
        }
        taskId = result.taskId().toString();
        return taskId;
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public Connection connection() {
      return transaction.connection();
    }

    @Override
    public LocalDatabase database() {
      throw new UnsupportedOperationException("None of these ways uses it");
    }
  }

  private static void business(Connection connection, Intended intended, UUID taskId)
      throws SQLException {
    Tables.business(connection, List.of(row(intended, taskId)));
  }

  private static Tables.Business row(Intended intended, UUID taskId) {
    String after = intended.after();
    return new Tables.Business(
        intended.addId(), intended.kind(), taskId.toString(), after == null ? "-" : after);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String lines(String mark, List<Intended> all) {
    return all.stream()
        .map(intended -> mark + " " + intended.addId() + " " + intended.request().type().name())
        .collect(Collectors.joining("\n"));
  }
}
