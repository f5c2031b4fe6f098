/**
 * The plain JDBC contender: a hand-written life cycle of a task, batched as well as possible. It
 * shows the upper limit.
 */
@NullMarked
package dev.baton.benchmarks.limit;

import org.jspecify.annotations.NullMarked;
