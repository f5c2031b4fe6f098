/** Access to Cassandra's driver: sends statements and returns their results. */
@NullMarked
package dev.baton.cassandra.cql;

import org.jspecify.annotations.NullMarked;
