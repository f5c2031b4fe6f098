/** Measures what changes while a process works for an hour. */
@NullMarked
package dev.baton.benchmarks.hour;

import org.jspecify.annotations.NullMarked;
