package dev.baton.jdbc;

import dev.baton.api.error.ConfigurationException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.NetworkTimeout;
import dev.baton.jdbc.sql.SchemaMigrations;
import javax.sql.DataSource;

/**
 * Baton's tables. They are plain SQL files under {@code db/baton/<database>/} for Flyway or
 * Liquibase; {@link #apply} does the same without either.
 *
 * <p>Migrations only add, so that nodes of the version before go on working while a cluster is
 * brought to the next one: each says in {@code baton_schema_serves} from which version on a node
 * may work on it, and a node works on every newer schema that serves its own version.
 */
public final class BatonSchema {
  private BatonSchema() {}

  /**
   * Brings the tables to the version this Baton needs, from nothing or from any older version. Does
   * nothing when they are there, or newer and still serving this Baton; safe when several nodes do
   * it at once.
   *
   * @throws ConfigurationException when they belong to a newer Baton beside which this one can't
   *     work
   */
  public static void apply(DataSource dataSource) {
    Database database = Database.of(dataSource, NetworkTimeout.NONE);
    new SchemaMigrations(database).migrate();
  }

  /**
   * Makes {@code baton_add}, by which services in other languages add tasks in SQL: a function on
   * PostgreSQL, a procedure on MariaDB and MySQL, or brings it up to date. Not part of {@link
   * #apply}: it needs the right to create routines. Safe when several nodes do it at once; the
   * tables must be there.
   *
   * @throws ConfigurationException on H2, which has neither
   */
  public static void applyBatonAdd(DataSource dataSource) {
    Database database = Database.of(dataSource, NetworkTimeout.NONE);
    new SchemaMigrations(database).makeBatonAdd();
  }

  /** The version this Baton needs. */
  public static int version() {
    return SchemaMigrations.FILES.size();
  }
}
