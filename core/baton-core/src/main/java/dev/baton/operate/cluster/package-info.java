/** The nodes of a cluster, the pauses of tasks, and warnings about the database. */
@NullMarked
package dev.baton.operate.cluster;

import org.jspecify.annotations.NullMarked;
