/**
 * Stores tasks, their keys, waits, notes and signals in a relational database. {@link
 * dev.baton.jdbc.task.JdbcTaskStore} is the entry point.
 */
@NullMarked
package dev.baton.jdbc.task;

import org.jspecify.annotations.NullMarked;
