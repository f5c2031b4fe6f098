/** Measures rates on Apache Cassandra, with those on PostgreSQL for comparison. */
@NullMarked
package dev.baton.benchmarks.cassandra;

import org.jspecify.annotations.NullMarked;
