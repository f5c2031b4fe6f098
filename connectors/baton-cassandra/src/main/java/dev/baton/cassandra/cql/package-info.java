/** The one way to Cassandra's driver: sends statements, and tells what became of them. */
@NullMarked
package dev.baton.cassandra.cql;

import org.jspecify.annotations.NullMarked;
