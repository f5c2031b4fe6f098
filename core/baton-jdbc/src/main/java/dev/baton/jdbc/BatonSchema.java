package dev.baton.jdbc;

import dev.baton.api.error.ConfigurationException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.NetworkTimeout;
import dev.baton.jdbc.sql.SchemaMigrations;
import javax.sql.DataSource;

/**
 * Creates and upgrades Baton's tables. The tables are defined by plain SQL files under {@code
 * db/baton/<database>/}, which Flyway or Liquibase can run. {@link #apply} does the same without
 * these tools.
 *
 * <p>Migrations only add tables, columns or indexes, so nodes of the previous version continue to
 * work during an upgrade. Each migration records in {@code baton_schema_serves} the oldest version
 * of a node that may use it. A node can work on a newer schema if its own version isn't older than
 * that.
 */
public final class BatonSchema {
  private BatonSchema() {}

  /**
   * Creates the tables, or upgrades them from any older version to the one this Baton needs. Does
   * nothing if they are up to date, or newer but still usable for this Baton. Several nodes may
   * call this at once.
   *
   * @throws ConfigurationException if the tables belong to a newer Baton and this version may not
   *     use them
   */
  public static void apply(DataSource dataSource) {
    Database database = Database.of(dataSource, NetworkTimeout.NONE);
    new SchemaMigrations(database).migrate();
  }

  /**
   * Creates or updates {@code baton_add}, with which services in other languages add tasks in SQL:
   * a function on PostgreSQL, a procedure on MariaDB and MySQL. This isn't part of {@link #apply},
   * because it needs the right to create routines. Several nodes may call this at once. The tables
   * must exist.
   *
   * @throws ConfigurationException on H2, which supports neither
   */
  public static void applyBatonAdd(DataSource dataSource) {
    Database database = Database.of(dataSource, NetworkTimeout.NONE);
    new SchemaMigrations(database).makeBatonAdd();
  }

  /** Returns the schema version that this Baton needs. */
  public static int version() {
    return SchemaMigrations.FILES.size();
  }
}
