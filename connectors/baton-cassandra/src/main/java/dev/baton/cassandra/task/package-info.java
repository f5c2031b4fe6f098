/** The task store: runs each verb as commands to the shards of its tasks. */
@NullMarked
package dev.baton.cassandra.task;

import org.jspecify.annotations.NullMarked;
