/**
 * Implements the operations of the task store. On PostgreSQL, each is one statement with arrays; on
 * MariaDB, MySQL and H2, rows are locked and then written.
 *
 * <p>This package is internal to Baton and may change with any version.
 */
@NullMarked
package dev.baton.jdbc.task.strategy;

import org.jspecify.annotations.NullMarked;
