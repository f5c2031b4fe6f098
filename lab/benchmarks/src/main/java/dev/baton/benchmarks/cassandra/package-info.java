/** Rates on Apache Cassandra, beside those on PostgreSQL. */
@NullMarked
package dev.baton.benchmarks.cassandra;

import org.jspecify.annotations.NullMarked;
