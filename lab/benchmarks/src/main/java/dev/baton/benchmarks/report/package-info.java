/** Reports the figures: medians, a table, JSON, charts, and the reached and missed targets. */
@NullMarked
package dev.baton.benchmarks.report;

import org.jspecify.annotations.NullMarked;
