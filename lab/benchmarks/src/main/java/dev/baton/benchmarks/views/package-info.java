/** Measures operators' views on a database with millions of tasks. */
@NullMarked
package dev.baton.benchmarks.views;

import org.jspecify.annotations.NullMarked;
