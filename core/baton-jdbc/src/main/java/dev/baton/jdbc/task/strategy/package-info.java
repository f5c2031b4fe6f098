/**
 * Implements the verbs of the task store: with one statement over arrays if the database has them
 * (PostgreSQL), otherwise by locking rows and then writing them (MariaDB, MySQL, H2).
 *
 * <p>Internal to Baton: may change with any version.
 */
@NullMarked
package dev.baton.jdbc.task.strategy;

import org.jspecify.annotations.NullMarked;
