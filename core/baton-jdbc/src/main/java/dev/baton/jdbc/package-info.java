/**
 * Baton on a relational database: {@link dev.baton.jdbc.JdbcStore} is a node's store, and {@link
 * dev.baton.jdbc.BatonSchema} creates its tables.
 *
 * <p>The packages inside depend on one another in one direction: {@code dialect} and {@code
 * shared}, then {@code sql}, {@code transaction}, {@code task}, then {@code operate} and {@code
 * cluster}.
 */
@NullMarked
package dev.baton.jdbc;

import org.jspecify.annotations.NullMarked;
