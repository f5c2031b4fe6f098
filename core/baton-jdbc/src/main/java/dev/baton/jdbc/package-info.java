/**
 * Baton on a relational database: {@link dev.baton.jdbc.JdbcStore} is a node's store, and {@link
 * dev.baton.jdbc.BatonSchema} creates its tables.
 *
 * <p>The packages depend on each other in one direction only: {@code dialect} and {@code shared}
 * come first, then {@code sql}, {@code transaction} and {@code task}, then {@code operate} and
 * {@code cluster}.
 */
@NullMarked
package dev.baton.jdbc;

import org.jspecify.annotations.NullMarked;
