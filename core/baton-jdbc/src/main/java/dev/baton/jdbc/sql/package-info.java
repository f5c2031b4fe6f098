/**
 * Access to the database: connections ({@link dev.baton.jdbc.sql.Database}), the SQL files and
 * their parameters ({@link dev.baton.jdbc.sql.Statements}), the mapping of rows ({@link
 * dev.baton.jdbc.sql.Rows} and related classes), the meaning of errors ({@link
 * dev.baton.jdbc.sql.SqlErrors}), and the tables ({@link dev.baton.jdbc.sql.SchemaMigrations}). The
 * SQL files are also in this package.
 *
 * <p>This package is internal to Baton and may change with any version.
 */
@NullMarked
package dev.baton.jdbc.sql;

import org.jspecify.annotations.NullMarked;
