package dev.baton.jdbc.sql;

import dev.baton.task.internal.Texts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Skips rows of one table that other software has damaged, and logs each of them once. So a damaged
 * row doesn't prevent the other rows from being read. Thread-safe.
 */
public final class ReadableRows {
  private static final Logger LOG = LoggerFactory.getLogger(ReadableRows.class);

  /**
   * Maximum number of damaged rows that are logged. If there are more, the whole table is damaged.
   */
  private static final int MAX_TOLD = 1_000;

  private final String table;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  public ReadableRows(String table) {
    this.table = table;
  }

  /** Returns the value read from the row; empty if the row can't be read. */
  public <T> Optional<T> read(ResultSet row, String name, Statements.Mapping<T> mapping)
      throws SQLException {
    try {
      return Optional.of(mapping.from(row));
    } catch (RuntimeException e) {
      unreadable(name, String.valueOf(e.getMessage()));
    } catch (SQLException e) {
      if (e.getSQLState() != null) {
        throw e;
      }
      // The mapping itself has thrown this, because the row has a value that this version doesn't
      // know.
      unreadable(name, String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  void unreadable(String name, String reason) {
    if (told.size() < MAX_TOLD && told.add(name)) {
      LOG.warn(
          "Baton can't read the row {} of {} and ignores it: {}. Correct the row or delete it."
              + " This is logged once",
          Texts.line(name),
          table,
          Texts.line(reason));
    }
  }

  /** Returns the name of a row: the texts of its first columns, separated by slashes. */
  public static String name(@Nullable Object... parts) {
    StringBuilder name = new StringBuilder();
    for (Object part : parts) {
      name.append(name.isEmpty() ? "" : "/").append(Objects.toString(part, ""));
    }
    return name.toString();
  }
}
