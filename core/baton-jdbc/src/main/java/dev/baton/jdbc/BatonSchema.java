package dev.baton.jdbc;

import dev.baton.api.error.ConfigurationException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.NetworkTimeout;
import dev.baton.jdbc.sql.SchemaMigrations;
import javax.sql.DataSource;

/**
 * Creates and upgrades Baton's tables. They are plain SQL files under {@code db/baton/<database>/}
 * for Flyway or Liquibase; {@link #apply} does the same without either.
 *
 * <p>Migrations only add, so nodes of the previous version continue to work while a cluster is
 * upgraded. Each migration records in {@code baton_schema_serves} the oldest version of a node that
 * may use it. A node works on every newer schema that still serves the node's version.
 */
public final class BatonSchema {
  private BatonSchema() {}

  /**
   * Creates the tables, or upgrades them from any older version to the one this Baton needs. Does
   * nothing if they are up to date, or newer and still serving this Baton. Safe when several nodes
   * do it at once.
   *
   * @throws ConfigurationException if the tables belong to a newer Baton and don't serve this
   *     version
   */
  public static void apply(DataSource dataSource) {
    Database database = Database.of(dataSource, NetworkTimeout.NONE);
    new SchemaMigrations(database).migrate();
  }

  /**
   * Creates or updates {@code baton_add}, with which services in other languages add tasks in SQL:
   * a function on PostgreSQL, a procedure on MariaDB and MySQL. Not part of {@link #apply}, since
   * it needs the right to create routines. Safe when several nodes do it at once. The tables must
   * exist.
   *
   * @throws ConfigurationException on H2, which supports neither
   */
  public static void applyBatonAdd(DataSource dataSource) {
    Database database = Database.of(dataSource, NetworkTimeout.NONE);
    new SchemaMigrations(database).makeBatonAdd();
  }

  /** Returns the schema version this Baton needs. */
  public static int version() {
    return SchemaMigrations.FILES.size();
  }
}
