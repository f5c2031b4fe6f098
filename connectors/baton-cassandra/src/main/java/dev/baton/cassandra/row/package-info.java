/**
 * The rows of tasks, as a shard keeps them: a row by the task's id, and one in each index that the
 * task stands in.
 */
@NullMarked
package dev.baton.cassandra.row;

import org.jspecify.annotations.NullMarked;
