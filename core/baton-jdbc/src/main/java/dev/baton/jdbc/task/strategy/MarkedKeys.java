package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.sql.KeyRow;
import dev.baton.jdbc.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Inserts keys on MySQL and MariaDB. There, a taken key must be locked exclusively, and it must not
 * cause an error, because drivers log errors. The update count says whether all keys were inserted.
 * If some are taken, a mark identifies the inserted ones: a negative hold time. It is removed
 * before the transaction continues.
 */
final class MarkedKeys {
  /**
   * Amount that {@code insert-keys} and {@code unmark-keys} add to a hold time to set or remove the
   * mark.
   */
  private static final long MARK_MICROS = 4_000_000_000_000_000_000L;

  private static final int TIMES = 2;

  /**
   * The update count for a key that was inserted and then changed. For a taken key it is two or
   * zero, depending on a setting of the driver.
   */
  private static final int ROWS_OF_ONE = 3;

  private final Statements statements;

  MarkedKeys(Statements statements) {
    this.statements = statements;
  }

  /** Inserts the keys that are free. There may be at most {@link Statements#MAX_KEYS} keys. */
  Set<KeyRow> insert(Connection connection, List<KeyRow> keys) throws SQLException {
    if (keys.size() == 1) {
      // The second insert of the same key removes the mark.
      boolean isFree = statements.insertKeys(connection, keys, TIMES, -MARK_MICROS) == ROWS_OF_ONE;
      return isFree ? Set.copyOf(keys) : Set.of();
    }
    int rows = statements.insertKeys(connection, keys, TIMES, -2 * MARK_MICROS);
    if (rows == 0) {
      return Set.of();
    }
    boolean areFree = rows == keys.size() * ROWS_OF_ONE;
    List<KeyRow> inserted = areFree ? keys : marked(connection, keys);
    statements.updateKeys(connection, "unmark-keys", inserted);
    return new HashSet<>(inserted);
  }

  private List<KeyRow> marked(Connection connection, List<KeyRow> keys) throws SQLException {
    return statements.byKeys(connection, "marked-keys", keys, KeyRow::nameOf);
  }
}
