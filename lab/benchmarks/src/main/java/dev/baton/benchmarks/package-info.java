/**
 * Measures Baton, other libraries and plain JDBC: the same jobs on one database server, each
 * contender in separate processes, alternately.
 */
@NullMarked
package dev.baton.benchmarks;

import org.jspecify.annotations.NullMarked;
