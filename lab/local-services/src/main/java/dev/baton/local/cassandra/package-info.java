/** Starts real Cassandra servers from Maven artifacts: one alone, or three as a cluster. */
@NullMarked
package dev.baton.local.cassandra;

import org.jspecify.annotations.NullMarked;
