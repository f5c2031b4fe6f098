/** What runs inside a Cassandra server that is there for tests. */
@NullMarked
package dev.baton.local.server;

import org.jspecify.annotations.NullMarked;
