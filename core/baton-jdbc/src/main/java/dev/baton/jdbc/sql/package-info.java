/**
 * How a statement gets to the database and back: connections ({@link dev.baton.jdbc.sql.Database}),
 * the SQL files and what is bound to them ({@link dev.baton.jdbc.sql.Statements}), the rows that
 * come back ({@link dev.baton.jdbc.sql.Rows} and the classes beside it), errors and what they mean
 * ({@link dev.baton.jdbc.sql.SqlErrors}), and the tables themselves ({@link
 * dev.baton.jdbc.sql.SchemaMigrations}). The SQL files lie beside these classes.
 *
 * <p>Baton's own: may change with any version.
 */
@NullMarked
package dev.baton.jdbc.sql;

import org.jspecify.annotations.NullMarked;
