/** The limit: a task's life cycle by hand in plain JDBC, batched as well as one can. */
@NullMarked
package dev.baton.benchmarks.limit;

import org.jspecify.annotations.NullMarked;
