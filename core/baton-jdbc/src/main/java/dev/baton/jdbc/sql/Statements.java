package dev.baton.jdbc.sql;

import dev.baton.jdbc.dialect.Dialect;
import dev.baton.spi.OperatorRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs the named SQL statements on a connection. Thread-safe. */
public final class Statements {
  /** Maximum number of keys in one statement. Each key has three parameters. */
  public static final int MAX_KEYS = 128;

  /**
   * Time limit of a search. A search that takes longer would probably read most of a large table.
   */
  public static final int MAX_SEARCH_SECONDS = 5;

  /** The JDBC value for no time limit. */
  private static final int NO_LIMIT = 0;

  private static final Execution<Integer> UPDATE =
      statement -> run(statement, PreparedStatement::executeUpdate);

  private final Dialect dialect;
  private final SqlFiles files;

  Statements(Dialect dialect, SqlFiles files) {
    this.dialect = dialect;
    this.files = files;
  }

  /** Returns this Baton's SQL for the dialect. */
  public static Statements of(Dialect dialect) {
    return new Statements(dialect, SqlFiles.of(dialect));
  }

  public Dialect dialect() {
    return dialect;
  }

  /** Binds the parameters of a statement. */
  @FunctionalInterface
  public interface Binding {
    void to(Binder binder) throws SQLException;
  }

  /** Maps the current row to a value. */
  @FunctionalInterface
  public interface Mapping<T> {
    T from(ResultSet rows) throws SQLException;
  }

