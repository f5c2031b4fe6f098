package dev.baton.jdbc.operate;

import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.OverrideRow;
import dev.baton.jdbc.sql.ReadableRows;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.spi.AuditNote;
import dev.baton.spi.OverrideStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores operators' run-time overrides in {@code baton_override}. Thread-safe. */
public final class JdbcOverrideStore implements OverrideStore {
  private final Database database;
  private final Statements statements;
  private final AuditTrail trail;
  private final ReadableRows readable = new ReadableRows("baton_override");

  public JdbcOverrideStore(Database database) {
    this.database = database;
    this.statements = database.statements();
    this.trail = new AuditTrail(statements);
  }

  @Override
  public List<ActiveOverride> overrides() {
    return database
        .statement(
            "Reading the overrides",
            connection ->
                statements.query(
                    connection,
                    "overrides",
                    b -> {},
                    row ->
                        readable.read(
                            row, OverrideRow.name(row), one -> OverrideRow.read(statements, one))))
        .stream()
        .flatMap(Optional::stream)
        .sorted(Comparator.comparing(ActiveOverride::target))
        .toList();
  }

  @Override
  public boolean set(
      OverrideTarget target, OverrideValue value, @Nullable OverrideValue before, AuditNote note) {
    return trail.noted(
        database,
        "Setting " + target,
        note,
        connection -> {
          String numbers = OverrideRow.numbers(value);
          String reason = note.reason() == null ? "" : note.reason();
          if (before == null) {
            return inserted(connection, target, numbers, note.actor(), reason);
          }
          return statements.update(
                  connection,
                  "update-override",
                  b -> bind(b.text(numbers).words(note.actor()).words(reason), target, before))
              == 1;
        });
  }

  private boolean inserted(
      Connection connection, OverrideTarget target, String numbers, String by, String reason)
      throws SQLException {
    try {
      return statements.update(
              connection,
              "insert-override",
              b ->
                  b.small(OverrideRow.codeOf(target.kind()))
                      .text(target.name())
                      .text(numbers)
                      .words(by)
                      .words(reason))
          == 1;
    } catch (SQLException e) {
      if (SqlErrors.isDuplicateKey(e)) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public boolean reset(OverrideTarget target, OverrideValue before, AuditNote note) {
    return trail.noted(
        database,
        "Resetting " + target,
        note,
        connection ->
            statements.update(connection, "delete-override", b -> bind(b, target, before)) == 1);
  }

  private static Binder bind(Binder binder, OverrideTarget target, OverrideValue before)
      throws SQLException {
    return binder
        .small(OverrideRow.codeOf(target.kind()))
        .text(target.name())
        .text(OverrideRow.numbers(before));
  }
}
