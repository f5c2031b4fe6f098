/**
 * What differs from one database to another, apart from the SQL in the files: how values are bound
 * and read, which settings break a promise, and what the database can do. {@link
 * dev.baton.jdbc.dialect.Dialect} is the only entry.
 *
 * <p>Baton's own: may change with any version.
 */
@NullMarked
package dev.baton.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
