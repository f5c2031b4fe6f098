/** Tasks in Apache Cassandra. {@link dev.baton.cassandra.CassandraStore} is the entry point. */
@NullMarked
package dev.baton.cassandra;

import org.jspecify.annotations.NullMarked;
