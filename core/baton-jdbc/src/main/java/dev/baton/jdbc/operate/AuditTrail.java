package dev.baton.jdbc.operate;

import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Statements;
import dev.baton.operate.AuditEntry;
import dev.baton.spi.AuditNote;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Stores operators' changes in {@code baton_audit}. Thread-safe. */
public final class AuditTrail {
  private final Statements statements;

  public AuditTrail(Statements statements) {
    this.statements = statements;
  }

  /**
   * Makes a change that concerns no single task, and adds its entry in the same transaction.
   *
   * @param doing the change, for error messages
   * @param change returns whether it changed anything; if not, no entry is added
   */
  public boolean noted(
      Database database, String doing, AuditNote note, Database.Work<Boolean> change) {
    return database.transaction(
        doing,
        connection -> {
          boolean changed = change.with(connection);
          if (changed) {
            add(connection, List.of(note));
          }
          return changed;
        });
  }

  /** Adds entries, in the transaction of the changes that they describe. */
  void add(Connection connection, List<AuditNote> notes) throws SQLException {
    statements.each(
        connection,
        "insert-audit",
        notes,
        (b, note) -> {
          b.uuid(note.id()).uuid(note.taskId());
          Long version = note.version();
          // A version is at least 1. 0 stands for no version, because drivers treat a null number
          // differently.
          b.number(version == null ? 0 : version)
              .words(note.actor())
              .text(note.action())
              .words(note.reason())
              .words(note.detail());
        });
  }

  /** Returns the latest entries that match the conditions, latest first. */
  List<AuditEntry> search(Connection connection, Conditions conditions, int limit)
      throws SQLException {
    return statements.search(connection, "search-audit", conditions, limit, this::entry);
  }

  private AuditEntry entry(ResultSet row) throws SQLException {
    long version = row.getLong(4);
    return new AuditEntry(
        statements.id(row, 1),
        statements.time(row, 2),
        statements.dialect().readUuid(row, 3),
        version == 0 ? null : version,
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getString(8));
  }

  /** Removes the oldest entries older than the given age. */
  int prune(Connection connection, Duration olderThan, int limit) throws SQLException {
    return statements.update(connection, "prune-audit", b -> b.before(olderThan).small(limit));
  }
}
