package dev.baton.jdbc.task;

import dev.baton.api.Progress;
import dev.baton.api.Transaction;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.ReadableRows;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import dev.baton.spi.RunNotes;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stores the notes of tasks in the table {@code baton_note}: steps, results, signals and progress.
 * Thread-safe.
 */
public final class JdbcNoteStore implements TransactionalNoteStore {
  private static final int STEP = 0;
  private static final int RESULT = 2;
  private static final int SIGNAL = 3;
  private static final int WAIT = 4;
  private static final String NAMELESS = "";

  private static final UUID FIRST = new UUID(0, 0);

  /** Largest number of tasks on a page of {@link #pruneNotes}. */
  private static final int PAGE = 200;

  /** Minimum number of pages that a call reads, even if it finds nothing to remove. */
  private static final int MIN_PAGES = 20;

  /**
   * Minimum yield of a page, as a fraction: 1/WORTHWHILE of its tasks. After {@link #MIN_PAGES}, a
   * call ends at the first page with a smaller yield.
   */
  private static final int WORTHWHILE = 20;

  private final Database database;
  private final JdbcTaskStore tasks;
  private final Statements statements;

  /** The task after which the pruner continues. */
  private volatile UUID next = FIRST;

  private final ReadableRows readable = new ReadableRows("baton_note");

  public JdbcNoteStore(Database database, JdbcTaskStore tasks) {
    this.database = database;
    this.tasks = tasks;
    this.statements = database.statements();
  }

  @Override
  public Map<String, Bytes> steps(UUID task) {
    Map<String, Bytes> steps = new TreeMap<>();
    stepNotes(task).forEach(step -> steps.put(step.name(), step.value()));
    return steps;
  }

  @Override
  public List<StepNote> stepNotes(UUID task) {
    return database.statement(
        "Reading the steps of task " + task,
        connection ->
            statements.query(connection, "read-steps", b -> b.uuid(task), this::stepNote));
  }

  @Override
  public List<StepNote> stepHeads(UUID task) {
    return database.statement(
        "Reading the heads of the steps of task " + task,
        connection ->
            statements.query(
                connection,
                "read-step-heads",
                b -> b.bytes(Bytes.of("*")).bytes(Bytes.of("+")).uuid(task),
                this::stepNote));
  }

  private StepNote stepNote(ResultSet row) throws SQLException {
    return new StepNote(row.getString(1), Bytes.of(row.getBytes(2)), statements.time(row, 3));
  }

  @Override
  public boolean keepStep(ClaimFence fence, String name, Bytes value) {
    return database.transaction(
        "Keeping a step of task " + fence.id(),
        connection -> {
          boolean held =
              !statements
                  .query(
                      connection,
                      "lock-held",
                      b -> b.uuid(fence.id()).number(fence.version()).uuid(fence.owner()),
                      row -> row.getLong(1))
                  .isEmpty();
          if (held) {
            keep(connection, fence.id(), STEP, name, value);
          }
          return held;
        });
  }

  @Override
  public List<SignalNote> signalNotes(@Nullable Transaction transaction, UUID task) {
    String doing = "Reading the signals of task " + task;
    Database.Work<List<SignalNote>> read =
        connection ->
            statements.query(
                connection, "read-signals", b -> b.uuid(task), JdbcNoteStore::signalNote);
    return transaction == null
        ? database.statement(doing, read)
        : CallerTransactions.work(transaction, database, doing, read);
  }

  @Override
  public List<SignalNote> signalHeads(UUID task) {
    return database.statement(
        "Reading the heads of the signals of task " + task,
        connection ->
            statements.query(
                connection, "read-signal-heads", b -> b.uuid(task), JdbcNoteStore::signalNote));
  }

  private static SignalNote signalNote(ResultSet row) throws SQLException {
    String name = row.getString(2);
    int blank = name.lastIndexOf(' ');
    return new SignalNote(
        row.getInt(1) == WAIT,
        name.substring(0, blank),
        Integer.parseInt(name.substring(blank + 1)),
        Bytes.of(row.getBytes(3)));
  }

  private static String name(SignalNote note) {
    return note.name() + " " + note.number();
  }

  @Override
  public void keepSignalNote(Transaction transaction, UUID task, SignalNote note) {
    CallerTransactions.work(
        transaction,
        database,
        "Storing a signal of task " + task,
        connection -> {
          keep(connection, task, note.isWait() ? WAIT : SIGNAL, name(note), note.content());
          return note.isWait() ? 0 : statements.update(connection, "touch-task", b -> b.uuid(task));
        });
  }

  @Override
  public void forgetSignals(Transaction transaction, UUID task, List<SignalNote> read) {
    CallerTransactions.work(
        transaction,
        database,
        "Removing signals of task " + task,
        connection -> {
          delete(statements, connection, task, read);
          return read.size();
        });
  }

  private static void delete(
      Statements statements, Connection connection, UUID task, List<SignalNote> notes)
      throws SQLException {
    statements.each(
        connection,
        "delete-note",
        notes,
        (b, note) -> b.uuid(task).small(note.isWait() ? WAIT : SIGNAL).text(name(note)));
  }

  /** Deletes the notes of a cut, in a transaction that has written the task's row. */
  public static void cut(Statements statements, Connection connection, UUID task, NoteCut cut)
      throws SQLException {
    if (cut instanceof NoteCut.FromStep from) {
      statements.update(connection, "delete-steps-from", b -> b.uuid(task).text(from.step()));
      delete(statements, connection, task, from.signals());
    } else if (cut == NoteCut.Whole.ALL) {
      statements.update(connection, "delete-notes", b -> b.uuid(task));
    }
  }

