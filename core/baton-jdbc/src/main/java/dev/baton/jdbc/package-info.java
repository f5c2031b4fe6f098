/**
 * Baton on a relational database: {@link dev.baton.jdbc.JdbcStore} is what a node is built on,
 * {@link dev.baton.jdbc.BatonSchema} its tables.
 *
 * <p>The packages inside know one another in one direction: {@code dialect} and {@code shared},
 * then {@code sql}, {@code transaction}, {@code task}, then {@code operate} and {@code cluster}.
 */
@NullMarked
package dev.baton.jdbc;

import org.jspecify.annotations.NullMarked;
