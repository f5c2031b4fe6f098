/**
 * Tasks, their keys, what they wait for, their notes and signals, on a relational database. {@link
 * dev.baton.jdbc.task.JdbcTaskStore} is the way in.
 */
@NullMarked
package dev.baton.jdbc.task;

import org.jspecify.annotations.NullMarked;