  @Override
  public Verdict tryApply(Transition transition, RunNotes notes) {
    return database.transaction(
        "Ending a run of task " + transition.id(),
        connection -> {
          Transaction own = JdbcTransactions.join(connection);
          Verdict verdict = tasks.tryApply(own, transition);
          if (verdict == Verdict.APPLIED) {
            settle(own, notes);
          }
          return verdict;
        });
  }

  @Override
  public void settle(Transaction transaction, RunNotes notes) {
    Task held = notes.held();
    Bytes result = notes.result();
    CallerTransactions.work(
        transaction,
        database,
        "Updating the notes of task " + held.id(),
        connection -> {
          if (notes.forgetsSteps()) {
            statements.update(connection, "delete-steps", b -> b.uuid(held.id()));
          }
          if (result != null) {
            keep(connection, held.id(), RESULT, NAMELESS, result);
          }
          return notes.history() == 0 ? 0 : keepInHistory(connection, held, notes.history());
        });
  }

  private int keepInHistory(Connection connection, Task held, int history) throws SQLException {
    statements.update(
        connection,
        "insert-attempt",
        b ->
            b.uuid(held.id())
                .uuid(held.position().owner())
                .time(held.claimedAt())
                .small(held.position().attempts())
                .small(LastOutcome.SUCCESS.code())
                .text(""));
    List<Instant> tooOld =
        statements.query(
            connection,
            "attempt-beyond",
            b -> b.uuid(held.id()).small(history),
            row -> statements.time(row, 1));
    return tooOld.isEmpty()
        ? 0
        : statements.update(
            connection, "trim-attempts", b -> b.uuid(held.id()).time(tooOld.get(0)));
  }

  @Override
  public Optional<Bytes> lastResult(UUID task) {
    return database
        .statement(
            "Reading the last result of task " + task,
            connection ->
                statements.query(
                    connection, "read-result", b -> b.uuid(task), row -> Bytes.of(row.getBytes(1))))
        .stream()
        .findFirst();
  }

  /** Stores a note. The transaction must have locked or written the task's row before. */
  private void keep(Connection connection, UUID task, int kind, String name, Bytes content)
      throws SQLException {
    statements.update(
        connection,
        "keep-note",
        b -> b.uuid(task).uuid(task).small(kind).text(name).bytes(content));
  }

  @Override
  public void noteProgress(Map<UUID, Progress> progress) {
    progress.forEach(
        (task, how) ->
            database.statement(
                "Storing the progress of task " + task,
                connection -> {
                  note(connection, task, Bytes.of(how.fraction() + " " + how.text()));
                  return true;
                }));
  }

  private void note(Connection connection, UUID task, Bytes content) throws SQLException {
    int noted = statements.update(connection, "update-progress", b -> b.bytes(content).uuid(task));
    if (noted > 0) {
      return;
    }
    try {
      statements.update(connection, "insert-progress", b -> b.uuid(task).bytes(content));
    } catch (SQLException e) {
      // Another node, which lost the task's lease without noticing it yet, has just inserted the
      // row. The next report of the progress updates the row.
      if (!SqlErrors.isDuplicateKey(e)) {
        throw e;
      }
    }
  }

  @Override
  public Optional<Progress> progress(UUID task) {
    return database
        .statement(
            "Reading the progress of task " + task,
            connection ->
                statements.query(
                    connection,
                    "read-progress",
                    b -> b.uuid(task),
                    rows -> readable.read(rows, "progress of " + task, this::progressOf)))
        .stream()
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Progress progressOf(ResultSet row) throws SQLException {
    String text = Bytes.of(row.getBytes(1)).toText();
    int blank = text.indexOf(' ');
    return new Progress(
        Double.parseDouble(text.substring(0, blank)),
        text.substring(blank + 1),
        statements.time(row, 2));
  }

  /**
   * Removes notes page by page, so that the work of a call doesn't grow with the number of notes
   * that are kept.
   */
  @Override
  public int pruneNotes(Duration age, int limit) {
    int removed = 0;
    for (int page = 1; removed < limit; page++) {
      int size = Math.min(PAGE, limit - removed);
      List<Noted> some = database.transaction("Pruning notes", c -> prune(c, age, size));
      int gone = (int) some.stream().filter(Noted::isGone).count();
      removed += gone;
      boolean last = some.size() < size;
      next = last ? FIRST : some.get(some.size() - 1).task();
      if (last || (page >= MIN_PAGES && gone * WORTHWHILE < size)) {
        break;
      }
    }
    return removed;
  }

  private List<Noted> prune(Connection connection, Duration age, int limit) throws SQLException {
    List<Noted> page =
        statements.query(
            connection,
            "noted-tasks",
            b -> b.uuid(next).small(limit),
            row -> new Noted(statements.id(row, 1), row.getBoolean(2)));
    List<Noted> pruned = new ArrayList<>();
    for (Noted noted : page) {
      boolean isGone =
          noted.isGone()
              && statements.update(
                      connection, "delete-stale-notes", b -> b.uuid(noted.task()).before(age))
                  > 0;
      pruned.add(new Noted(noted.task(), isGone));
    }
    return pruned;
  }

  /** A task that has or had notes. */
  private record Noted(UUID task, boolean isGone) {}
}
