package dev.baton.jdbc.cluster;

import dev.baton.api.Transaction;
import dev.baton.api.internal.RequestFields;
import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.ReadableRows;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.sql.StoredText;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.TransactionalScheduleStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores schedules in {@code baton_schedule}, with times from the database's clock. Thread-safe.
 */
public final class JdbcScheduleStore implements TransactionalScheduleStore {
  private final Database database;
  private final Statements statements;
  private final ScheduleRows rows;
  private final ReadableRows readable = new ReadableRows("baton_schedule");

  public JdbcScheduleStore(Database database) {
    this.database = database;
    this.statements = database.statements();
    this.rows = new ScheduleRows(database.dialect());
  }

  @Override
  public Instant now() {
    return database.statement("Reading the clock", statements::now);
  }

  @Override
  public Instant now(Transaction transaction) {
    return in(transaction, "Reading the clock", statements::now);
  }

  @Override
  public boolean insert(ScheduleState state) {
    return insert(null, state);
  }

  @Override
  public boolean change(ScheduleState state) {
    return change(null, state);
  }

  @Override
  public boolean remove(String name) {
    return remove(null, name);
  }

  @Override
  public boolean insert(@Nullable Transaction transaction, ScheduleState state) {
    return in(
        transaction,
        "Adding the schedule " + state.name(),
        connection -> {
          // Most nodes declare schedules that exist already. Avoid the insert then, because drivers
          // log a refused insert as an error.
          if (!statements
              .query(connection, "find-schedule", b -> b.text(state.name()), row -> 1)
              .isEmpty()) {
            return false;
          }
          try {
            return statements.update(
                    connection,
                    "insert-schedule",
                    b -> standing(definition(b.text(state.name()), state), state))
                == 1;
          } catch (SQLException e) {
            if (SqlErrors.isDuplicateKey(e)) {
              return false;
            }
            throw e;
          }
        });
  }

  @Override
  public Optional<ScheduleState> lock(Transaction transaction, String name) {
    return kept(transaction, name, "lock-schedule");
  }

  @Override
  public Optional<ScheduleState> tryLock(Transaction transaction, String name) {
    return kept(transaction, name, "lock-unlocked-schedule");
  }

  private Optional<ScheduleState> kept(Transaction transaction, String name, String sqlName) {
    return in(
        transaction,
        "Locking the schedule " + name,
        connection ->
            statements.query(connection, sqlName, b -> b.text(name), rows::state).stream()
                .findFirst());
  }

  @Override
  public boolean change(@Nullable Transaction transaction, ScheduleState state) {
    return in(
        transaction,
        "Changing the schedule " + state.name(),
        connection ->
            statements.update(
                    connection,
                    "change-schedule",
                    b ->
                        standing(definition(b, state), state)
                            .text(state.name())
                            .number(state.version()))
                == 1);
  }

  @Override
  public boolean remove(@Nullable Transaction transaction, String name) {
    return in(
        transaction,
        "Removing the schedule " + name,
        connection -> statements.update(connection, "remove-schedule", b -> b.text(name)) == 1);
  }

  @Override
  public Optional<ScheduleState> find(String name) {
    return database.statement(
        "Reading the schedule " + name,
        connection ->
            statements.query(connection, "find-schedule", b -> b.text(name), rows::state).stream()
                .findFirst());
  }

  @Override
  public List<ScheduleState> list(@Nullable String after, int limit) {
    record Listed(String name, Optional<ScheduleState> state) {}
    List<ScheduleState> found = new ArrayList<>();
    String last = after == null ? "" : after;
    while (true) {
      String from = last;
      int most = limit - found.size();
      List<Listed> page =
          database.statement(
              "Reading the schedules",
              connection ->
                  statements.query(
                      connection,
                      "schedules",
                      b -> b.text(from).small(most),
                      row -> {
                        String name = row.getString(1);
                        return new Listed(name, readable.read(row, name, rows::state));
                      }));
      page.forEach(listed -> listed.state().ifPresent(found::add));
      // Unreadable rows were left out, so more rows may follow.
      if (page.size() < most || found.size() == limit) {
        return found;
      }
      last = page.get(page.size() - 1).name();
    }
  }

  @Override
  public List<Due> due(Duration ahead, @Nullable String after, int limit) {
    return database.statement(
        "Reading the due schedules",
        connection ->
            statements.query(
                connection,
                "due-schedules",
                b -> b.text(after == null ? "" : after).in(ahead).small(limit),
                this::due));
  }

  private Due due(ResultSet found) throws SQLException {
    Instant now = rows.now(found);
    try {
      return new Due(rows.state(found), now);
    } catch (RuntimeException unreadable) {
      return Due.unreadable(found.getString(1), String.valueOf(unreadable.getMessage()), now);
    }
  }

  private static Binder definition(Binder binder, ScheduleState state) throws SQLException {
    Schedule schedule = state.schedule();
    RequestFields run = RequestFields.of(schedule.request());
    return binder
        .text(schedule.timing().text())
        .small(ScheduleRows.codeOf(schedule.missed()))
        .small(ScheduleRows.codeOf(schedule.overlap()))
        .number(Binder.microsOf(schedule.jitter()))
        .text(run.type())
        .text(run.subType())
        .text(run.bucket())
        .text(run.key())
        .small(run.priority())
        .text(run.state())
        .text(StoredText.ofContext(run.context()))
        .text(StoredText.ofContext(ScheduleRows.traits(state)))
        .bytes(run.payload());
  }

  private static Binder standing(Binder binder, ScheduleState state) throws SQLException {
    return binder
        .flag(state.paused())
        .time(state.nextTick())
        .time(state.dueAt())
        .time(state.past().lastTick())
        .uuid(state.past().lastTask())
        .number(state.past().runs())
        .number(state.past().skips())
        .uuid(state.declared());
  }

  private <T> T in(@Nullable Transaction transaction, String doing, Database.Work<T> work) {
    return transaction == null
        ? database.statement(doing, work)
        : CallerTransactions.work(transaction, database, doing, work);
  }
}
