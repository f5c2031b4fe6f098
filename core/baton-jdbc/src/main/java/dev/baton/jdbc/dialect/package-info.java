/**
 * The differences between databases, apart from the SQL in the files: how values are bound and
 * read, which settings break a guarantee, and what the database can do. {@link
 * dev.baton.jdbc.dialect.Dialect} is the only entry point.
 *
 * <p>Internal to Baton: may change with any version.
 */
@NullMarked
package dev.baton.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
