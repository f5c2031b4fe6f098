/** What becomes of the figures: medians, a table, JSON, charts, and the targets met or missed. */
@NullMarked
package dev.baton.benchmarks.report;

import org.jspecify.annotations.NullMarked;
