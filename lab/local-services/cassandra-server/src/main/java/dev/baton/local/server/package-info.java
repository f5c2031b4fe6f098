/** Code that runs inside the Cassandra servers of tests. */
@NullMarked
package dev.baton.local.server;

import org.jspecify.annotations.NullMarked;