  public int update(Connection connection, String sqlName, Binding binding) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(files.text(sqlName))) {
      Binder binder = new Binder(dialect, statement);
      binding.to(binder);
      return told(binder, () -> UPDATE.run(statement));
    }
  }

  /**
   * Runs a bound statement. If the statement commits by itself and conflicts with another
   * transaction, only this statement was undone, so this method runs it again. In a transaction,
   * {@link Database} repeats the whole transaction.
   */
  private static <T> T run(PreparedStatement statement, Execution<T> execution)
      throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        return execution.run(statement);
      } catch (SQLException e) {
        if (attempt == Database.MAX_TRIES
            || !SqlErrors.isConflict(e)
            || SqlErrors.isLockTimeout(e)
            || !statement.getConnection().getAutoCommit()) {
          throw e;
        }
      }
    }
  }

  /** Sends a statement. If it fails because it is too large, throws a clearer error. */
  private static <T> T told(Binder binder, Sending<T> sending) throws SQLException {
    try {
      return sending.send();
    } catch (SQLException e) {
      throw binder.told(e);
    }
  }

  /** Sends a statement. */
  private interface Sending<T> {
    T send() throws SQLException;
  }

  public <T> List<T> query(
      Connection connection, String sqlName, Binding binding, Mapping<T> mapping)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(files.text(sqlName))) {
      dialect.replan(statement);
      binding.to(new Binder(dialect, statement));
      return rows(statement, mapping);
    }
  }

  /**
   * Runs a query whose plan doesn't depend on the parameters, so that the server may keep the plan.
   */
  public <T> List<T> kept(
      Connection connection, String sqlName, Binding binding, Mapping<T> mapping)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(files.text(sqlName))) {
      dialect.keepPrepared(statement);
      binding.to(new Binder(dialect, statement));
      return rows(statement, mapping);
    }
  }

  /** Returns the time of the database's clock. */
  public Instant now(Connection connection) throws SQLException {
    return query(connection, "read-now", b -> {}, row -> time(row, 1)).get(0);
  }

  /**
   * Runs a query with conditions that are known only at run time, within {@link
   * #MAX_SEARCH_SECONDS}.
   */
  public <T> List<T> search(
      Connection connection,
      String sqlName,
      SearchConditions conditions,
      int limit,
      Mapping<T> mapping)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(conditions.in(files.text(sqlName), files.word("time")))) {
      dialect.replan(statement);
      Binder binder = new Binder(dialect, statement);
      conditions.bind(binder);
      binder.small(limit);
      return rows(statement, MAX_SEARCH_SECONDS, mapping);
    }
  }

  /**
   * Runs a statement once for each item. Returns no update counts, because some drivers don't
   * report them.
   */
  public <T> void each(Connection connection, String sqlName, List<T> items, EachBinding<T> binding)
      throws SQLException {
    if (items.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(files.text(sqlName))) {
      Binder binder = new Binder(dialect, statement);
      if (items.size() == 1) {
        binding.to(binder, items.get(0));
        told(binder, () -> UPDATE.run(statement));
        return;
      }
      for (T item : items) {
        binding.to(binder, item);
        binder.add();
      }
      told(binder, statement::executeBatch);
    }
  }

  /** Binds the parameters of one item. */
  @FunctionalInterface
  public interface EachBinding<T> {
    void to(Binder binder, T item) throws SQLException;
  }

  /**
   * Runs a query for these ids, split into several statements. The number of ids in a statement is
   * always a power of two, so that there are only few different statements. If necessary, the last
   * id is repeated.
   */
  public <T> List<T> byIds(
      Connection connection, String sqlName, List<UUID> ids, Mapping<T> mapping)
      throws SQLException {
    List<T> found = new ArrayList<>();
    pieces(connection, sqlName, ids, dialect::bindUuid, run -> found.addAll(rows(run, mapping)));
    return found;
  }

  /** Runs a query for these texts, like {@link #byIds}. */
  public <T> List<T> byTexts(
      Connection connection, String sqlName, List<String> texts, Mapping<T> mapping)
      throws SQLException {
    List<T> found = new ArrayList<>();
    pieces(
        connection,
        sqlName,
        texts,
        PreparedStatement::setString,
        run -> found.addAll(rows(run, mapping)));
    return found;
  }

  /** Runs an update for these ids. */
  public void updateIds(Connection connection, String sqlName, List<UUID> ids) throws SQLException {
    updateIds(connection, sqlName, binder -> {}, ids);
  }

  /** Runs an update for these ids. Other parameters come before them. */
  public void updateIds(Connection connection, String sqlName, Binding first, List<UUID> ids)
      throws SQLException {
    pieces(connection, sqlName, first, ids, dialect::bindUuid, UPDATE);
  }

  /** Runs an update for these texts. */
  public void updateTexts(Connection connection, String sqlName, List<String> texts)
      throws SQLException {
    pieces(connection, sqlName, texts, PreparedStatement::setString, UPDATE);
  }

  private <T> void pieces(
      Connection connection,
      String sqlName,
      List<T> items,
      ItemBinding<T> binding,
      Execution<?> execution)
      throws SQLException {
    pieces(connection, sqlName, binder -> {}, items, binding, execution);
  }

  private <T> void pieces(
      Connection connection,
      String sqlName,
      Binding first,
      List<T> items,
      ItemBinding<T> binding,
      Execution<?> execution)
      throws SQLException {
    int largest = 256;
    for (int from = 0; from < items.size(); from += largest) {
      List<T> piece = items.subList(from, Math.min(items.size(), from + largest));
      int padded = padded(piece.size());
      try (PreparedStatement statement = connection.prepareStatement(files.text(sqlName, padded))) {
        dialect.replan(statement);
        Binder binder = new Binder(dialect, statement);
        first.to(binder);
        int bound = binder.bound();
        for (int i = 0; i < padded; i++) {
          binding.bind(statement, bound + i + 1, piece.get(Math.min(i, piece.size() - 1)));
        }
        execution.run(statement);
      }
    }
  }

  /** Runs a query for these keys, like {@link #byIds}. */
  public <T> List<T> byKeys(
      Connection connection, String sqlName, List<KeyRow> keys, Mapping<T> mapping)
      throws SQLException {
    List<T> found = new ArrayList<>();
    keyPieces(connection, sqlName, keys, run -> found.addAll(rows(run, mapping)));
    return found;
  }

  /** Runs an update for these keys. */
  public void updateKeys(Connection connection, String sqlName, List<KeyRow> keys)
      throws SQLException {
    keyPieces(connection, sqlName, keys, UPDATE);
  }

  private void keyPieces(
      Connection connection, String sqlName, List<KeyRow> keys, Execution<?> execution)
      throws SQLException {
    for (int from = 0; from < keys.size(); from += MAX_KEYS) {
      List<KeyRow> piece = keys.subList(from, Math.min(keys.size(), from + MAX_KEYS));
      int padded = padded(piece.size());
      try (PreparedStatement statement = connection.prepareStatement(files.text(sqlName, padded))) {
        dialect.replan(statement);
        Binder binder = new Binder(dialect, statement);
        for (int i = 0; i < padded; i++) {
          piece.get(Math.min(i, piece.size() - 1)).bindName(binder);
        }
        execution.run(statement);
      }
    }
  }

  /** Inserts these keys with one statement. Fails if one of them is taken. */
  public void insertKeys(Connection connection, List<KeyRow> keys) throws SQLException {
    insertKeys(connection, keys, 1, 0);
  }

  /**
   * Inserts each key {@code times} times with one statement. {@code addedMicros} is added to its
   * hold time.
   *
   * @return the database's update count
   */
  public int insertKeys(Connection connection, List<KeyRow> keys, int times, long addedMicros)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(files.text("insert-keys", keys.size() * times))) {
      Binder binder = new Binder(dialect, statement);
      for (KeyRow key : keys) {
        for (int i = 0; i < times; i++) {
          key.bindName(binder)
              .uuid(key.taskId())
              .number(key.holdMicros() + addedMicros)
              .flag(key.whileKept());
        }
      }
      return UPDATE.run(statement);
    }
  }

  private static int padded(int size) {
    int padded = 1;
    while (padded < size) {
      padded *= 2;
    }
    return padded;
  }

  /** Binds one id, key or text. */
  @FunctionalInterface
  private interface ItemBinding<T> {
    void bind(PreparedStatement statement, int index, T item) throws SQLException;
  }

  /** Runs a bound statement. */
  @FunctionalInterface
  private interface Execution<T> {
    T run(PreparedStatement statement) throws SQLException;
  }

  /** Runs a query with array parameters; only on PostgreSQL. */
  public <T> List<T> arrays(
      Connection connection, String sqlName, ArrayBinding binding, Mapping<T> mapping)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(files.text(sqlName))) {
      dialect.replan(statement);
      binding.to(new ArrayBinder(connection, statement, dialect.charset()));
      return rows(statement, mapping);
    }
  }

  /**
   * Runs a query like {@link #arrays}. It is used for the most frequent statements. The server
   * keeps the parsed statement. The last parameter makes it plan each execution again. See the word
   * {@code {replan}} in the SQL files.
   */
  public <T> List<T> prepared(
      Connection connection, String sqlName, ArrayBinding binding, Mapping<T> mapping)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(files.text(sqlName))) {
      dialect.keepPrepared(statement);
      ArrayBinder binder = new ArrayBinder(connection, statement, dialect.charset());
      binding.to(binder);
      binder.flag(true);
      return rows(statement, mapping);
    }
  }

  /** Runs a query like {@link #arrays} that returns ids. */
  public Set<UUID> ids(Connection connection, String sqlName, ArrayBinding binding)
      throws SQLException {
    return new HashSet<>(arrays(connection, sqlName, binding, rows -> id(rows, 1)));
  }

  /** Binds arrays. */
  @FunctionalInterface
  public interface ArrayBinding {
    void to(ArrayBinder binder) throws SQLException;
  }

  /**
   * Runs an insert with array parameters. The plan of the statement doesn't depend on the tables,
   * so the server keeps the plan.
   */
  public void insert(Connection connection, String sqlName, ArrayBinding binding)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(files.text(sqlName))) {
      binding.to(new ArrayBinder(connection, statement, dialect.charset()));
      UPDATE.run(statement);
    }
  }

  /** Reads a column that is never null. */
  public UUID id(ResultSet rows, int column) throws SQLException {
    return present(dialect.readUuid(rows, column), column);
  }

  public Instant time(ResultSet rows, int column) throws SQLException {
    return present(dialect.readInstant(rows, column), column);
  }

  private static <T> T present(@Nullable T value, int column) throws SQLException {
    if (value == null) {
      throw new SQLException("Column " + column + " is null");
    }
    return value;
  }

  private <T> List<T> rows(PreparedStatement statement, Mapping<T> mapping) throws SQLException {
    return rows(statement, NO_LIMIT, mapping);
  }

  private <T> List<T> rows(PreparedStatement statement, int mostSeconds, Mapping<T> mapping)
      throws SQLException {
    int seconds = inTime(mostSeconds);
    if (seconds != NO_LIMIT) {
      statement.setQueryTimeout(seconds);
    }
    List<T> found = new ArrayList<>();
    try (ResultSet rows = run(statement, PreparedStatement::executeQuery)) {
      while (rows.next()) {
        found.add(mapping.from(rows));
      }
    } finally {
      if (seconds != NO_LIMIT) {
        dialect.forgetTimeout(statement);
      }
    }
    return found;
  }

  /**
   * If this thread works for an operator's request, limits the given seconds to the time that the
   * request has left.
   */
  private static int inTime(int seconds) throws SQLException {
    OperatorRequest request = OperatorRequest.current();
    if (request == null) {
      return seconds;
    }
    Duration left = request.left();
    if (left.isZero()) {
      throw new SQLTimeoutException("The time of the request is over", "57014");
    }
    int whole = (int) Math.min(Integer.MAX_VALUE, left.toSeconds() + 1);
    return seconds == NO_LIMIT ? whole : Math.min(seconds, whole);
  }
}
