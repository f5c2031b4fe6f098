/**
 * How the verbs of the task store are carried out: by one statement over arrays where the database
 * has them (PostgreSQL), by locking rows and then writing them where it hasn't (MariaDB, MySQL,
 * H2).
 *
 * <p>Baton's own: may change with any version.
 */
@NullMarked
package dev.baton.jdbc.task.strategy;

import org.jspecify.annotations.NullMarked;
