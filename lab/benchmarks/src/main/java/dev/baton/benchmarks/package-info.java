/**
 * Baton beside other libraries and beside plain JDBC: the same jobs, on one database server, each
 * contender in processes of its own, in turns.
 */
@NullMarked
package dev.baton.benchmarks;

import org.jspecify.annotations.NullMarked;
