/** Tasks in Apache Cassandra. {@link dev.baton.cassandra.CassandraBaton} is the way in. */
@NullMarked
package dev.baton.cassandra;

import org.jspecify.annotations.NullMarked;
