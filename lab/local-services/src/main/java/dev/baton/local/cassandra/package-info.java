/** Real Cassandra servers from Maven artifacts: one, or three as a cluster. */
@NullMarked
package dev.baton.local.cassandra;

import org.jspecify.annotations.NullMarked;
