/** A service as small as possible, whose start is measured. */
@NullMarked
package dev.baton.benchmarks.start;

import org.jspecify.annotations.NullMarked;
