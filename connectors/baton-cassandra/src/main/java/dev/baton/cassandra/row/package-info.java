/**
 * The rows of tasks in a shard: one row by the task's id, and one in each index that contains the
 * task.
 */
@NullMarked
package dev.baton.cassandra.row;

import org.jspecify.annotations.NullMarked;
