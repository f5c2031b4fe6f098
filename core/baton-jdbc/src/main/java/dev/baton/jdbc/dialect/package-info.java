/**
 * The differences between databases, except for the SQL in the files: how values are bound and
 * read, which settings break a guarantee, and what the database supports.
 *
 * <p>To add a database, write a {@link dev.baton.jdbc.dialect.Dialect} and register a {@link
 * dev.baton.jdbc.dialect.DialectProvider}; see docs/adding-an-sql-database.md.
 */
@NullMarked
package dev.baton.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
